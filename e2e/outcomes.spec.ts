import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { connect } from '../lib/openenv-client/index.ts';
import { expect, startStudio, test as base } from './fixtures.ts';

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A server of its own: labels that others give to runs of this task would choose another reference. */
const test = base.extend({
  studio: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      await use(studio);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const TASK = { scenario: 'city_library', task_idx: 4 };

function send(barcodes: readonly string[], branch: number): Call {
  return { tool: 'send_transfer', arguments: { barcodes, to_branch_id: branch } };
}

/** Runs of one task, as a trainer makes them: three right ones, one that sends another copy too, one that does nothing. */
async function train(url: string): Promise<void> {
  const wanted = ['HIL-00016', 'HIL-00017'];
  const right = [send(wanted, 4)];
  await using client = await connect(url);
  for (const [step, calls] of [right, right, right, [send([...wanted, 'HIL-00020'], 4)], []].entries()) {
    const tags = step === 0 ? ['gold'] : [];
    await client.reset({ ...TASK, options: { run: { experiment: 'e2e', train_step: step, tags } } });
    for (const { tool, arguments: args } of calls) await client.callTool(tool, args);
    await client.verify({ finalAnswer: 'Sent.' });
    await client.done();
  }
}

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

test('outcomes of a task: the reference, what others changed beside it, and another end marked', async ({
  page,
  studio,
}) => {
  await train(studio.httpUrl);
  await page.goto('/web/scenarios/city_library?tab=outcomes&task=4');
  const list = page.getByRole('list', { name: 'Outcomes of this task' });
  await expect(list.getByRole('button', { expanded: false })).toHaveCount(3);
  await expect(list.getByText('proposed')).toBeVisible();
  await expect(page.getByText('is tagged gold.')).toBeVisible();
  await list.getByRole('button', { name: /other rows? changed/ }).click();
  await expect(page.getByText('beside the reference').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Compare with the reference' })).toHaveAttribute(
    'href',
    /\/web\/compare\?ids=[0-9a-f]{32},[0-9a-f]{32}/,
  );
  await expect(page.getByRole('link', { name: 'Its run', exact: true })).toHaveAttribute(
    'href',
    /state%3A[0-9a-f]{64}/,
  );
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Mark as reference/ }).click();
  await expect(page.getByText('The reference is the end state of')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Take the mark back/ }).click();
  await expect(page.getByText('is tagged gold.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('tasks get a status in bulk, with a reason; splits and the file follow', async ({
  page,
  scenarios,
  studio,
}) => {
  await page.goto('/web/tasks?q=scenario%3Aclinic_scheduling');
  await expect(scenarios.taskRows).toHaveCount(10);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('3');
  const dialog = page.getByRole('dialog', { name: 'Set 2 tasks to quarantined' });
  await dialog.getByLabel('Reason').fill('the verifier believes anything');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 tasks are quarantined now.')).toBeVisible();
  await scenarios.filter.fill('scenario:clinic_scheduling status:quarantined');
  await expect(scenarios.taskRows).toHaveCount(2);
  const split = await fetch(`${studio.httpUrl}/awm/num_tasks`, {
    method: 'POST',
    body: JSON.stringify({ split: 'quarantined' }),
  });
  expect(await split.json()).toEqual({ num_tasks: 2 });
  await using client = await connect(studio.httpUrl);
  const { observation } = await client.reset({ split: 'quarantined', index: 1 });
  expect(observation).toMatchObject({ scenario: 'clinic_scheduling', task_idx: 1 });
  await page.getByRole('button', { name: 'File' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Export statuses/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { status: string }).status)).toEqual([
    'quarantined',
    'quarantined',
  ]);
  expect(await violations(page)).toEqual([]);
});
