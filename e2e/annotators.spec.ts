import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright/test';
import type { LabelDoc } from '../lib/contracts/annotation/label-doc.ts';
import { startServerProcess, type ServerProcess } from '../server/testing/server-process.ts';
import { playAgentRun } from './agent-runs.ts';
import { annotatorOf, type Annotator } from './annotator.ts';
import { expect, test as base } from './fixtures.ts';
import { draftRecord, labelRecords } from './label-records.ts';
import { annotationPatch, makeLabelQueue, queueItems } from './labelling-queue.ts';
import { LabellingPage } from './pages/labelling-page.ts';

const LIST = { tool: 'list_venues', arguments: {} };
/** What writes: the network is cut for these alone where a page must load meanwhile. */
const WRITES = /\/api\/annotation\/assignments\/[0-9a-f]+\/(draft|submit|renew)$/;
const HOUR_MS = 3_600_000;

/** Two calls and an answer, each of another run: three marks. */
async function playRuns(studioUrl: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(
      await playAgentRun(studioUrl, {
        scenario: 'event_ticketing',
        taskIdx: 7,
        calls: [LIST, LIST],
        finalAnswer: `Answer ${String(n)}.`,
      }),
    );
  return ids;
}

const test = base.extend<object, { readonly runs: readonly string[] }>({
  runs: [
    async ({ studio }, use) => use(await playRuns(studio.httpUrl, 6)),
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.describe.configure({ mode: 'default', timeout: 90_000 });

const saved = (one: LabellingPage) => one.form.getByText(/^✓ Saved/);
const queued = (one: LabellingPage, count: number) =>
  one.form.getByText(`! Offline, ${String(count)} queued`);

/** All that was submitted is there as it was made, once, and no item has more than its overlap, or two of one person. */
function expectAllThere(homeDir: string, queue: string, overlap: number, people: readonly Annotator[]): void {
  const labels = labelRecords(homeDir, queue);
  for (const given of Map.groupBy(labels, ({ item }) => item).values()) {
    expect(given.length).toBeLessThanOrEqual(overlap);
    expect(new Set(given.map(({ person }) => person)).size).toBe(given.length);
  }
  for (const { name, submitted } of people) {
    const own = labels.filter(({ person }) => person === name);
    expect(own.every(({ version, current, revealed }) => version === 1 && current && !revealed)).toBe(true);
    expect(new Map(own.map(({ assignment, doc }) => [assignment, doc]))).toEqual(submitted);
  }
}

/** What the browser still keeps for the server. */
async function kept({ page }: LabellingPage): Promise<readonly string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^awm\.(label|submitted)\./.test(key)),
  );
}

for (const { names, overlap } of [
  { names: ['ann', 'ben'], overlap: 1 },
  { names: ['ann', 'ben', 'cyd', 'dov', 'eve'], overlap: 2 },
]) {
  test(`${String(names.length)} people label one queue at the same time: each item ${String(overlap)} times, each label as it was made`, async ({
    browser,
    studio,
    runs,
  }) => {
    const queue = await makeLabelQueue(studio.httpUrl, 'Together', { runs, settings: { overlap } });
    const place = { baseURL: studio.httpUrl, queue };
    const people = await Promise.all(names.map((name) => annotatorOf(browser, name, place)));
    await Promise.all(people.map((person) => person.labelAll()));
    expect(labelRecords(studio.homeDir, queue)).toHaveLength(runs.length * overlap);
    expectAllThere(studio.homeDir, queue, overlap, people);
    for (const { context, labelling } of people) {
      expect(await kept(labelling)).toEqual([]);
      await context.close();
    }
  });
}

