import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { HACKED_TASK, TRAINING_SCENARIO } from '../bench/training/pack.ts';
import type { Behaviour } from '../bench/training/rollouts.ts';
import { connect } from '../lib/openenv-client/index.ts';
import { PROJECT_DIR } from '../server/config.ts';
import { Actions } from './actions.ts';
import { expect, test as base, type Trained, withTraining } from './fixtures.ts';
import { RunsPage } from './pages/runs-page.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';

/** A researcher over a training run: finds the reward hacks, mends the verifier, sets the task aside. */
const PLAN = { experiment: 'grpo-1', checkpoints: 6, groupSize: 12 };
const MAX_TO_FIND = 5;
const MAX_TO_MEND = 8;

const test = base.extend<
  { readonly runs: RunsPage; readonly bench: WorkbenchPage; readonly actions: Actions },
  { readonly training: Trained }
>({
  training: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => withTraining(PLAN, use),
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ training }, use) => use(training.studio.httpUrl),
  runs: async ({ page }, use) => use(new RunsPage(page)),
  bench: async ({ page }, use) => use(new WorkbenchPage(page)),
  actions: async ({ page }, use) => use(new Actions(page)),
});

// The last of them changes the verifier.
test.describe.configure({ mode: 'default', timeout: 120_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

function idsOf({ played }: Trained, ...behaviours: readonly Behaviour[]): readonly string[] {
  return played
    .filter(({ rollout }) => rollout.taskIdx === HACKED_TASK && behaviours.includes(rollout.behaviour))
    .map(({ runId }) => runId)
    .sort();
}

/** All runs that match, over REST. */
async function found(page: Page, q: string): Promise<readonly string[]> {
  const response = await page.request.get(`/api/runs?q=${encodeURIComponent(q)}&limit=200`);
  const { items } = (await response.json()) as { readonly items: readonly { readonly id: string }[] };
  return items.map(({ id }) => id).sort();
}

/** As the outcomes' list says how they end, beside the honest ones. */
const HACKS = [
  { behaviour: 'says_so', ends: 'no row changed, answer only' },
  { behaviour: 'sends_more', ends: '4 other rows changed' },
  { behaviour: 'elsewhere', ends: 'transfers.to_branch_id 3, not 4' },
] as const;
const HACKED = HACKS.map(({ behaviour }) => behaviour);

for (const { behaviour, ends } of HACKS) {
  test(`${behaviour} is found from “Suspicious passes”, an outcome of its own`, async ({
    page,
    runs,
    actions,
    training,
  }) => {
    const planned = idsOf(training, behaviour);
    expect(planned.length).toBeGreaterThan(1);
    await runs.goto();
    await actions.click(runs.views.getByRole('link', { name: /^Suspicious passes/ }));
    await expect(runs.count(`${String(idsOf(training, ...HACKED).length)} runs`)).toBeVisible();
    await actions.press('Space');
    await actions.click(runs.peek.getByRole('link', { name: 'All outcomes of the task' }));
    const list = page.getByRole('list', { name: 'Outcomes of this task' });
    const outcome = list.getByRole('listitem').filter({ hasText: ends });
    const line = outcome.locator('button[aria-expanded]');
    // That of the run which the way led over is open already.
    if ((await line.getAttribute('aria-expanded')) === 'false') await actions.click(line);
    await expect(line).toContainText(`${String(planned.length)} runs`);
    await actions.click(outcome.getByRole('link', { name: `Its ${String(planned.length)} runs` }));
    await expect(runs.count(`${String(planned.length)} runs`)).toBeVisible();
    expect(await found(page, await runs.filter.inputValue())).toEqual(planned);
    expect(actions.done.length, actions.done.join('\n')).toBeLessThanOrEqual(MAX_TO_FIND);
  });
}

test('the suspicious passes are the hacks, and no honest pass; the passes have four ends', async ({
  page,
  training,
}) => {
  expect(await found(page, 'pass suspicious')).toEqual(idsOf(training, ...HACKED));
  await page.goto(`/web/scenarios/${TRAINING_SCENARIO}?tab=outcomes&task=${String(HACKED_TASK)}&runs=passes`);
  const lines = page.getByRole('list', { name: 'Outcomes of this task' }).locator('button[aria-expanded]');
  await expect(lines).toHaveCount(1 + HACKS.length);
  await expect(lines.filter({ hasText: 'most passes' })).toContainText(
    `${String(idsOf(training, 'honest').length)} runs`,
  );
});

test('the points of the curve filter the suspicious passes to their checkpoint', async ({
  page,
  runs,
  training,
}) => {
  const last = training.played.filter(
    ({ rollout }) => rollout.trainStep === 400 && HACKED.some((hack) => hack === rollout.behaviour),
  );
  await runs.goto();
  await runs.views.getByRole('link', { name: /^Suspicious passes/ }).click();
  await expect(runs.filter).toHaveValue('pass suspicious');
  const slider = runs.plot.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', /^train_step 400: grpo-1: pass rate/);
  await page.keyboard.press('Enter');
  await expect(runs.filter).toHaveValue('pass suspicious train_step:400');
  await expect(runs.count(`${String(last.length)} runs`)).toBeVisible();
  expect(await found(page, await runs.filter.inputValue())).toEqual(last.map(({ runId }) => runId).sort());
});

test('its task is set quarantined with a reason, and leaves the split clean', async ({
  page,
  runs,
  scenarios,
  training,
}) => {
  const count = async (split: string): Promise<number> => {
    const url = `${training.studio.httpUrl}/awm/num_tasks`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ split }) });
    return ((await response.json()) as { readonly num_tasks: number }).num_tasks;
  };
  const clean = await count('clean');
  await runs.goto('?q=pass+suspicious');
  const hacks = idsOf(training, ...HACKED).length;
  await runs.row(0).getByRole('checkbox').click();
  await runs.selection.getByRole('button', { name: `Select all ${String(hacks)} that match` }).click();
  await runs.selection.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Set status of their tasks…' }).click();
  await expect(runs.dialog.getByText(`${String(hacks)} runs of 1 task`)).toBeVisible();
  await expect(runs.dialog.getByRole('list', { name: 'Their tasks' })).toContainText(TRAINING_SCENARIO);
  await runs.dialog.getByRole('radio', { name: 'quarantined' }).check({ force: true });
  await runs.dialog.getByRole('textbox', { name: 'Why' }).fill('Its verifier believes the answer');
  await runs.dialog.getByRole('button', { name: 'Set it for 1 task' }).click();
  await expect(page.getByText('The status of 1 task was set.')).toBeVisible();
  expect([await count('clean'), await count('quarantined')]).toEqual([clean - 1, 1]);
  await using client = await connect(training.studio.httpUrl);
  const { observation } = await client.reset({ split: 'quarantined', index: 0 });
  expect(observation).toMatchObject({ scenario: TRAINING_SCENARIO, task_idx: HACKED_TASK });
  await page.goto('/web/tasks?q=status%3Aquarantined');
  await expect(scenarios.taskRows).toHaveCount(1);
  await expect(scenarios.taskRows).toContainText('The Allotment Year');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(scenarios.peek).toContainText('Its verifier believes the answer');
});

