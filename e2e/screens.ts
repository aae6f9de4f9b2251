import type { Page } from 'playwright/test';
import { ScenarioPage, type ScenarioTab } from './pages/scenario-page.ts';
import { ScenariosPage } from './pages/scenarios-page.ts';
import { SessionPage } from './pages/session-page.ts';

interface Place {
  readonly page: Page;
  /** A session of city_library with steps that read, write, fail and verify; nobody acts in it. */
  readonly played: string;
  /** Opens a session of its own. */
  readonly fresh: (options?: { readonly baseline: true }) => Promise<string>;
}

type Open = (place: Place) => Promise<void>;

/** Every screen in each state that looks different; each ends when it stands. */
export const SCREENS: Readonly<Record<string, Open>> = {
  async scenarios({ page }) {
    const scenarios = new ScenariosPage(page);
    await scenarios.goto();
    await scenarios.rows.first().waitFor();
  },
  async 'nothing found'({ page }) {
    await new ScenariosPage(page).goto('?q=nothing-is-called-so');
  },
  async 'scenarios, peek'({ page }) {
    const scenarios = new ScenariosPage(page);
    await scenarios.goto('?q=tables%3E5+bogus:1&sel=city_library&peek=1');
    await scenarios.peek.waitFor();
  },
  async tasks({ page }) {
    const scenarios = new ScenariosPage(page);
    await page.goto('/web/tasks?sel=city_library%2F3&peek=1');
    await scenarios.taskRows.first().waitFor();
    await scenarios.peek.waitFor();
  },
  scenario: ({ page }) => new ScenarioPage(page).goto('city_library'),
  'scenario, tools': scenarioTab('Tools', (page) =>
    new ScenarioPage(page).tools.getByRole('button').first().click(),
  ),
  'scenario, tables': scenarioTab('Tables', (page) => page.getByRole('grid').waitFor()),
  'scenario, schema': scenarioTab('Schema', (page) =>
    page.getByRole('group', { name: /^Diagram of/ }).waitFor(),
  ),
  'scenario, source': scenarioTab('Source', (page) =>
    page.locator('.monaco-editor .view-line').first().waitFor(),
  ),
  'scenario, findings': scenarioTab('Findings', (page) => page.getByRole('tabpanel').waitFor()),
  async 'scenario, unknown'({ page }) {
    await page.goto('/web/scenarios/city_libary');
    await page.getByRole('heading', { name: /^There is no scenario/ }).waitFor();
  },

  'session, seed': observed('?step=0', (page) => page.getByRole('grid').waitFor()),
  'session, observation': observed('?step=1&tab=observation', (page) =>
    page.getByText('Tomasz Wrona').first().waitFor(),
  ),
  'session, error': observed('?step=3&tab=observation&tool=renew_loan', (page) =>
    page.getByText('404').first().waitFor(),
  ),
  'session, changes': observed('?step=2&tab=changes', (page) =>
    page.getByRole('treegrid', { name: 'Changes' }).waitFor(),
  ),
  'session, two states': observed('?diff=0..2&tab=changes', (page) =>
    page.getByRole('treegrid', { name: 'Changes' }).waitFor(),
  ),
  'session, tables': observed('?step=2&tab=tables&table=loans', async (page) => {
    await page.getByRole('grid', { name: 'loans' }).getByRole('gridcell').first().click();
    await page.getByRole('button', { name: 'Show who wrote what' }).click();
  }),
  'session, SQL': observed('?step=2&tab=sql&sql=SELECT+*+FROM+loans', async (page) => {
    await page.getByRole('grid').waitFor();
    await page.locator('.monaco-editor').first().waitFor();
  }),
  'session, SQL refused': observed('?step=2&tab=sql&sql=SELEC', (page) =>
    page.getByRole('tabpanel').getByRole('alert').waitFor(),
  ),
  'session, log': observed('?step=3&tab=log', (page) => page.getByRole('tabpanel').waitFor()),
  'session, source': observed('?step=2&tab=source', (page) =>
    page.locator('.monaco-editor .view-line').first().waitFor(),
  ),
  'session, verify': observed('?step=4&tab=verify', (page) =>
    page.getByRole('tabpanel').getByText('complete').first().waitFor(),
  ),
  async 'session, form with errors'({ page, fresh }) {
    const session = new SessionPage(page);
    await session.goto(await fresh());
    await session.chooseTool('renew_loan');
    await session.callButton.click();
    await page.getByText('1 field to fix: loan_id').waitFor();
  },
  async 'session, verify dialog'({ page, fresh }) {
    const session = new SessionPage(page);
    await session.goto(await fresh());
    await session.verifyButton.click();
    await page.getByRole('dialog').waitFor();
  },
  async 'session, done dialog'({ page, fresh }) {
    const session = new SessionPage(page);
    await session.goto(await fresh());
    await session.doneButton.click();
    await page.getByRole('dialog').waitFor();
  },
  async 'session, baseline'({ page, fresh }) {
    const session = new SessionPage(page);
    await session.goto(await fresh({ baseline: true }));
    await session.doneButton.click();
    await page.getByRole('dialog').waitFor();
  },
  async 'session, done'({ page, fresh }) {
    const session = new SessionPage(page);
    await session.goto(await fresh());
    await session.done();
  },
  async sessions({ page }) {
    await page.goto('/web/sessions');
    await page.getByRole('list', { name: 'Sessions' }).or(page.getByRole('table')).first().waitFor();
  },
  async 'session gone'({ page }) {
    await page.goto('/web/sessions/00000000000000000000000000000000');
    await page.getByRole('heading', { name: 'This session has ended' }).waitFor();
  },
  async 'nothing here'({ page }) {
    await page.goto('/web/nowhere');
    await page.getByRole('heading', { name: 'Nothing is here' }).first().waitFor();
  },

  async settings({ page }) {
    await page.goto('/web/settings');
    await page.getByText('Sandbox').waitFor();
    await page.getByRole('button', { name: 'Turn off the key of “Next row”' }).click();
    await page.getByRole('button', { name: 'Reset the key of “Next row”' }).waitFor();
  },
  async palette({ page }) {
    await new ScenariosPage(page).goto();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('loan');
    await page.getByRole('option').first().waitFor();
  },
  async 'key sheet'({ page, played }) {
    await new SessionPage(page).goto(played);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
  async components({ page }) {
    await page.goto('/web/dev/components');
    await page.getByRole('heading', { name: 'Components' }).waitFor();
  },
};

function scenarioTab(tab: ScenarioTab, stands: (page: Page) => Promise<void>): Open {
  return async ({ page }) => {
    const scenario = new ScenarioPage(page);
    await scenario.goto('city_library');
    await scenario.openTab(tab);
    await stands(page);
  };
}

function observed(query: string, stands: (page: Page) => Promise<void>): Open {
  return async ({ page, played }) => {
    await new SessionPage(page).goto(played, query);
    await stands(page);
  };
}