test('a server that is killed in the middle loses no mark: what was made before, meanwhile and after is there', async ({
  browser,
}) => {
  const homeDir = await mkdtemp(join(tmpdir(), 'awm-e2e-killed-'));
  const start = (port = '0'): Promise<ServerProcess> =>
    startServerProcess({ packs: [], homeDir, flags: ['--ui', '--port', port] });
  let server = await start();
  try {
    const { port } = new URL(server.httpUrl);
    const kill = async (): Promise<void> => {
      server.child.kill('SIGKILL');
      await server.exited;
    };
    const runs = await playRuns(server.httpUrl, 4);
    const queue = await makeLabelQueue(server.httpUrl, 'Killed', { runs, settings: { overlap: 2 } });
    const place = { baseURL: server.httpUrl, queue };
    const ann = await annotatorOf(browser, 'ann', place);
    const { labelling } = ann;
    const first = (await ann.next('')) ?? '';
    await labelling.press('f', '2');
    await expect(saved(labelling)).toBeVisible();
    // Of the next item everything is there: it was read ahead.
    await labelling.page.waitForLoadState('networkidle');
    await labelling.press('x');
    await kill();
    await labelling.press('x');
    const doc = await ann.mark(1);
    await expect(queued(labelling, 1)).toBeVisible();
    await expect(saved(labelling)).toHaveCount(0);
    await labelling.submit();
    ann.submitted.set(first, doc);
    const second = await ann.next(first);
    // The next one has nothing to save, which is no word of the one before it.
    await expect(queued(labelling, 1)).toBeVisible();
    await labelling.press('f', '1');
    await expect(queued(labelling, 2)).toBeVisible();
    await expect(saved(labelling)).toHaveCount(0);
    expect(labelRecords(homeDir, queue)).toEqual([]);

    server = await start(port);
    await expect(saved(labelling)).toBeVisible({ timeout: 20_000 });
    expect(await labelling.markOf(1)).toBe('+1');
    expectAllThere(homeDir, queue, 2, [ann]);
    expect(draftRecord(homeDir, second ?? '')?.doc).toMatchObject({ outcome: 'complete' });
    await labelling.page.reload();
    await labelling.current.waitFor();
    expect(await labelling.markOf(1)).toBe('+1');
    await labelling.page.keyboard.press('ControlOrMeta+a');

    // Killed while two people submit, whatever they are at.
    const ben = await annotatorOf(browser, 'ben', place);
    const both = Promise.all([ann.labelAll(first), ben.labelAll()]);
    await expect.poll(() => labelRecords(homeDir, queue).length, { intervals: [50] }).toBeGreaterThan(2);
    await kill();
    server = await start(port);
    await both;
    expect(labelRecords(homeDir, queue)).toHaveLength(runs.length * 2);
    expectAllThere(homeDir, queue, 2, [ann, ben]);
    for (const { context } of [ann, ben]) await context.close();
  } finally {
    await server[Symbol.asyncDispose]();
    await rm(homeDir, { recursive: true, force: true });
  }
});