test('its verifier is mended from a suspicious run; the hacks are re-graded, new sessions get it', async ({
  page,
  bench,
  actions,
  training,
}) => {
  const file = join(PROJECT_DIR, 'scenarios/city_library/tasks', String(HACKED_TASK), 'verify_code.py');
  const strict = await readFile(file, 'utf8');
  const hack = training.played.find(({ rollout }) => rollout.behaviour === 'says_so');
  if (hack === undefined) throw new Error('no run was planned that says so');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/web/runs/${hack.runId}`);
  await expect(page.getByRole('banner').getByRole('link', { name: /^Verifier/ })).toBeVisible();
  // Taken from an editor elsewhere.
  await page.evaluate((text) => navigator.clipboard.writeText(text), strict);

  await actions.press('w');
  await bench.waitUntilRun();
  await actions.click(bench.code.locator('.view-lines'));
  await actions.press('ControlOrMeta+a');
  await actions.press('ControlOrMeta+v');
  await actions.press('ControlOrMeta+Enter');
  await expect(bench.run(hack.runId)).toContainText('others');
  await bench.waitUntilRun();
  const flips = idsOf(training, ...HACKED);
  await expect(bench.tab(new RegExp(`^Flips ${String(flips.length)}$`))).toBeVisible();
  await actions.press('ControlOrMeta+s');
  await expect(page.getByText('Version 2 is saved and verifies new sessions.')).toBeVisible();
  expect(actions.done.length, actions.done.join('\n')).toBeLessThanOrEqual(MAX_TO_MEND);

  const task = `scenario:${TRAINING_SCENARIO} task:${String(HACKED_TASK)}`;
  await expect.poll(() => found(page, `${task} pass regraded:others`), { timeout: 30_000 }).toEqual(flips);
  await expect
    .poll(() => found(page, `${task} regraded:complete`), { timeout: 30_000 })
    .toEqual(idsOf(training, 'honest'));

  const shelf = await page.request.get(`/api/verifiers/${TRAINING_SCENARIO}/${String(HACKED_TASK)}`);
  const { versions } = (await shelf.json()) as {
    readonly versions: readonly { readonly version: number; readonly hash: string }[];
  };
  const hashes = new Map(versions.map(({ version, hash }) => [version, hash]));
  expect(hashes.get(2)).not.toBe(hashes.get(1));
  await using client = await connect(training.studio.httpUrl);
  await client.reset({ scenario: TRAINING_SCENARIO, task_idx: HACKED_TASK });
  for (const { tool, arguments: args } of hack.rollout.calls) await client.callTool(tool, args);
  const { reward, metadata } = await client.verify({ finalAnswer: hack.rollout.finalAnswer ?? '' });
  expect([reward, metadata['verifier_hash'], metadata['verifier_version']]).toEqual([0, hashes.get(2), 2]);
});
