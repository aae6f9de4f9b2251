import { playAgentRun } from './agent-runs.ts';
import { englishLeft } from './english.ts';
import { signAs } from './sign-as.ts';
import { looksRight } from './sound.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { goldOf } from './gold.ts';

/** Pairs of runs, a mistake that somebody puts right, and labels as files, in the browser. */
const test = base.extend<object, { readonly played: { readonly url: string; readonly failed: string } }>({
  played: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      const { calls, final_answer: finalAnswer } = goldOf('city_library', 4);
      const run = { scenario: 'city_library', taskIdx: 4, calls };
      await playAgentRun(studio.httpUrl, { ...run, ...(finalAnswer !== null && { finalAnswer }) });
      const failed = await playAgentRun(studio.httpUrl, { ...run, calls: calls.slice(0, -1) });
      await use({ url: studio.httpUrl, failed });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ played }, use) => use(played.url),
});

// Each goes on where the one before left the project.
test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

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

test('a step goes to a fix queue by one key; another does it right, blind', async ({ page, played }) => {
  await signAs(page, 'lea');
  const post = async (path: string, data: unknown): Promise<{ readonly id: string }> =>
    (await (await page.request.post(path, { data, headers: { 'x-awm-person': 'lea' } })).json()) as {
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
  await page.goto(`/web/runs/${played.failed}?step=2`);
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
  await fixing.getByRole('button', { name: 'Fork before step 2' }).click();
  await expect(fixing).toContainText('Attempt 1: being played');
  await fixing.getByRole('link', { name: 'Open: Attempt 1' }).click();
  await expect(page).toHaveURL(/\/web\/sessions\//);
  await expect(page.getByText('others', { exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(fixing).toContainText('Attempt 1');
  await looksRight(page);
});

test('labels become files: previewed, made, listed with their hashes, in Chinese and at 390 px', async ({
  page,
}) => {
  await signAs(page, 'lea');
  await page.goto(`${project}/data`);
  await expect(page.getByText('0 rows of 0 that there could be')).toBeVisible();
  await page.getByRole('button', { name: 'Make the export' }).click();
  const made = page.getByRole('region', { name: 'Exports' });
  await expect(made.getByText(/^README\.md [0-9a-f]{64}$/)).toBeVisible();
  await expect(made.getByRole('link', { name: 'Download zip' })).toBeVisible();
  await made.getByRole('button', { name: 'Push to the Hub' }).click();
  await expect(
    page.getByRole('dialog').getByRole('checkbox', { name: 'Private where it is new' }),
  ).toBeChecked();
  await page.keyboard.press('Escape');
  await looksRight(page);
  await page.goto(`${project}/pairs`);
  await expect(page.getByText(/^No fix was given in yet/)).toBeVisible();

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
    expect((await englishLeft(page)).filter((text) => !/lea|README|jsonl|[0-9a-f]{8}/i.test(text))).toEqual(
      [],
    );
  }
});
