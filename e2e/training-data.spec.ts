import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { englishLeft } from './english.ts';
import { signAs } from './sign-as.ts';
import { looksRight } from './sound.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { goldOf } from './gold.ts';
import { SessionPage } from './pages/session-page.ts';

interface Played {
  readonly url: string;
  readonly passed: string;
  readonly failed: string;
}

/** Pairs of runs, a mistake that somebody puts right, and labels as files, in the browser. */
const test = base.extend<object, { readonly played: Played }>({
  played: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      const { calls, final_answer: finalAnswer } = goldOf('city_library', 4);
      const run = { scenario: 'city_library', taskIdx: 4, calls };
      const passed = await playAgentRun(studio.httpUrl, {
        ...run,
        ...(finalAnswer !== null && { finalAnswer }),
      });
      // One of the two is forgotten.
      const wrong = TRANSFERS.send(['HIL-00016'], 4);
      const failed = await playAgentRun(studio.httpUrl, { ...run, calls: [...calls.slice(0, -1), wrong] });
      await use({ url: studio.httpUrl, passed, failed });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ played }, use) => use(played.url),
});

// Each goes on where the one before left the project.
test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LEA = { 'x-awm-person': 'lea' };
let project = '';

test('selected runs have a pair, with both verdicts, and it is downloaded without a project', async ({
  page,
}) => {
  await signAs(page, 'lea');
  await page.goto('/web/runs');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('row').nth(2).getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Selected runs' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Preference pairs' }).click();
  await page.getByRole('button', { name: 'Find pairs' }).click();
  await expect(page.getByText('1 pair of 1 task; 2 of 2 runs could be used')).toBeVisible();
  const row = page.getByRole('group', { name: 'Pairs' }).getByRole('row').nth(1);
  await expect(row).toContainText('complete');
  await expect(row).toContainText('others');
  await page.getByRole('textbox', { name: 'Name' }).fill('Transfers');
  await page.getByRole('button', { name: 'Keep as a pair set' }).click();
  await looksRight(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as DPO: Transfers' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dpo-.*\.zip$/);
});

test('an export of pairs holds the project’s pair sets unless others are chosen, and says why it is empty', async ({
  page,
  played,
}) => {
  await signAs(page, 'lea');
  const made = await page.request.post('/api/annotation/projects', {
    data: { name: 'Kept pairs' },
    headers: LEA,
  });
  const { id } = (await made.json()) as { readonly id: string };
  const kept = await page.request.post('/api/annotation/pair-sets', {
    data: { name: 'Sent to some', project: id, target: { ids: [played.failed, played.passed] }, filters: {} },
    headers: LEA,
  });
  expect(kept.ok()).toBe(true);
  await page.goto(`/web/annotate/projects/${id}/data`);
  await page.getByRole('combobox', { name: 'Shape' }).click();
  await page.getByRole('option', { name: 'DPO pairs' }).click();
  const set = page.getByRole('checkbox', { name: 'Sent to some (1)' });
  await expect(set).toBeChecked();
  const status = page.getByRole('region', { name: 'Preview' }).getByRole('status');
  await expect(status).toContainText('1 row of 1');
  await set.click();
  await expect(
    page.getByText('No row: nothing that is ticked holds a pair.', { exact: false }),
  ).toBeVisible();
  await expect(status).toContainText('0 rows of 0');
  await looksRight(page);
});

