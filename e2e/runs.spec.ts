import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { insertRuns } from '../bench/lib/bulk-runs.ts';
import { TRAINING_SCENARIO, writeTrainingPack } from '../bench/training/pack.ts';
import { playTraining } from '../bench/training/play.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { axeFaults } from './axe.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { RunsPage } from './pages/runs-page.ts';
import { unreachable } from './reachable.ts';
import { openSession, play } from './rest.ts';

/** Runs of the planted training: four checkpoints, two tasks, some rollouts of each. */
const PLAN = { experiment: 'grpo-e2e', checkpoints: 4, groupSize: 4 };

interface Trained {
  readonly studio: ServerProcess;
  readonly runs: number;
  readonly passed: number;
}

const test = base.extend<{ readonly runs: RunsPage }, { readonly trained: Trained }>({
  trained: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'runs-e2e-'));
      try {
        const pack = await writeTrainingPack(dir);
        await using studio = await startStudio([], [pack]);
        const played = await playTraining(studio.httpUrl, PLAN);
        const passed = played.filter(({ reward }) => reward === 1).length;
        await use({ studio, runs: played.length, passed });
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ trained }, use) => use(trained.studio.httpUrl),
  runs: async ({ page }, use) => use(new RunsPage(page)),
});

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });

function shownId(page: Page): string | null {
  return new URL(page.url()).searchParams.get('peek');
}

