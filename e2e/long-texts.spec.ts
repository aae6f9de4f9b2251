import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { expect, test } from './fixtures.ts';
import { makeLabelQueue } from './labelling-queue.ts';
import { signAs } from './sign-as.ts';

/** 3 MB that name what the task names, so that each sentence has words to point out. */
const LONG = 'The transfer of HIL-00016 from Hillside to branch 4 was sent. '.repeat(50_000);
const LENGTH = LONG.trim().length;
/** A second, and what the machine is busy with besides. */
const SOON = { timeout: 6_000 };

test('answers and messages of millions of characters are shown by their beginning, with the way to the rest', async ({
  page,
  studio,
}) => {
  test.setTimeout(120_000);
  const [first] = TRANSFERS.look;
  const run = await playAgentRun(studio.httpUrl, {
    scenario: 'city_library',
    taskIdx: 4,
    calls: [{ ...first, message: LONG }, TRANSFERS.send(['HIL-00016'], 4)],
    finalAnswer: LONG.trim(),
  });
  const queue = await makeLabelQueue(studio.httpUrl, 'Long', { runs: [run] });
  await signAs(page, 'Ada');
  await page.goto(`/web/annotate/queues/${queue}`);
  const pinned = page.getByLabel('Task', { exact: true });
  await expect(page.getByRole('list', { name: 'Steps of the run' })).toBeVisible(SOON);
  const said = page.getByText(new RegExp(`of ${(LENGTH + 2).toLocaleString('en')} characters`));
  await expect(said.first()).toBeVisible(SOON);
  expect((await page.locator('main').innerText()).length).toBeLessThan(40_000);
  await pinned.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText(/^20,000 of/)).toBeVisible(SOON);
  // The step's message: three lines, then its beginning.
  const evidence = page.locator('[data-evidence]');
  await evidence.getByRole('button', { name: 'more', exact: true }).click(SOON);
  await expect(evidence.getByText(/^2,000 of .* characters/)).toBeVisible(SOON);

  await signAs(page, 'lena');
  await page.goto(`/web/runs/${run}`);
  await expect(page.getByRole('region', { name: 'Task and answer' })).toBeVisible(SOON);
  await expect(page.getByText('The transfer of HIL-00016').first()).toBeVisible(SOON);
  expect((await page.locator('main').innerText()).length).toBeLessThan(60_000);
});
