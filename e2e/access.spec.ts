import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import type { ScenarioPage } from './pages/scenario-page.ts';
import type { ScenariosPage } from './pages/scenarios-page.ts';
import type { SessionPage } from './pages/session-page.ts';

interface Pages {
  readonly page: Page;
  readonly scenarios: ScenariosPage;
  readonly scenario: ScenarioPage;
  readonly session: SessionPage;
}

/** Each ends on a state that is worth a look. */
const SCREENS: Readonly<Record<string, (pages: Pages) => Promise<void>>> = {
  async scenarios({ scenarios }) {
    await scenarios.goto();
    await scenarios.rows.first().waitFor();
  },
  async 'nothing found'({ scenarios }) {
    await scenarios.goto('?q=nothing-is-called-so');
  },
  async 'scenarios, peek'({ scenarios }) {
    await scenarios.goto('?q=tables%3E5+bogus:1&sel=city_library&peek=1');
    await scenarios.peek.waitFor();
  },
  async tasks({ page, scenarios }) {
    await page.goto('/web/tasks?sel=city_library%2F3&peek=1');
    await scenarios.taskRows.first().waitFor();
    await scenarios.peek.waitFor();
  },
  async scenario({ scenario }) {
    await scenario.goto('city_library');
  },
  async 'scenario, tools'({ scenario }) {
    await scenario.goto('city_library');
    await scenario.openTab('Tools');
    await scenario.tools.getByRole('button').first().click();
  },
  async 'scenario, tables'({ page, scenario }) {
    await scenario.goto('city_library');
    await scenario.openTab('Tables');
    await page.getByRole('grid').waitFor();
  },
  async 'scenario, schema'({ page, scenario }) {
    await scenario.goto('city_library');
    await scenario.openTab('Schema');
    await page.getByRole('group', { name: /^Diagram of/ }).waitFor();
  },
  async 'scenario, findings'({ scenario }) {
    await scenario.goto('city_library');
    await scenario.openTab('Findings');
  },
  async 'scenario, unknown'({ page }) {
    await page.goto('/web/scenarios/city_libary');
    await page.getByRole('heading', { name: /^There is no scenario/ }).waitFor();
  },
  async 'session, tools'({ page, scenario, session }) {
    await play(scenario, session);
    await page.getByRole('list', { name: 'Tools' }).waitFor();
  },
  async 'session, form with errors'({ scenario, session }) {
    await play(scenario, session);
    await session.chooseTool('renew_loan');
    await session.callButton.click();
  },
  async 'session, steps'({ scenario, session }) {
    await play(scenario, session);
    await session.chooseTool('search_members');
    await session.fill('search_members', { q: 'Wrona' });
    await session.callButton.click();
    await session.expectViewed(1, 'search_members');
    await session.panel.getByText('Wrona').first().waitFor();
  },
  async 'session, verify dialog'({ page, scenario, session }) {
    await play(scenario, session);
    await session.verifyButton.click();
    await page.getByRole('dialog').waitFor();
  },
  async 'session, done'({ scenario, session }) {
    await play(scenario, session);
    await session.done();
  },
  async sessions({ page, scenario, session }) {
    await play(scenario, session);
    await page.goto('/web/sessions');
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
  },
  async 'session gone'({ page }) {
    await page.goto('/web/sessions/00000000000000000000000000000000');
    await page.getByRole('heading', { name: 'This session has ended' }).waitFor();
  },
  async 'nothing here'({ page }) {
    await page.goto('/web/nowhere');
    await page.getByRole('heading', { name: 'Nothing is here' }).first().waitFor();
  },
};

async function play(scenario: ScenarioPage, session: SessionPage): Promise<void> {
  await scenario.goto('city_library');
  await scenario.play(0);
  await session.waitUntilLive();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe, ${colorScheme}`, () => {
    test.use({ colorScheme });
    for (const [name, open] of Object.entries(SCREENS)) {
      test(name, async ({ page, scenarios, scenario, session }) => {
        await open({ page, scenarios, scenario, session });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
        ).toEqual([]);
      });
    }
  });
}

for (const width of [390, 320]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });
    for (const [name, open] of Object.entries(SCREENS)) {
      test(`${name}: nothing overflows`, async ({ page, scenarios, scenario, session }, info) => {
        await open({ page, scenarios, scenario, session });
        await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('a, button, input, textarea, h1, h2, p')]
            .filter(
              (element) => element.checkVisibility() && element.closest('.sr-only, [role=tablist]') === null,
            )
            .filter((element) => {
              const { left, right, width: own } = element.getBoundingClientRect();
              return own > 1 && (right > window.innerWidth + 1 || left < -1);
            })
            .map((element) => element.outerHTML.slice(0, 200)),
        );
        expect(cut).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
    }
  });
}

test('the theme is chosen, kept, and there from the first paint', async ({ page, scenarios }) => {
  await scenarios.goto();
  const button = page.getByRole('button', { name: /^Theme:/ });
  await button.click();
  await button.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('body').waitFor({ state: 'attached' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark', { timeout: 1 });
});

test('the keyboard alone opens a session, calls a tool and reads the result', async ({
  page,
  scenario,
  session,
}) => {
  await scenario.goto('city_library');
  await page.getByRole('button', { name: 'Play task 0' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/web/sessions/*');
  await session.waitUntilLive();
  await page.getByRole('searchbox', { name: 'Search tools' }).focus();
  await page.keyboard.type('search_members');
  await page.keyboard.press('Enter');
  await expect(session.form('search_members')).toBeVisible();
  await session.form('search_members').getByRole('textbox', { name: 'q' }).focus();
  await page.keyboard.type('Wrona');
  await page.keyboard.press('Control+Enter');
  await session.expectViewed(1, 'search_members');
  await expect(session.panel).toContainText('Wrona');
});