test('a step goes to a fix queue by one key; another does it right, blind', async ({ page, played }) => {
  test.setTimeout(120_000);
  await signAs(page, 'lea');
  const post = async (path: string, data: unknown): Promise<{ readonly id: string }> =>
    (await (await page.request.post(path, { data, headers: LEA })).json()) as {
      id: string;
    };
  const { id } = await post('/api/annotation/projects', { name: 'Library' });
  project = `/web/annotate/projects/${id}`;
  const queue = await post('/api/annotation/queues', {
    project: id,
    name: 'Fixes',
    kind: 'fix',
    members: [{ person: 'local:fay', name: 'fay' }],
  });
  await page.goto(`/web/runs/${played.failed}?step=4`);
  await expect(page.getByRole('button', { name: 'What can be done with this run' })).toBeVisible();
  await page.keyboard.press('z');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('This is where it went wrong.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent to Fixes')).toBeVisible();

  await page.evaluate(() => localStorage.setItem('awm.person', 'fay'));
  await signAs(page, 'fay');
  await page.goto(`/web/annotate/queues/${queue.id}`);
  const fixing = page.getByRole('region', { name: 'Do it right' });
  await expect(fixing).toContainText('This is where it went wrong.');
  await expect(page.getByRole('region', { name: 'Evidence of step 4' })).toBeVisible();
  await fixing.getByRole('button', { name: 'Fork before step 4' }).click();
  await expect(fixing).toContainText('Attempt 1: being played');
  await fixing.getByRole('link', { name: 'Open: Attempt 1' }).click();
  await expect(page).toHaveURL(/\/web\/sessions\//);
  await expect(page.getByText('others', { exact: true })).toHaveCount(0);

  // It is done right there, to the end; no verdict is told, and it leads back to the queue.
  const session = new SessionPage(page);
  await session.waitUntilLive();
  const { calls, final_answer: finalAnswer } = goldOf('city_library', 4);
  for (const call of calls.slice(3)) await session.call(call.tool, call.arguments);
  await looksRight(page);
  await session.doneButton.click();
  const ending = page.getByRole('dialog');
  if (finalAnswer !== null) await ending.getByRole('textbox').fill(finalAnswer);
  await ending.getByRole('button', { name: 'End the episode' }).click();
  await expect(page).toHaveURL(new RegExp(`/web/annotate/queues/${queue.id}`));
  await expect(fixing).toContainText('Attempt 1: played to its end');
  await expect(page.getByText('complete', { exact: true })).toHaveCount(0);
  await looksRight(page);
  await fixing.getByRole('button', { name: 'Give this one in: Attempt 1' }).click();
  await expect(fixing).toContainText('Given in');

  // Before it is submitted nobody is told of the fix.
  const fixes = async (): Promise<unknown> =>
    (await page.request.get(`/api/annotation/fixes?project=${id}`, { headers: LEA })).json();
  expect(await fixes()).toMatchObject({ items: [], certified: 0 });
  await page.keyboard.press('1');
  await page.getByRole('radio', { name: 'High' }).check();
  await page.getByRole('textbox', { name: 'Rationale' }).fill('Both of them were sent.');
  await page.getByRole('button', { name: /^Submit/ }).click();
  await expect(page.getByText('Nothing left to label')).toBeVisible();
  expect(await fixes()).toMatchObject({ certified: 1, items: [{ by: 'fay', proof: 'certified' }] });
});

test('a certified fix is among the pairs, and a row to train on', async ({ page, played }) => {
  await signAs(page, 'lea');
  await page.goto(`${project}/pairs`);
  const fixes = page.getByRole('region', { name: 'Fixes' });
  await expect(fixes.getByText('Certified', { exact: true })).toBeVisible();
  await expect(fixes).toContainText('This is where it went wrong.');
  await looksRight(page);
  const preview = await page.request.post('/api/annotation/exports/preview', {
    data: { project: project.split('/').at(-1), shape: 'dpo' },
    headers: LEA,
  });
  const { rows } = (await preview.json()) as { readonly rows: readonly string[] };
  const barcodes = (text: string) => ({ function: { arguments: expect.stringContaining(text) as unknown } });
  expect(rows.map((row) => JSON.parse(row) as unknown)).toMatchObject([
    {
      proof: 'fix',
      rejected_run: played.failed,
      rejected: [{ tool_calls: [barcodes('["HIL-00016"]')] }],
      chosen_verdict: 'complete',
      chosen: [{ tool_calls: [barcodes('HIL-00017')] }],
    },
  ]);
});

test('labels become files: previewed, made, listed with their hashes, in Chinese and at 390 px', async ({
  page,
}) => {
  await signAs(page, 'lea');
  await page.goto(`${project}/data`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/^[1-9]\d* rows of \d+ that there could be/)).toBeVisible();
  // Which columns, and which version of the schema they were labelled under.
  await expect(preview.getByText(/[0-9a-f]{64}$/)).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Fixes' }).check();
  await page.getByRole('radio', { name: 'PARQUET' }).check();
  await page.getByRole('button', { name: 'Make the export' }).click();
  const made = page.getByRole('region', { name: 'Exports' });
  await expect(made.getByText(/^data\/train\.parquet [0-9a-f]{64}$/)).toBeVisible();
  await expect(made.getByText(/^README\.md [0-9a-f]{64}$/)).toBeVisible();
  await expect(page.getByText('3 in all')).toBeVisible();
  await expect(made.getByRole('link', { name: 'Download zip' })).toBeVisible();
  await made.getByRole('button', { name: 'Push to the Hub' }).click();
  await expect(
    page.getByRole('dialog').getByRole('checkbox', { name: 'Private where it is new' }),
  ).toBeChecked();
  await page.keyboard.press('Escape');
  await looksRight(page);

  await page.addInitScript(() => {
    localStorage.setItem('awm.language', 'zh-CN');
    localStorage.setItem('awm.person', '李雷');
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, heading] of [
    [`${project}/data`, '数据'],
    [`${project}/pairs`, '偏好对与修正'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await looksRight(page);
    expect(
      (await englishLeft(page)).filter((text) => !/lea|Fixes|README|parquet|[0-9a-f]{8}/i.test(text)),
    ).toEqual([]);
  }
});