test('without a network work is kept, said to be, and sent once: also when an answer is lost, and from the next page', async ({
  browser,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Offline', { runs: runs.slice(0, 4) });
  const ann = await annotatorOf(browser, 'ann', { baseURL: studio.httpUrl, queue });
  const { labelling, context } = ann;
  const first = (await ann.next('')) ?? '';
  await labelling.page.waitForLoadState('networkidle');
  await context.setOffline(true);
  ann.submitted.set(first, await ann.mark(0));
  await expect(queued(labelling, 1)).toBeVisible();
  await labelling.submit();
  const second = (await ann.next(first)) ?? '';
  await expect(queued(labelling, 1)).toBeVisible();
  expect(await kept(labelling)).toHaveLength(1 + 1);
  await context.setOffline(false);
  await expect(labelling.form.getByText(/Offline/)).toBeHidden();
  expectAllThere(studio.homeDir, queue, 1, [ann]);
  expect(await kept(labelling)).toEqual([]);

  // The server has it, and its answer is lost.
  let lost = 0;
  await labelling.page.route(WRITES, async (route) => {
    lost += 1;
    if (lost <= 2) await route.fetch();
    if (lost <= 3) await route.abort();
    else await route.continue();
  });
  ann.submitted.set(second, await ann.mark(1));
  await labelling.submit();
  const third = (await ann.next(second)) ?? '';
  await expect.poll(() => labelRecords(studio.homeDir, queue).length).toBe(2);
  await expect(labelling.form.getByText(/Offline/)).toBeHidden();
  await labelling.page.unroute(WRITES);
  expectAllThere(studio.homeDir, queue, 1, [ann]);

  // The page is closed before it could send; the next one does, wherever it is opened.
  await labelling.page.route(WRITES, (route) => route.abort());
  ann.submitted.set(third, await ann.mark(2));
  await labelling.submit();
  await ann.next(third);
  await labelling.page.close();
  const next = new LabellingPage(await context.newPage());
  await next.page.goto('/web/annotate');
  await expect.poll(() => labelRecords(studio.homeDir, queue).length).toBe(3);
  expectAllThere(studio.homeDir, queue, 1, [ann]);
  await expect.poll(() => kept(next)).toEqual([]);
  await context.close();
});

test('a reservation that ran out: somebody else has the item, the label is kept, and the screen says what to do', async ({
  browser,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Expired', {
    runs: runs.slice(0, 1),
    settings: { reservationMinutes: 0.05 },
  });
  const place = { baseURL: studio.httpUrl, queue };
  const ann = await annotatorOf(browser, 'ann', place);
  const item = (await ann.next('')) ?? '';
  await ann.labelling.press('f', '2');
  await expect(saved(ann.labelling)).toBeVisible();
  await annotationPatch(studio.httpUrl, `queues/${queue}`, { settings: { reservationMinutes: 60 } });
  const ben = await annotatorOf(browser, 'ben', place);
  await ben.next('');

  const doc = await ann.mark(4);
  const { page, form, submitButton } = ann.labelling;
  const taken = page
    .getByRole('complementary', { name: 'Your label' })
    .getByRole('status')
    .filter({ hasText: 'is with others now. Your draft is kept' });
  await expect(taken).toBeVisible();
  await expect(saved(ann.labelling)).toBeVisible();
  await expect.poll(() => draftRecord(studio.homeDir, item)?.doc).toEqual(doc);
  await submitButton.click();
  await expect(page.getByText(/^Item 1 was not submitted: Your reservation ran out/)).toBeVisible();
  await expect(taken).toBeVisible();
  expect(labelRecords(studio.homeDir, queue)).toEqual([]);
  await taken.getByRole('link', { name: 'Next item' }).click();
  await expect(page.getByRole('heading', { name: 'All items are with others now' })).toBeVisible();
  // It is in reach.
  await page.getByRole('link', { name: 'My submitted' }).click();
  await expect(page.getByRole('row', { name: /Item 1/ })).toContainText('expired');
  await page.getByRole('link', { name: 'Item 1' }).click();
  await expect(form.getByText(/^✓ Saved/)).toBeVisible();

  // Free again: reserved, submitted, and nobody's work counted twice.
  await ben.labelling.press('s');
  await ben.labelling.page.getByRole('dialog', { name: 'Skip this item' }).waitFor();
  await ben.labelling.press('1');
  await expect(ben.labelling.page.getByRole('heading', { name: 'Nothing left to label' })).toBeVisible();
  await page.getByRole('button', { name: 'Reserve again' }).click();
  await expect(page.getByRole('button', { name: 'Reserve again' })).toBeHidden();
  await expect(page.getByText(/^reserved until/)).toBeVisible();
  await ann.labelling.submit();
  await expect.poll(() => labelRecords(studio.homeDir, queue).length).toBe(1);
  ann.submitted.set(item, doc);
  expectAllThere(studio.homeDir, queue, 1, [ann]);
  for (const { context } of [ann, ben]) await context.close();
});

