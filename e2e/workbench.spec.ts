import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { HACKED_TASK, TRAINING_SCENARIO } from '../bench/training/pack.ts';
import type { Played } from '../bench/training/play.ts';
import { connect } from '../lib/openenv-client/index.ts';
import { PROJECT_DIR } from '../server/config.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { axeFaults } from './axe.ts';
import { expect, test as base, type Trained, withTraining } from './fixtures.ts';
import { WorkbenchPage } from './pages/workbench-page.ts';
import { unreachable } from './reachable.ts';

interface Labelled {
  readonly studio: ServerProcess;
  /** Runs of the task whose verifier has holes. */
  readonly hacked: readonly Played[];
  readonly strict: string;
}

/** A planted training run with labels of people, and the mended verifier. */
async function label({ studio, played }: Trained): Promise<Labelled> {
  const hacked = played.filter(({ rollout }) => rollout.taskIdx === HACKED_TASK);
  for (const { runId, rollout } of hacked) {
    const outcome = rollout.behaviour === 'honest' ? 'complete' : 'incomplete';
    const response = await fetch(`${studio.httpUrl}/api/episodes/${runId}/labels`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome, by: 'ann' }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  const file = join(PROJECT_DIR, 'scenarios/city_library/tasks', String(HACKED_TASK), 'verify_code.py');
  return { studio, hacked, strict: await readFile(file, 'utf8') };
}

const PLAN = { experiment: 'grpo-1', checkpoints: 4, groupSize: 8 };

const test = base.extend<{ readonly bench: WorkbenchPage }, { readonly trained: Labelled }>({
  trained: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => withTraining(PLAN, async (training) => use(await label(training))),
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ trained }, use) => use(trained.studio.httpUrl),
  bench: async ({ page }, use) => use(new WorkbenchPage(page)),
});

// One after another on one server: the first is the one that saves a version.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const hackOf = ({ hacked }: Labelled, behaviour: string): Played => {
  const found = hacked.find(({ rollout }) => rollout.behaviour === behaviour);
  if (found === undefined) throw new Error(`no run that ${behaviour}`);
  return found;
};

test('from a run that pleased a weak verifier to a mended one that verifies new sessions, in six actions', async ({
  page,
  bench,
  trained,
}) => {
  const { runId, rollout } = hackOf(trained, 'says_so');
  await page.goto(`/web/runs/${runId}`);
  await expect(page.getByRole('banner').getByRole('link', { name: /^Verifier/ })).toBeVisible();
  // 1
  await page.keyboard.press('w');
  await bench.waitUntilRun();
  await expect(bench.runs.first()).toContainText(runId.slice(0, 6));
  await expect(bench.detail(runId)).toContainText('on their way to Station Road');
  await expect(bench.save).toBeDisabled();
  // 2 to 4: into the editor, all of it, paste
  await bench.paste(trained.strict);
  // 5
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(bench.run(runId)).toContainText('others', { timeout: 30_000 });
  await bench.waitUntilRun();
  const flips = trained.hacked.filter(
    (each) => each.reward === 1 && each.rollout.behaviour !== 'honest',
  ).length;
  await expect(bench.tab(new RegExp(`^Flips ${String(flips)}$`))).toBeVisible();
  await expect(bench.after).toContainText('κ 1.00');
  await expect(bench.detail(runId)).toContainText('others');
  // 6
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Version 2 is saved and verifies new sessions.')).toBeVisible();
  await using client = await connect(trained.studio.httpUrl);
  await client.reset({ scenario: TRAINING_SCENARIO, task_idx: HACKED_TASK });
  for (const { tool, arguments: args } of rollout.calls) await client.callTool(tool, args);
  const verified = await client.verify({ finalAnswer: rollout.finalAnswer ?? '' });
  expect([verified.reward, verified.metadata['verifier_version']]).toEqual([0, 2]);
  await page.goto('/web/verifiers');
  await expect(page.getByRole('list', { name: 'Tasks with runs' })).toContainText('v2 of 2');
});

test('a draft outlives the page, says what does not compile, and is thrown away and taken back', async ({
  page,
  bench,
  trained,
}) => {
  await bench.goto(TRAINING_SCENARIO, HACKED_TASK);
  await expect(bench.runs).not.toHaveCount(0);
  await bench.paste('def verify_task_completion(a, b):\n    return {"result": "complete"\n');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(bench.alert.first()).toContainText('Line 2');
  await page.reload();
  await expect(bench.alert.first()).toContainText('never closed');
  await bench.paste('def verify_task_completion(a, b):\n    return {"result": "complete"}\n');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(bench.alert.first()).toContainText('already true at step 0');
  await bench.discard.click();
  await expect(bench.save).toBeDisabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bench.save).toBeEnabled();
  expect(trained.hacked.length).toBeGreaterThan(0);
});

test('the held-out half is looked at on demand, and every look is counted', async ({
  page,
  bench,
  trained,
}) => {
  await bench.goto(TRAINING_SCENARIO, HACKED_TASK);
  const held = bench.runs.filter({ hasText: 'held out' });
  await expect(held).not.toHaveCount(0);
  await bench.tab(/^Held out/).check({ force: true });
  await expect(page.getByText('Nobody has looked at it yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(bench.before).toContainText(/κ [01]\.\d\d/);
  await expect(page.getByText('looked at once')).toBeVisible();
  await expect(held).toHaveCount(0);
  // The keys move the selection.
  await bench.runs.first().getByRole('link').click();
  await page.keyboard.press('j');
  await expect(bench.runs.nth(1).getByRole('link')).toHaveAttribute('aria-current', 'true');
  expect(trained.hacked.length).toBeGreaterThan(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe, ${theme}, and narrow screens`, async ({ page, bench, trained }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const { runId } = hackOf(trained, 'elsewhere');
    await bench.goto(TRAINING_SCENARIO, HACKED_TASK, `?run=${runId}`);
    await expect(bench.detail(runId)).toContainText('copies');
    expect(await axeFaults(page)).toEqual([]);
    for (const size of [
      { width: 390, height: 844 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size);
      await expect.soft.poll(() => unreachable(page), { timeout: 3_000 }).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(wide, String(size.width)).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/web/verifiers');
    await expect(page.getByRole('list', { name: 'Tasks with runs' })).toBeVisible();
    const list = await new AxeBuilder({ page }).analyze();
    expect(list.violations.map(({ id }) => id)).toEqual([]);
  });
}
