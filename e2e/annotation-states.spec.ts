import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startServerProcess, type ServerProcess } from '../server/testing/server-process.ts';
import { playAgentRun } from './agent-runs.ts';
import { englishLeft } from './english.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { labelRecords } from './label-records.ts';
import { annotationPost, makeLabelQueue, playGold } from './labelling-queue.ts';
import { LabellingPage } from './pages/labelling-page.ts';
import { signAs } from './sign-as.ts';
import { looksRight } from './sound.ts';

/** Screens of annotation at their ends: nothing there, nothing left, not allowed, much too much. */

interface Ends {
  readonly url: string;
  /** A run of a few steps, one without any call, one of 500. */
  readonly runs: {
    readonly few: string;
    readonly none: string;
    readonly many: string;
  };
}

const MANY = 500;

const test = base.extend<object, { readonly ends: Ends }>({
  ends: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      const { httpUrl: url } = studio;
      const task = { scenario: 'city_library', taskIdx: 4 };
      const look = { tool: 'get_member', arguments: { member_id: 1 } };
      const runs = {
        few: await playGold(url, 'city_library', 4),
        none: await playAgentRun(url, { ...task, calls: [], finalAnswer: 'Nothing was to do.' }),
        many: await playAgentRun(url, { ...task, calls: Array.from({ length: MANY }, () => look) }),
      };
      await use({ url, runs });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ ends }, use) => use(ends.url),
});