test('all runs stand in the table; facets, words and the order edit the filter', async ({
  page,
  runs,
  trained,
}) => {
  await runs.goto();
  await expect(runs.count(`${String(trained.runs)} runs`)).toBeVisible();
  await expect(runs.rows.first()).toBeVisible();
  await runs.facets.getByRole('group', { name: 'Code' }).getByText('complete').click();
  await expect(runs.filter).toHaveValue('code:complete');
  await expect(runs.count(`${String(trained.passed)} runs`)).toBeVisible();
  await runs.table.getByRole('button', { name: 'Steps' }).click();
  await expect(runs.filter).toHaveValue('code:complete sort:steps');
  await expect(runs.table.getByRole('columnheader', { name: 'Steps' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page).toHaveURL(/q=code/);
  await page.reload();
  await expect(runs.count(`${String(trained.passed)} runs`)).toBeVisible();
});

test('what is not understood is said; nothing found says so and can be cleared', async ({
  runs,
  trained,
  page,
}) => {
  await runs.goto();
  await runs.filter.fill('rewrd:1');
  await expect(page.getByText('There is no field “rewrd”')).toBeVisible();
  await runs.filter.fill('experiment:nowhere');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(runs.count(`${String(trained.runs)} runs`)).toBeVisible();
});

test('keys: to the next row, peek, select, extend, clear, open; Back finds the place again', async ({
  page,
  runs,
}) => {
  await runs.goto();
  await runs.rows.first().waitFor();
  await page.keyboard.press('j');
  await expect(runs.row(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await expect(runs.row(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(runs.peek.getByRole('heading', { name: 'Verdicts' })).toBeVisible();
  await expect(runs.peek.getByText(/^2 of /)).toBeVisible();
  const first = shownId(page);
  await page.keyboard.press('j');
  await expect.poll(() => shownId(page)).not.toBe(first);
  await expect(runs.peek.getByText(/^3 of /)).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await expect(runs.selection.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Shift+K');
  await expect(runs.selection.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(runs.selection).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(runs.peek).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/web\/runs\/[0-9a-f]{32}/);
  await page.goBack();
  await expect(runs.row(3)).toBeVisible();
  await expect(runs.row(3).getByRole('link')).toHaveAttribute('aria-current', 'true');
});

test('End goes to the last of many runs, which is drawn when it arrives', async ({ page, runs }) => {
  await using studio = await startStudio();
  insertRuns(studio.homeDir, { runs: 450, withWords: 0 });
  await page.goto(`${studio.httpUrl}/web/runs`);
  await expect(runs.count('450 runs')).toBeVisible();
  await page.keyboard.press('j');
  await expect(runs.row(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('End');
  await expect(runs.row(449).getByRole('link')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(runs.row(0).getByRole('link')).toBeFocused();
});

test('all that match are selected at once, and exported', async ({ page, runs, trained }) => {
  await runs.goto('?q=pass');
  await runs.row(0).getByRole('checkbox').click();
  await runs.selection
    .getByRole('button', { name: `Select all ${String(trained.passed)} that match` })
    .click();
  await expect(runs.selection.getByText(`${String(trained.passed)} selected`)).toBeVisible();
  await runs.row(1).getByRole('checkbox').click();
  await expect(runs.selection.getByText(`${String(trained.passed - 1)} selected`)).toBeVisible();
  await runs.row(1).getByRole('checkbox').click();
  await runs.selection.getByRole('button', { name: /^Export/ }).click();
  await expect(runs.dialog.getByText(`${String(trained.passed)} runs of 2 tasks`)).toBeVisible();
  const download = page.waitForEvent('download');
  await runs.dialog.getByRole('link', { name: 'Download JSONL' }).click();
  const path = await (await download).path();
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(trained.passed);
  expect(JSON.parse(lines[0]!)).toMatchObject({ experiment: PLAN.experiment, verdict: 'complete' });
});

test('a sample is selected; pinning says how many it takes first', async ({ page, runs }) => {
  await runs.goto();
  await runs.row(0).getByRole('checkbox').click();
  await runs.selection.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Sample…' }).click();
  await runs.dialog.getByLabel('Runs of each').fill('2');
  await runs.dialog.getByRole('button', { name: 'Select the sample' }).click();
  await expect(runs.selection.getByText('4 selected')).toBeVisible();
  await runs.selection.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(runs.dialog.getByText('4 runs of 2 tasks')).toBeVisible();
  await runs.dialog.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(page.getByText('4 runs were pinned.')).toBeVisible();
});

test('a view is saved under a name, found again, renamed and removed', async ({ page, runs }) => {
  await runs.goto('?q=fail+sort:steps');
  await page.getByRole('button', { name: 'Save view' }).click();
  await runs.dialog.getByLabel('Name').fill('Long failures');
  await runs.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const tab = runs.views.getByRole('link', { name: /^Long failures/ });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await runs.views.getByRole('link', { name: /^All runs/ }).click();
  await expect(runs.filter).toHaveValue('');
  await tab.click();
  await expect(runs.filter).toHaveValue('fail sort:steps');
  await page.getByRole('button', { name: 'Edit views' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(tab).toBeHidden();
});

test('the plot’s points filter, by pointer and by keys, and its figures are a table too', async ({
  page,
  runs,
}) => {
  await runs.goto();
  const slider = runs.plot.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^train_step 0: grpo-e2e: pass rate/);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(runs.filter).toHaveValue(/^train_step:0\.\.\d+$/);
  await runs.plot.getByRole('button', { name: 'As a table' }).click();
  const figures = runs.plot.getByRole('table');
  await expect(figures.getByRole('row')).toHaveCount(3);
  await runs.filter.fill('');
  await expect(figures.getByRole('row')).toHaveCount(1 + PLAN.checkpoints);
  await figures.getByRole('button').last().click();
  await expect(runs.filter).toHaveValue(/^train_step:\d+$/);
});

test('new runs are announced and the rows stay until they are asked for', async ({ runs, trained }) => {
  await runs.goto('?q=experiment:later');
  await expect(runs.count('0 runs')).toBeVisible();
  await playTraining(trained.studio.httpUrl, { experiment: 'later', checkpoints: 2, groupSize: 1 });
  await expect(runs.count('new run')).toBeVisible({ timeout: 15_000 });
  await expect(runs.rows).toHaveCount(0);
  await runs.count('new run').getByRole('button', { name: 'Show' }).click();
  await expect(runs.rows.first()).toBeVisible();
});

test('on a telephone a card has room for two lines of its task, also while its run goes on', async ({
  page,
  runs,
  trained,
}) => {
  await openSession(trained.studio.httpUrl, TRAINING_SCENARIO, 0);
  await page.setViewportSize({ width: 390, height: 844 });
  await runs.goto(`?q=scenario:${TRAINING_SCENARIO}+actor:human`);
  await expect(runs.row(0)).toContainText('running');
  const cut = await runs.row(0).evaluate((row) => {
    const { bottom } = row.getBoundingClientRect();
    const last = Math.max(
      ...Array.from(row.querySelectorAll('span'), (part) => part.getBoundingClientRect().bottom),
    );
    const task = row.querySelector('.line-clamp-2');
    return { lines: (task?.clientHeight ?? 0) / 17, over: last > bottom };
  });
  expect(cut).toEqual({ lines: 2, over: false });
});

test('the row of a run that goes on follows it to its end', async ({ runs, trained }) => {
  const { httpUrl } = trained.studio;
  const id = await openSession(httpUrl, TRAINING_SCENARIO, 0);
  const look = { tool: 'search_members', arguments: { q: 'Wrona' } };
  await play(httpUrl, id, [look]);
  await runs.goto(`?q=scenario:${TRAINING_SCENARIO}+actor:human`);
  const steps = runs.row(0).getByRole('cell', { name: /^\d+$/ });
  await expect(steps).toHaveText('1');
  await expect(runs.row(0)).toContainText('running');
  await play(httpUrl, id, [look, look]);
  await expect(steps).toHaveText('3', { timeout: 15_000 });
  await play(httpUrl, id, [{ tool: 'done', arguments: {} }]);
  await expect(runs.row(0)).not.toContainText('running', { timeout: 15_000 });
});

test('columns are chosen and stay chosen', async ({ page, runs }) => {
  await runs.goto();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByText('Tables written').click();
  await page.keyboard.press('Escape');
  await expect(runs.table.getByRole('columnheader', { name: 'Tables written' })).toBeVisible();
  await page.reload();
  await expect(runs.table.getByRole('columnheader', { name: 'Tables written' })).toBeVisible();
});

test('what is no run is refused in words in the import’s report', async ({ page, runs }) => {
  await runs.goto();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await runs.dialog.locator('[data-import=files]').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no run at all'),
  });
  await expect(runs.dialog.getByText('1 file, 13 B')).toBeVisible();
  await runs.dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(
    runs.dialog.getByRole('region', { name: 'Report' }).getByText(/There is no run in it/),
  ).toBeVisible({
    timeout: 20_000,
  });
});

test('nobody is kept out: axe in both themes, narrow screens', async ({ page, runs }) => {
  test.setTimeout(120_000);
  await runs.goto('?q=pass');
  await runs.row(0).getByRole('checkbox').click();
  await page.keyboard.press('Escape');
  await runs.row(0).hover();
  await runs.row(0).getByRole('button', { name: /^Peek/ }).click();
  await runs.peek.getByRole('heading', { name: 'Verdicts' }).waitFor();
  await runs.row(1).getByRole('checkbox').click();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const said = await axeFaults(page);
    expect.soft(said, theme).toEqual([]);
  }
  await runs.peek.getByRole('button', { name: 'Close the peek' }).click();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.soft.poll(() => unreachable(page), { message: String(width), timeout: 2_000 }).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(over, String(width)).toBeLessThanOrEqual(0);
  }
});
