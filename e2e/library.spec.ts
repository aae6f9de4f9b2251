import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import type { Page } from 'playwright/test';
import { HACKED_TASK, writeTrainingPack } from '../bench/training/pack.ts';
import type { Played } from '../bench/training/play.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { dropFiles } from './drop-files.ts';
import { expect, startStudio, test as base, type Trained, withTraining } from './fixtures.ts';
import { RunPage } from './pages/run-page.ts';
import { RunsPage } from './pages/runs-page.ts';

/** What is done with many runs at once, and how runs leave one studio and come to another. */
const PLAN = { experiment: 'base', checkpoints: 2, groupSize: 4 };
/** A job's report, on a machine that has other things to do. */
const JOB = { timeout: 40_000 };

const test = base.extend<
  { readonly runs: RunsPage; readonly run: RunPage },
  { readonly training: Trained; readonly other: ServerProcess }
>({
  training: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => withTraining(PLAN, use),
    { scope: 'worker', timeout: 180_000 },
  ],
  // Another studio with the same scenario and no run.
  other: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'awm-other-'));
      try {
        await using studio = await startStudio([], [await writeTrainingPack(dir)]);
        await use(studio);
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ training }, use) => use(training.studio.httpUrl),
  runs: async ({ page }, use) => use(new RunsPage(page)),
  run: async ({ page }, use) => use(new RunPage(page)),
});