test.describe.configure({ mode: 'default', timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Light, dark, and on a telephone. */
async function isSensible(page: Page): Promise<void> {
  await looksRight(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await looksRight(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 720 });
}

async function patch(url: string, queue: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/api/annotation/queues/${queue}`, {
    method: 'PATCH',
    headers: { 'x-awm-person': 'lena' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** Labels what a queue has for somebody, as their page would. */
async function labelAll(url: string, queue: string, person: string): Promise<void> {
  for (;;) {
    const { assignment } = await annotationPost<{
      readonly assignment: { readonly id: string; readonly draft: { readonly revision: number } } | null;
    }>(url, `queues/${queue}/next`, {}, person);
    if (assignment === null) return;
    await annotationPost(
      url,
      `assignments/${assignment.id}/submit`,
      {
        key: `k-${assignment.id}`,
        baseRevision: assignment.draft.revision,
        doc: { outcome: 'complete' },
        activeMs: 1,
      },
      person,
    );
  }
}

test('a project without queues, and nobody’s queue', async ({ page, ends }) => {
  const { id } = await annotationPost<{ readonly id: string }>(ends.url, 'projects', { name: 'Empty' });
  await signAs(page, 'lena');
  const project = `/web/annotate/projects/${id}`;
  for (const [place, said] of [
    ['', 'No queue yet'],
    ['/disagreements', /Nothing|nothing|No /],
    ['/progress', /Nothing|nothing|No /],
    ['/agreement', /Nothing|nothing|No |not/],
    ['/grading', /Nothing|nothing|No |not/],
    ['/pairs', /Nothing|nothing|No /],
    ['/data', /Nothing|nothing|No /],
  ] as const) {
    await page.goto(project + place);
    await expect(page.getByRole('main').getByText(said).first(), place).toBeVisible();
    await isSensible(page);
  }
  await page.request.put('/api/profiles/Newcomer', { data: { roles: ['annotator'] } });
  await signAs(page, 'Newcomer');
  await page.goto('/web/annotate');
  await expect(page.getByText('No queue waits for you')).toBeVisible();
  await isSensible(page);
  await signAs(page, 'lena');
  await page.goto(project.replace(id, 'a'.repeat(32)));
  await expect(page.getByRole('main').getByText(/There is no such project/)).toBeVisible();
  await isSensible(page);
});

test('a queue without items, one that is done, with others, not for me, paused, closed, used up or gone: in both languages', async ({
  page,
  ends,
}) => {
  const { url, runs } = ends;
  const { id: project } = await annotationPost<{ readonly id: string }>(url, 'projects', { name: 'Ends' });
  const empty = await annotationPost<{ readonly id: string }>(url, 'queues', {
    project,
    name: 'Empty',
    everyone: true,
  });
  const queue = await makeLabelQueue(url, 'Done', { runs: [runs.few, runs.none], settings: { overlap: 3 } });
  await signAs(page, 'lena');
  await page.goto(`/web/annotate/projects/${project}?queue=${empty.id}`);
  await expect(page.getByText('No item yet: runs come from the run table')).toBeVisible();
  await isSensible(page);
  await signAs(page, 'ann');
  const none = async (id: string, ...said: readonly [title: string, body: RegExp, chinese: string]) => {
    const [title, body, chinese] = said;
    await page.goto(`/web/annotate/queues/${id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('main').getByText(body)).toBeVisible();
    await isSensible(page);
    await page.evaluate(() => localStorage.setItem('awm.language', 'zh-CN'));
    await page.reload();
    await expect(page.getByRole('heading', { name: chinese })).toBeVisible();
    expect(await englishLeft(page)).toEqual([]);
    await page.evaluate(() => localStorage.setItem('awm.language', 'en'));
    await page.reload();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  };
  await none(
    empty.id,
    'Nothing is in this queue yet',
    /^Items come when its lead adds/,
    '此队列中还没有条目',
  );
  const one = await makeLabelQueue(url, 'One place', { runs: [runs.few] });
  await annotationPost(url, `queues/${one}/next`, {}, 'ben');
  await none(one, 'All items are with others now', /comes back if they skip it/, '所有条目现在都在他人手中');
  await labelAll(url, one, 'ben');
  const notMine = /labelled already, or is meant for others/;
  await none(one, 'Nothing in this queue is for you', notMine, '此队列中没有给你的条目');
  await labelAll(url, queue, 'ann');
  await none(queue, 'Nothing left to label', /^You have labelled or skipped everything/, '没有要标注的了');
  await page.getByRole('link', { name: 'My submitted' }).click();
  await expect(page.getByRole('main').getByText('Complete').first()).toBeVisible();
  await isSensible(page);
  await signAs(page, 'ben');
  await patch(url, queue, { settings: { perPerson: 1 } });
  const { assignment } = await annotationPost<{ readonly assignment: { readonly id: string } }>(
    url,
    `queues/${queue}/next`,
    {},
    'ben',
  );
  await annotationPost(
    url,
    `assignments/${assignment.id}/submit`,
    { key: 'ben-gave-one', baseRevision: 0, doc: { outcome: 'complete' }, activeMs: 1 },
    'ben',
  );
  await none(queue, 'You have labelled your share', /as many labels as one person may/, '你已完成自己的份额');
  await signAs(page, 'cleo');
  await patch(url, queue, { state: 'paused' });
  await none(queue, 'The queue is paused', /^Nothing of yours is lost/, '队列已暂停');
  await patch(url, queue, { state: 'closed' });
  await none(queue, 'The queue is closed', /^What you submitted stays/, '队列已关闭');
  await page.goto(`/web/annotate/queues/${'a'.repeat(32)}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('There is no such queue');
  await isSensible(page);
});

test('who may not label is told what they need', async ({ page }) => {
  await page.request.put('/api/profiles/Viewer', { data: { roles: ['viewer'] } });
  await signAs(page, 'Viewer');
  for (const path of ['/web/annotate', `/web/annotate/queues/${'a'.repeat(32)}`]) {
    await page.goto(path);
    await expect(page.getByText('This page is not for Viewer')).toBeVisible();
    await isSensible(page);
  }
});

for (const [name, which, said] of [
  ['no call', 'none', 'Nothing was to do.'],
  [`${String(MANY)} steps`, 'many', /get_member/],
] as const)
  test(`an item with ${name}`, async ({ page, ends }) => {
    const queue = await makeLabelQueue(ends.url, `Item ${which}`, { runs: [ends.runs[which]] });
    await signAs(page, 'ann');
    await page.goto(`/web/annotate/queues/${queue}`);
    await expect(page.getByText(said).filter({ visible: true }).first()).toBeVisible({ timeout: 15_000 });
    await expect(
      page
        .getByRole('radio', { name: 'Complete' })
        .or(page.getByRole('button', { name: 'Complete' }))
        .first(),
    ).toBeVisible();
    await isSensible(page);
  });

test('a schema in Chinese words', async ({ page, ends }) => {
  await page.addInitScript(() => localStorage.setItem('awm.language', 'zh-CN'));
  const queue = await makeLabelQueue(ends.url, '中文', { runs: [ends.runs.few], language: 'zh' });
  await signAs(page, '李雷');
  await page.goto(`/web/annotate/queues/${queue}`);
  await expect(page.getByText('完成').filter({ visible: true }).first()).toBeVisible();
  await isSensible(page);
});

test('the databases of a run are no longer kept when the server is back: it is said, and labelling goes on', async ({
  page,
}) => {
  const homeDir = await mkdtemp(join(tmpdir(), 'awm-e2e-not-kept-'));
  const start = (record: string, port = '0'): Promise<ServerProcess> =>
    startServerProcess({ packs: [], homeDir, flags: ['--ui', '--record', record, '--port', port] });
  try {
    const one = new LabellingPage(page);
    const notice = one.evidence.getByText(/^! The database of this step is no longer kept/);
    let port: string;
    let queue: string;
    {
      await using server = await start('calls');
      const { httpUrl: url } = server;
      ({ port } = new URL(url));
      const run = await playGold(url, 'city_library', 4);
      // Whatever is in a queue keeps its databases: this run lost them before.
      await expect
        .poll(async () => (await (await page.request.get(`${url}/api/episodes/${run}`)).json()) as unknown, {
          timeout: 20_000,
        })
        .toMatchObject({ kept: 'calls' });
      queue = await makeLabelQueue(url, 'Not kept', { runs: [run] });
      await signAs(page, 'ann');
      await page.goto(`${url}/web/annotate/queues/${queue}`);
      await one.ready(1);
      await one.outcome('Incomplete').click();
      await expect(one.form.getByText(/^✓ Saved/)).toBeVisible();
      server.child.kill('SIGKILL');
      await server.exited;
      await one.outcome('Complete').click();
      await expect(one.form.getByText(/^! Offline/)).toBeVisible();
    }
    await using again = await start('full', port);
    await expect(one.form.getByText(/^✓ Saved/)).toBeVisible({ timeout: 20_000 });
    await page.reload();
    await one.ready(1);
    await expect(one.outcome('Complete')).toBeChecked();
    // What only looked has nothing to show; what wrote says why it cannot be shown.
    await expect(notice).toHaveCount(0);
    await one.press('j', 'j', 'j');
    await expect(one.evidence).toHaveAccessibleName('Evidence of step 4');
    await expect(notice).toBeVisible();
    await expect(one.evidence.getByText('HIL-00016').first()).toBeVisible();
    await isSensible(page);
    await one.press('b');
    await expect(one.drawer.getByText(/not kept|no longer kept|cannot be/i).first()).toBeVisible();
    await isSensible(page);
    await one.press('Escape');
    for (const marks of await one.steps.getByRole('group', { name: /^Mark of step/ }).all())
      await marks.getByRole('button').last().click();
    await one.rationale.fill('By its response alone.');
    await one.submit();
    await expect(page.getByRole('heading', { name: 'Nothing left to label' })).toBeVisible();
    expect(labelRecords(again.homeDir, queue)).toMatchObject([
      { doc: { outcome: 'complete', rationale: 'By its response alone.' } },
    ]);
  } finally {
    await rm(homeDir, { recursive: true, force: true });
  }
});
