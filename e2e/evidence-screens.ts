import type { Page } from 'playwright/test';
import type { Evidence } from './evidence-fixtures.ts';
import { AuditsPage } from './pages/audits-page.ts';
import { ComparePage } from './pages/compare-page.ts';
import { RunsPage } from './pages/runs-page.ts';
import { ScenariosPage } from './pages/scenarios-page.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

interface Place {
  readonly page: Page;
  readonly evidence: Evidence;
}

type Open = (place: Place) => Promise<void>;

/** Screens of runs as evidence, in each state that looks different; each ends when it stands. */
export const EVIDENCE_SCREENS: Readonly<Record<string, Open>> = {
  async runs({ page }) {
    const runs = new RunsPage(page);
    await runs.goto();
    await runs.rows.first().waitFor();
    await runs.plot.waitFor();
  },
  async 'runs, peek'({ page, evidence }) {
    const runs = new RunsPage(page);
    await runs.goto(`?peek=${evidence.rollouts[2] ?? ''}`);
    await runs.peek.getByRole('heading', { name: 'Verdicts' }).waitFor();
  },
  async 'runs, selection'({ page }) {
    const runs = new RunsPage(page);
    await runs.goto();
    await runs.row(0).getByRole('checkbox').click();
    await runs.row(1).getByRole('checkbox').click();
    await runs.selection.getByText('2 selected').waitFor();
  },
  async 'runs, import dialog'({ page }) {
    const runs = new RunsPage(page);
    await runs.goto();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await runs.dialog.locator('[data-import=files]').setInputFiles({
      name: 'trajectory.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    });
    await runs.dialog.getByText('1 file, 2 B').waitFor();
  },

  'run, transcript': ran('?step=2', (page) => page.getByRole('list', { name: 'Transcript' }).waitFor()),
  'run, label and notes': ran('?side=people', (page) =>
    page.getByRole('heading', { name: 'How did it end?' }).waitFor(),
  ),
  'run, lineage': ran('?side=lineage', (page) => page.getByRole('tabpanel').first().waitFor()),
  'run, replay': ran('?side=replay', (page) => page.getByRole('tabpanel').first().waitFor()),
  'run, what if': ran('?side=whatif&step=2', (page) =>
    page.getByRole('button', { name: 'Play without it' }).waitFor(),
  ),

  async 'compare, picker'({ page }) {
    await page.goto('/web/compare');
    await page.getByRole('list', { name: 'Runs' }).getByRole('checkbox').first().waitFor();
  },
  async 'compare, side by side'({ page, evidence: { rollouts } }) {
    const [right = '', , elsewhere = ''] = rollouts;
    const compare = new ComparePage(page);
    await compare.goto([right, elsewhere], `&at=${right}:3,${elsewhere}:3`);
    await compare.changes.waitFor();
  },
  async 'compare, group'({ page, evidence: { rollouts } }) {
    const compare = new ComparePage(page);
    await compare.goto(rollouts, '&view=group');
    await compare.tree.getByRole('treeitem').last().click();
    await compare.node.getByText('transfers').first().waitFor();
  },

  async outcomes({ page }) {
    await page.goto('/web/scenarios/city_library?tab=outcomes&task=4');
    const list = page.getByRole('list', { name: 'Outcomes of this task' });
    await list.getByRole('button', { expanded: false }).last().click();
    await page.getByRole('link', { name: 'Its run', exact: true }).waitFor();
  },
  async 'tasks, status dialog'({ page }) {
    const scenarios = new ScenariosPage(page);
    await page.goto('/web/tasks?sel=city_library%2F4&peek=1');
    await scenarios.peek.waitFor();
    await page.keyboard.press('3');
    await page.getByRole('dialog', { name: /^Set 1 task/ }).waitFor();
  },
  async 'tasks, selection'({ page }) {
    const scenarios = new ScenariosPage(page);
    await page.goto('/web/tasks');
    await scenarios.taskRows.first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
  },

  async verifiers({ page }) {
    await page.goto('/web/verifiers');
    await page.getByRole('list', { name: 'Tasks with runs' }).getByRole('link').first().waitFor();
  },
  async workbench({ page, evidence }) {
    const id = evidence.rollouts[2] ?? '';
    const bench = new WorkbenchPage(page);
    await bench.goto('city_library', 4, `?run=${id}`);
    await bench.detail(id).waitFor();
  },

  async audits({ page }) {
    const audits = new AuditsPage(page);
    await audits.open();
    await audits.rows.first().getByRole('link').click();
    await audits.peek.waitFor();
  },
  async 'settings, keeping'({ page }) {
    await page.goto('/web/settings');
    await page.getByRole('button', { name: 'Add a rule' }).first().click();
    await page.getByLabel(/^Days to keep/).fill('30');
    await page.getByRole('button', { name: 'What would go?' }).click();
    await page.getByText(/^Now it would delete/).waitFor();
  },
};

function ran(query: string, stands: (page: Page) => Promise<void>): Open {
  return async ({ page, evidence }) => {
    await page.goto(`/web/runs/${evidence.rollouts[2] ?? ''}${query}`);
    await stands(page);
  };
}