test.describe.configure({ mode: 'default', timeout: 120_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const at = (training: Trained, step: number): readonly Played[] =>
  training.played.filter(({ rollout }) => rollout.trainStep === step);

async function selectAll(runs: RunsPage, count: number): Promise<void> {
  await runs.row(0).getByRole('checkbox').click();
  if (count > 1) {
    await runs.selection.getByRole('button', { name: `Select all ${String(count)} that match` }).click();
  }
  await expect(runs.selection.getByText(`${String(count)} selected`)).toBeVisible();
}

async function downloaded(page: Page, runs: RunsPage, format: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await runs.dialog.getByRole('link', { name: `Download ${format}` }).click();
  return readFile(await (await download).path());
}

test('a selection is verified and replayed again, as jobs with a report of every run', async ({
  page,
  runs,
  training,
}) => {
  const count = at(training, 400).length;
  await runs.goto('?q=train_step:400');
  await selectAll(runs, count);
  await page.keyboard.press('v');
  await expect(runs.dialog.getByText(`${String(count)} runs of 2 tasks`)).toBeVisible();
  await runs.dialog.getByRole('button', { name: 'Start' }).click();
  await expect(runs.dialog.getByText(`${String(count)} ok · 0 with warnings · 0 failed`)).toBeVisible(JOB);
  await runs.dialog.getByText(`${String(count)} went well`).click();
  const report = runs.dialog.getByRole('region', { name: 'Report' });
  await expect(report.getByRole('listitem')).toHaveCount(count);
  await runs.dialog.getByRole('button', { name: 'Close' }).click();
  await runs.selection.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Replay' }).click();
  await runs.dialog.getByRole('button', { name: 'Start' }).click();
  await expect(runs.dialog.getByRole('status')).toContainText('done', JOB);
  await expect(runs.dialog.getByText(/ 0 failed · 0 skipped/)).toBeVisible();
});

test('the rows leave as CSV and Parquet', async ({ page, runs, training }) => {
  const passes = training.played.filter(({ reward }) => reward === 1);
  await runs.goto('?q=pass');
  await selectAll(runs, passes.length);
  await page.keyboard.press('e');
  const csv = (await downloaded(page, runs, 'CSV')).toString('utf8').trim().split(/\r?\n/);
  expect(csv).toHaveLength(1 + passes.length);
  const parquet = await downloaded(page, runs, 'PARQUET');
  const file = parquet.buffer.slice(
    parquet.byteOffset,
    parquet.byteOffset + parquet.byteLength,
  ) as ArrayBuffer;
  const rows = await parquetReadObjects({ file });
  expect(rows.map(({ id }) => String(id)).sort()).toEqual(passes.map(({ runId }) => runId).sort());
  expect(rows[0]).toMatchObject({ experiment: PLAN.experiment, verdict: 'complete' });
});

test('runs leave as a zip, and are dropped on another studio: same verdicts, same ends', async ({
  page,
  runs,
  training,
  other,
}) => {
  const count = at(training, 400).length;
  await runs.goto('?q=train_step:400');
  await selectAll(runs, count);
  await page.keyboard.press('e');
  const dir = await mkdtemp(join(tmpdir(), 'awm-zip-'));
  try {
    const download = page.waitForEvent('download');
    await runs.dialog.getByRole('link', { name: 'Download ZIP' }).click();
    const zip = join(dir, 'runs.zip');
    await (await download).saveAs(zip);
    await page.goto(`${other.httpUrl}/web/runs`);
    await expect(page.getByText('No run is recorded yet')).toBeVisible();
    for (const said of [
      `${String(count)} ok · 0 with warnings`,
      `0 ok · 0 with warnings · 0 failed · ${String(count)} skipped`,
    ]) {
      await dropFiles(page, page.locator('main'), [zip]);
      await expect(runs.dialog.getByText(/^1 file, /)).toBeVisible();
      await runs.dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(runs.dialog.getByText(said)).toBeVisible(JOB);
      await runs.dialog.getByRole('button', { name: 'Close' }).click();
    }
    await expect(runs.count(`${String(count)} runs`)).toBeVisible();
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  const ends = async (url: string, q: string) => {
    const response = await page.request.get(`${url}/api/runs?q=${encodeURIComponent(q)}&limit=200`);
    const { items } = (await response.json()) as {
      readonly items: readonly {
        readonly group: string;
        readonly sample: number;
        readonly verdict: string;
        readonly endState: string;
      }[];
    };
    return items
      .map(({ group, sample, verdict, endState }) => `${group} ${String(sample)} ${verdict} ${endState}`)
      .sort();
  };
  const here = await ends(training.studio.httpUrl, 'train_step:400');
  expect(here).toHaveLength(count);
  await expect.poll(() => ends(other.httpUrl, ''), JOB).toEqual(here);
});

test('states are searched in SQL; the runs found become the filter', async ({ page, runs, training }) => {
  const wrong = at(training, 400).filter(({ rollout }) => rollout.behaviour === 'elsewhere');
  const more = at(training, 400).filter(({ rollout }) => rollout.behaviour === 'sends_more');
  const hits = [...wrong, ...more].map(({ runId }) => runId).sort();
  expect(hits.length).toBeGreaterThan(1);
  await runs.goto('?q=train_step:400');
  await page.getByRole('button', { name: 'Search states' }).click();
  const search = page.getByRole('region', { name: 'Search states' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await search.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    `SELECT run, count(*) AS sent FROM changes WHERE "table" = 'copies' AND "column" = 'status' GROUP BY run HAVING sent > 2 UNION SELECT run, 0 FROM changes WHERE "table" = 'transfers' AND "column" = 'to_branch_id' AND now = 3`,
  );
  await search.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    search.getByRole('button', { name: `Filter to these ${String(hits.length)} runs` }),
  ).toBeVisible();
  await search.getByRole('button', { name: `Select these ${String(hits.length)} runs` }).click();
  await expect(runs.selection.getByText(`${String(hits.length)} selected`)).toBeVisible();
  await search.getByRole('button', { name: `Filter to these ${String(hits.length)} runs` }).click();
  await expect(runs.count(`${String(hits.length)} run`)).toBeVisible();
  const asked = (await runs.filter.inputValue()).replace(/^id:/, '').split(',').sort();
  expect(asked).toEqual(hits);
});

test('what is deleted can be undone: at once, and later in the settings', async ({
  page,
  runs,
  training,
}) => {
  const { httpUrl } = training.studio;
  const count = at(training, 0).length;
  const pinned = at(training, 0)[0]?.runId;
  await page.request.post(`${httpUrl}/api/run-pins`, { data: { target: { ids: [pinned] }, pinned: true } });
  await runs.goto('?q=train_step:0');
  const remove = async () => {
    await selectAll(runs, count);
    await runs.selection.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(runs.dialog.getByText('1 is pinned, and stays')).toBeVisible();
    await runs.dialog.getByRole('button', { name: `Delete ${String(count - 1)} runs` }).click();
    await expect(page.getByText(`${String(count - 1)} runs were deleted.`)).toBeVisible();
    await expect(runs.count('1 run')).toBeVisible();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${String(count - 1)} runs are back.`)).toBeVisible();
  await expect(runs.count(`${String(count)} runs`)).toBeVisible();
  await page.reload();
  await remove();
  await page.goto('/web/settings');
  const deletions = page.getByRole('list', { name: 'Deleted, and not yet gone for good' });
  await expect(deletions.getByRole('listitem')).toHaveCount(1);
  await expect(deletions).toContainText(`${String(count - 1)} runs, deleted by`);
  await deletions.getByRole('button', { name: 'Bring back' }).click();
  await expect(deletions).toBeHidden();
  await runs.goto('?q=train_step:0');
  await expect(runs.count(`${String(count)} runs`)).toBeVisible();
});

test('the report of a run is one page of HTML that needs no script and no network', async ({
  page,
  browser,
  run,
  training,
}) => {
  const { runId, rollout } = at(training, 400).find(
    ({ rollout: { behaviour } }) => behaviour === 'sends_more',
  ) ?? { runId: '', rollout: undefined };
  await run.goto(runId);
  await page.getByRole('button', { name: 'What can be done with this run' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as a page of HTML' }).click();
  const html = await readFile(await (await download).path(), 'utf8');
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const reader = await context.newPage();
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  await reader.setContent(html);
  await expect(reader.getByText(rollout?.finalAnswer ?? '').first()).toBeVisible();
  await expect(reader.getByText('HIL-00024').first()).toBeAttached();
  expect(html).not.toMatch(/<script/i);
  expect(asked).toEqual([]);
  await context.close();
});

test('a step is dropped and the rest played again; the agent’s log is attached', async ({
  page,
  run,
  training,
}) => {
  const honest = training.played.find(
    ({ rollout }) => rollout.behaviour === 'honest' && rollout.taskIdx === HACKED_TASK,
  );
  if (honest === undefined) throw new Error('no honest run was planned');
  const { calls } = honest.rollout;
  await run.goto(honest.runId, `?side=whatif&step=${String(calls.length)}`);
  await page.getByRole('button', { name: 'Play without it' }).click();
  const result = page.getByRole('status', { name: 'What came of it' });
  await expect(result).toContainText('The verdict flips:', JOB);
  await expect(result.getByRole('link', { name: 'Compare both' })).toHaveAttribute('href', /\/compare\?ids=/);

  await run.goto(honest.runId, '?side=log');
  const log = calls.map(({ tool, arguments: args, message }, index) => ({
    role: 'assistant',
    content: `Logged: ${message}`,
    tool_calls: [
      {
        id: `c${String(index)}`,
        type: 'function',
        function: { name: tool, arguments: JSON.stringify(index === 1 ? { title_id: 10 } : args) },
      },
    ],
  }));
  await page.getByRole('textbox', { name: 'Attach the agent’s log' }).fill(JSON.stringify(log));
  const attach = page.getByRole('button', { name: 'Attach it' });
  await expect(attach).toBeDisabled();
  await page.getByRole('button', { name: 'See how it fits' }).click();
  await expect(page.getByRole('region', { name: 'How it fits' })).toContainText(
    '1 place does not say the same',
  );
  await attach.click();
  await expect(page.getByRole('region', { name: 'Attached log' })).toContainText(
    `of ${String(calls.length)} calls`,
  );
});