test('two tabs of one person: neither writes over the other, and each is told what the other did', async ({
  browser,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Tabs', { runs: runs.slice(0, 2) });
  const ann = await annotatorOf(browser, 'ann', { baseURL: studio.httpUrl, queue });
  const item = (await ann.next('')) ?? '';
  const one = ann.labelling;
  const two = new LabellingPage(await ann.context.newPage());
  await two.open(queue, 'ann', `?item=${item}`);
  await two.current.waitFor();

  const recorded = (): LabelDoc | undefined => draftRecord(studio.homeDir, item)?.doc;
  await two.page.route(WRITES, (route) => route.abort());
  await two.press('1', 'f');
  await expect(queued(two, 1)).toBeVisible();
  await one.press('2', 'a');
  await expect(saved(one)).toBeVisible();
  await two.page.unroute(WRITES);
  await two.page.evaluate(() => window.dispatchEvent(new Event('online')));
  const conflict = two.page.getByRole('dialog', { name: 'This item was labelled in two places' });
  await expect(conflict.getByRole('row', { name: /Outcome/ })).toContainText('incomplete');
  expect(recorded()).toMatchObject({ outcome: 'incomplete', steps: { 1: { value: -1 } } });
  await expect(saved(two)).toHaveCount(0);
  await conflict.getByRole('button', { name: 'Keep what is here' }).click();
  await expect(saved(two)).toBeVisible();
  expect(recorded()).toMatchObject({ outcome: 'complete', steps: { 1: { value: 1 } } });
  await expect(one.page.getByText('Changed in another tab of yours, and shown here')).toBeVisible();
  await expect(one.outcome('Complete')).toHaveAttribute('aria-checked', 'true');

  // Submitted in one, told in the other; what is changed there is another version.
  await one.submit();
  await ann.next(item);
  await expect(two.page.getByText(/^You submitted or skipped this item in another tab/)).toBeVisible();
  await two.press('3');
  await expect(saved(two)).toBeVisible();
  await two.submit();
  await expect.poll(() => labelRecords(studio.homeDir, queue).length).toBe(2);
  expect(labelRecords(studio.homeDir, queue)).toMatchObject([
    { version: 1, current: false, revealed: false, doc: { outcome: 'complete' } },
    { version: 2, current: true, revealed: true, doc: { outcome: 'agent_error' } },
  ]);
  await ann.context.close();
});

async function reservedUntil(
  browser: Browser,
  studioUrl: string,
  queue: string,
  name: string,
): Promise<string> {
  const items = await queueItems(studioUrl, queue);
  const held = items
    .flatMap(({ assignments }) => assignments)
    .filter((one) => one.name === name && one.state === 'reserved');
  const [until] = held.map(({ reservedUntilMs }) => reservedUntilMs ?? 0).sort((a, b) => b - a);
  const page = await browser.newPage();
  const time = await page.evaluate(
    (at) => new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(at),
    until ?? 0,
  );
  await page.close();
  return time;
}

test('clocks an hour ahead and an hour behind: reservations, the order of saves and the times that are told are right', async ({
  browser,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Clocks', {
    runs: runs.slice(0, 4),
    settings: { overlap: 2 },
  });
  const place = { baseURL: studio.httpUrl, queue };
  const people = await Promise.all([
    annotatorOf(browser, 'ahead', { ...place, aheadMs: HOUR_MS }),
    annotatorOf(browser, 'behind', { ...place, aheadMs: -HOUR_MS }),
  ]);
  for (const one of people) {
    await one.next('');
    const { page } = one.labelling;
    // Also after the page looked at its own clock.
    await page.clock.fastForward(20_000);
    await expect(page.getByText(/reservation ended/)).toHaveCount(0);
    await expect(
      page.getByText(`reserved until ${await reservedUntil(browser, studio.httpUrl, queue, one.name)}`),
    ).toBeVisible();
  }
  const before = Date.now();
  await Promise.all(people.map((one) => one.labelAll()));
  expectAllThere(studio.homeDir, queue, 2, people);
  const labels = labelRecords(studio.homeDir, queue);
  expect(labels).toHaveLength(8);
  const times = labels.map(({ atMs }) => atMs);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThan(before - 1_000);
  expect(times.at(-1)).toBeLessThan(Date.now() + 1_000);
  for (const { labelling, context } of people) {
    await labelling.page.getByRole('link', { name: 'My submitted' }).click();
    const when = labelling.page
      .getByRole('row', { name: /^Item 1/ })
      .getByRole('cell')
      .last();
    await expect(when).toHaveText(/^(now|\d+s ago|[12]m ago)$/);
    await context.close();
  }
});
