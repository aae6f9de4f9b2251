import type { Page } from 'playwright/test';
import { axeFaults } from './axe.ts';
import { expect, test as base } from './evidence-fixtures.ts';
import { EVIDENCE_SCREENS } from './evidence-screens.ts';
import { unreachable } from './reachable.ts';
import { openSession, play } from './rest.ts';
import { SCREENS } from './screens.ts';

/** CSS pixels: two of a 1440 px screen at 200 %, one of 1280 at 200 %, and two telephones. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 640, height: 512 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const;

const test = base.extend<object, { readonly played: string }>({
  played: [
    async ({ studio }, use) => {
      const id = await openSession(studio.httpUrl, 'city_library', 0);
      await play(studio.httpUrl, id, [
        { tool: 'search_members', arguments: { q: 'Wrona' } },
        { tool: 'renew_loan', arguments: { loan_id: 1 } },
        { tool: 'renew_loan', arguments: { loan_id: 999 } },
        { tool: 'verify', arguments: {} },
      ]);
      await use(id);
    },
    { scope: 'worker' },
  ],
});

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });

async function expectNoViolations(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  // A theme changes colours and nothing else.
  expect.soft(await axeFaults(page, undefined, { colours: theme === 'dark' }), theme).toEqual([]);
}

async function expectInReach(page: Page, where: string): Promise<void> {
  await expect.soft.poll(() => unreachable(page), { message: where, timeout: 2_000 }).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(width, `${where}: the page does not scroll sideways`).toBeLessThanOrEqual(0);
}

test.describe('axe in both themes; 200 % zoom and narrow screens', () => {
  // Two runs of axe over a full page take seconds each on a slow machine.
  test.setTimeout(120_000);
  for (const [name, open] of Object.entries({ ...SCREENS, ...EVIDENCE_SCREENS })) {
    test(name, async ({ page, played, evidence, studio }) => {
      await open({
        page,
        played,
        evidence,
        fresh: (options) => openSession(studio.httpUrl, 'city_library', 0, options),
      });
      await expectNoViolations(page, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectNoViolations(page, 'dark');
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const where = `${String(size.width)} px`;
        await expectInReach(page, where);
        // One pane of the two at a time.
        const observe = page.getByRole('radiogroup', { name: 'Panes' }).getByText(/^Observe/);
        if ((await page.getByRole('dialog').count()) === 0 && (await observe.isVisible())) {
          await observe.click();
          await expectInReach(page, `${where}, observe`);
        }
      }
    });
  }
});

test('axe sees what is wrong with a page, with its colours, and in its frames', async ({ page }) => {
  const pale = '<p style="color: #aaa; background: #fff">pale</p>';
  await page.setContent(`<title>Faults</title><img src="data:,">${pale}`);
  const rules = async (colours: boolean) =>
    (await axeFaults(page, 'body', { colours })).map((fault) => fault.split(':')[0]).toSorted();
  expect(await rules(false)).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']));
  expect(await rules(true)).toEqual(['color-contrast']);
  await page.setContent(
    `<title>Frame</title><iframe title="in it" srcdoc='${pale.replaceAll("'", '"')}'></iframe>`,
  );
  await page.frameLocator('iframe').getByText('pale').waitFor();
  expect(await rules(true)).toEqual(['color-contrast']);
});

test('what is cut off for good is told from what scrolling brings', async ({ page }) => {
  await page.setContent(`
    <div style="width: 100px; height: 60px; overflow: hidden"><button style="margin-left: 120px">cut</button></div>
    <div style="width: 100px; overflow: auto"><button style="margin-left: 120px">scrolled to</button></div>
    <div style="width: 100px; height: 0; overflow: auto"><button>in no room</button></div>
    <button style="position: absolute; left: -300px">left of all</button>
    <button>in sight</button>`);
  const found = (await unreachable(page)).map((html) => />(.*)</.exec(html)?.[1]);
  expect(found).toEqual(['cut', 'in no room', 'left of all']);
});

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
