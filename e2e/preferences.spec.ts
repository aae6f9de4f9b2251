import type { Page } from 'playwright/test';
import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { goldOf } from './gold.ts';
import { signAs } from './sign-as.ts';
import { looksRight } from './sound.ts';

/** People say which of two runs is better: from a set of proven pairs to a queue, by keys, and where they differ to a decision. */
const test = base.extend<
  object,
  { readonly played: { readonly url: string; readonly runs: readonly string[] } }
>({
  played: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      const { calls, final_answer: finalAnswer } = goldOf('city_library', 4);
      const task = { scenario: 'city_library', taskIdx: 4 };
      const pass = { ...task, calls, ...(finalAnswer !== null && { finalAnswer }) };
      const runs = [await playAgentRun(studio.httpUrl, pass)];
      for (const branch of [1, 2]) {
        const other = [...calls.slice(0, 2), TRANSFERS.send(['HIL-00016'], branch)];
        runs.push(await playAgentRun(studio.httpUrl, { ...task, calls: other, finalAnswer: 'sent' }));
      }
      await use({ url: studio.httpUrl, runs });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ played }, use) => use(played.url),
});

// Each goes on where the one before left the project.
test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LABEL = 'Label these pairs: Transfers';
let project = '';
let queue = '';
let set = '';

async function send<T>(page: Page, path: string, data: unknown, person: string): Promise<T> {
  const response = await page.request.post(`/api/annotation/${path}`, {
    data,
    headers: { 'x-awm-person': person },
  });
  const answer: unknown = await response.json();
  expect(response.ok(), JSON.stringify(answer)).toBe(true);
  return answer as T;
}

test('a kept set shows its pairs, each with its way to where both part, and becomes a queue', async ({
  page,
  played,
}) => {
  await signAs(page, 'lea');
  ({ id: project } = await send<{ id: string }>(page, 'projects', { name: 'Library' }, 'lea'));
  const target = { ids: played.runs };
  const filters = { minPrefix: 0, onePerPrefix: false, unsuspicious: false, cleanTasks: false };
  const kept = { name: 'Transfers', project, target, filters };
  const made = await send<{ id: string; counts: { pairs: number } }>(page, 'pair-sets', kept, 'lea');
  set = made.id;
  expect(made.counts.pairs).toBe(2);

  await page.goto(`/web/annotate/projects/${project}/pairs`);
  await page.getByRole('link', { name: 'Transfers', exact: true }).click();
  const pairs = page.getByRole('group', { name: 'Pairs of Transfers' });
  await expect(pairs.getByRole('row')).toHaveCount(3);
  await expect(pairs.getByRole('row').nth(1)).toContainText('complete');
  await looksRight(page);
  await page.screenshot({ path: test.info().outputPath('set.png') });
  const compare = pairs.getByRole('link', { name: 'Compare' }).first();
  await expect(compare).toHaveAttribute(
    'href',
    /\/compare\?ids=[0-9a-f]{32},[0-9a-f]{32}&at=[0-9a-f]{32}:\d+,[0-9a-f]{32}:\d+$/,
  );

  await page.getByRole('button', { name: LABEL }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2 pairs of 1 task, of 3 runs')).toBeVisible();
  for (const name of ['ann', 'ben']) {
    await dialog.getByRole('combobox', { name: 'Add a person by name' }).fill(name);
    await page.keyboard.press('Enter');
  }
  await dialog.getByRole('checkbox', { name: 'Everybody who may label' }).uncheck();
  await looksRight(page);
  await page.screenshot({ path: test.info().outputPath('make-queue.png') });
  await dialog.getByRole('button', { name: 'Make the queue' }).click();
  await page.waitForURL(/queue=[0-9a-f]{32}/);
  queue = new URL(page.url()).searchParams.get('queue') ?? '';
  const asked = { headers: { 'x-awm-person': 'lea' } };
  const there = await page.request.get(`/api/annotation/queues/${queue}`, asked);
  expect((await there.json()) as unknown).toMatchObject({
    kind: 'preference',
    counts: { items: 2, wanted: 4 },
    people: [{ name: 'ann' }, { name: 'ben' }],
  });
});

test('who is to label the pairs is refused the page that tells how both ended', async ({ page }) => {
  await signAs(page, 'ann');
  await page.goto(`/web/annotate/projects/${project}/pairs?set=${set}`);
  await expect(page.getByText(/This set holds runs that you have to label/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Pairs of Transfers' })).toHaveCount(0);
  const asked = await page.request.get(`/api/annotation/pair-sets/${set}`, {
    headers: { 'x-awm-person': 'ann' },
  });
  expect((await asked.json()) as unknown).toMatchObject({ error: { code: 'blind' } });
});

test('pairs are labelled by keys alone: over to the other run and back, undone, kept over a reload, on to the next', async ({
  page,
  played,
}) => {
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (/\/(next|submit|assignments\/[0-9a-f]{32})$/.test(new URL(response.url()).pathname))
      void response.text().then((text) => bodies.push(text));
  });
  await signAs(page, 'ann');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/web/annotate/queues/${queue}`);
  const runA = page.getByRole('radio', { name: /^Run A/ });
  const runB = page.getByRole('radio', { name: /^Run B/ });
  await expect(page.getByText('≠ parts here')).toBeVisible();
  await expect(page.getByText('The first 2 calls are the same')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps' });
  // It begins where the two part.
  await expect(steps.locator('[aria-current=step]')).toContainText('parts here');
  await looksRight(page);
  await page.screenshot({ path: test.info().outputPath('pair-light.png') });

  await page.keyboard.press('w');
  await expect(steps.locator('[aria-current=step]')).toContainText('parts here');
  await page.keyboard.press('k');
  await expect(steps.locator('[aria-current=step]')).toContainText('same in both');
  await page.keyboard.press('w');
  await expect(steps.locator('[aria-current=step]')).toContainText('same in both');
  await page.keyboard.press('2');
  await expect(runB.and(page.locator('[data-form-row=preference] *'))).toBeChecked();
  await page.keyboard.press('1');
  await expect(runA.and(page.locator('[data-form-row=preference] *'))).toBeChecked();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(runB.and(page.locator('[data-form-row=preference] *'))).toBeChecked();
  await page.keyboard.press('c');
  await expect(page.getByText(/✓ Saved/).first()).toBeVisible();
  await page.reload();
  await expect(runB.and(page.locator('[data-form-row=preference] *'))).toBeChecked();

  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(page);
  await page.screenshot({ path: test.info().outputPath('pair-dark.png') });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('tab', { name: /^Steps/ })).toBeVisible();
  await expect(page.locator('[data-form-row=preference]')).toBeVisible();
  await looksRight(page);
  await page.screenshot({ path: test.info().outputPath('pair-narrow.png') });
  await page.setViewportSize({ width: 1440, height: 900 });

  const first = new URL(page.url()).searchParams.get('item');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page).not.toHaveURL(new RegExp(`item=${first ?? ''}`));
  await page.keyboard.press('1');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    page.getByText('You have labelled or skipped everything that this queue has for you.'),
  ).toBeVisible();
  await page.goto(`/web/annotate/queues/${queue}?view=mine`);
  await expect(page.getByRole('cell', { name: 'Run B' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Run A' })).toBeVisible();
  for (const secret of [...played.runs, '"reward"', 'policy-8b']) expect(bodies.join()).not.toContain(secret);
});

test('who adjudicates differing preferences sees the steps and evidence of both runs', async ({ page }) => {
  // Ben says the contrary of what stands there.
  const { items } = (await (
    await page.request.get(`/api/annotation/queues/${queue}/items`, { headers: { 'x-awm-person': 'lea' } })
  ).json()) as {
    readonly items: readonly {
      readonly otherRun: string;
      readonly assignments: readonly { readonly preference: 'a' | 'b' }[];
    }[];
  };
  expect(items.map(({ assignments }) => assignments.length)).toEqual([1, 1]);
  let { assignment } = await send<{ assignment: { id: string } | null }>(
    page,
    `queues/${queue}/next`,
    {},
    'ben',
  );
  for (const preference of ['a', 'tie'] as const) {
    const doc = { preference, rationale: 'Run A keeps to the branch.' };
    const body = { baseRevision: 0, doc, activeMs: 1_000, key: `preference-${preference}` };
    const answer = await send<{ next: { assignment: { id: string } | null } }>(
      page,
      `assignments/${assignment?.id ?? ''}/submit`,
      body,
      'ben',
    );
    ({ assignment } = answer.next);
  }
  await signAs(page, 'cy');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/web/annotate/projects/${project}/disagreements`);
  await page.getByRole('button', { name: /^Begin/ }).click();
  const second = page.getByRole('list', { name: 'Steps: Second run' });
  await second.getByRole('button').nth(2).click();
  await expect(page.getByRole('region', { name: 'Evidence of step 3' })).toBeVisible();
  await expect(page.getByText(/^Its A is the (first|second) run/).first()).toBeVisible();
  await looksRight(page);
  await page.screenshot({ path: test.info().outputPath('adjudicate.png') });
  const evidence = page.getByRole('region', { name: 'Evidence of step 3' });
  const ofSecond = await evidence.innerText();
  await page.getByRole('list', { name: 'Steps: First run' }).getByRole('button').nth(2).click();
  await expect.poll(() => evidence.innerText()).not.toBe(ofSecond);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await looksRight(page);
});
