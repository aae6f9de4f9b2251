import type { Browser, Page } from 'playwright/test';
import { routes, type RouteName } from '../lib/contracts/rest.ts';
import { connect } from '../lib/openenv-client/index.ts';
import { askControl } from '../server/access/index.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { appPages } from './app-pages.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { PageRecord, type Traced } from './page-record.ts';
import { createShopPack } from './shop-pack.ts';

/**
 * What must not reach the browser of whoever has this run to label. Each is a text that stands nowhere else; the reward is a
 * number that no other run has.
 */
const MARKERS = {
  policy: 'leak-policy-7f3a',
  checkpoint: 'leak-checkpoint-c41e',
  experiment: 'leak-experiment-2b6d',
  reward: '0.12345',
  verdict: 'leak-verdict-51d8',
  verifier: 'leak-verifier-3e90',
  rationale: 'leak-rationale-e0a7',
  comment: 'leak-comment-91c2',
  note: 'leak-note-6c13',
  word: 'leak-word-b57f',
} as const;
/** How the reward's class stands in what comes over the wire; no other run has one. */
const CLASSES = /\\*"(?:verdict|code|sql|regraded|reward_?[tT]ype|result)\\*":\s*\\*"complete/;
const QUEUE = 'Kettles';

const VERIFIER = `# ${MARKERS.verifier}
def verify_task_completion(initial_db_path, final_db_path, final_answer=None):
    return {"result": "complete", "said": "-".join(["leak", "verdict", "51d8"])}
`;

const ROLES = { Dana: 'annotator', Rita: 'researcher', Lena: 'admin', Olga: 'admin' } as const;
type Person = keyof typeof ROLES;

interface Subjects {
  readonly run: string;
  /** Of the same task, and nobody's to label. */
  readonly other: string;
  readonly session: string;
  readonly fork: string;
  readonly project: string;
  readonly queue: string;
  readonly selection: string;
  /** Olga's own assignment of the run. */
  readonly item: string;
}

interface Planted {
  readonly studio: ServerProcess;
  readonly subjects: Subjects;
  readonly pageOf: (person: Person) => Promise<Page>;
}

interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** Asks as the page's person, with the credentials of their browser. */
async function ask<T>(page: Page, name: RouteName, { params = {}, body }: Input = {}): Promise<T> {
  const { method, path } = routes[name];
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => String(params[key] ?? ''));
  const { status, text } = await page.evaluate(
    async ([how, where, what]) => {
      const response = await fetch(where, {
        method: how,
        headers: { 'content-type': 'application/json' },
        ...(what !== null && { body: what }),
      });
      return { status: response.status, text: await response.text() };
    },
    [method, filled, body === undefined ? null : JSON.stringify(body)] as const,
  );
  if (status >= 300) throw new Error(`${name}: ${String(status)} ${text}`);
  return JSON.parse(text) as T;
}

/** A browser of their own in which the person has joined by an invite. */
async function join(browser: Browser, studio: ServerProcess, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: studio.httpUrl });
  const page = await context.newPage();
  const invite = await askControl(studio.homeDir, { command: 'invite', role: ROLES[person] });
  await page.goto(invite?.split('\n')[0] ?? '');
  await page.getByLabel('Your name').fill(person);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/web/**');
  await page.getByRole('button', { name: `You: ${person}` }).waitFor();
  return page;
}

async function playRun(studio: ServerProcess, price: number, markers: boolean): Promise<Subjects['run']> {
  await using client = await connect(studio.httpUrl);
  const { policy, checkpoint, experiment } = MARKERS;
  const started = await client.reset({
    scenario: 'shop',
    task_idx: 0,
    ...(markers && {
      reward_config: { complete: Number(MARKERS.reward) },
      options: { run: { policy, checkpoint, experiment, train_step: 3 } },
    }),
  });
  await client.callTool('list_products', {});
  await client.callTool('set_price', { product_id: 1, price });
  if (markers) await client.verify({});
  await client.done();
  return String(started.metadata['record_id']);
}

interface Assignment {
  readonly id: string;
  readonly draft: { readonly revision: number };
}

/** Labels the run of the queue; its assignment. */
async function labelRun(page: Page, queue: string): Promise<string> {
  const params = { id: queue };
  const { assignment } = await ask<{ assignment: Assignment }>(page, 'nextItem', { params, body: {} });
  const of = { id: assignment.id };
  const comment = { anchor: { on: 'step', seq: 2 }, text: MARKERS.comment };
  await ask(page, 'addComment', { params: of, body: comment });
  const doc = { outcome: 'incomplete', confidence: 'high', rationale: MARKERS.rationale };
  const { revision: baseRevision } = assignment.draft;
  await ask(page, 'submitLabel', {
    params: of,
    body: { baseRevision, doc, activeMs: 1_000, key: `key-${of.id}` },
  });
  return assignment.id;
}

/** What stands of the run before anybody of the test looks. Olga knows all of it. */
async function plant(olga: Page, studio: ServerProcess, members: readonly Page[]): Promise<Subjects> {
  const run = await playRun(studio, 36, true);
  const other = await playRun(studio, 35, false);
  await ask(olga, 'addNote', { params: { id: run }, body: { text: MARKERS.note } });
  await ask(olga, 'setLabel', { params: { id: run }, body: { outcome: 'agent_error', note: MARKERS.word } });
  const forked = await ask<{ session: { id: string; recordId: string } }>(olga, 'forkEpisode', {
    params: { id: run },
    body: { seq: 1 },
  });
  const { id: session, recordId: fork } = forked.session;
  await ask(olga, 'stepSession', {
    params: { id: session },
    body: { action: { type: 'call_tool', tool_name: 'verify', arguments: {} } },
  });
  const { id: selection } = await ask<{ id: string }>(olga, 'selectRuns', { body: { q: '' } });
  const { id: project } = await ask<{ id: string }>(olga, 'createProject', { body: { name: 'Shop' } });
  const people = [];
  for (const page of [olga, ...members])
    people.push((await ask<{ person: { id: string; name: string } }>(page, 'whoami')).person);
  const { id: queue } = await ask<{ id: string }>(olga, 'createQueue', {
    body: {
      project,
      name: QUEUE,
      source: { from: 'runs', target: { ids: [run] } },
      settings: { overlap: people.length },
      members: people.map(({ id, name }) => ({ person: id, name })),
    },
  });
  const item = await labelRun(olga, queue);
  return { run, other, session, fork, project, queue, selection, item };
}

const test = base.extend<object, { readonly planted: Planted }>({
  planted: [
    async ({ browser }, use) => {
      await using pack = await createShopPack(VERIFIER);
      await using studio = await startStudio(['--accounts'], [pack.dir]);
      const pages = new Map<Person, Page>();
      for (const person of Object.keys(ROLES) as Person[])
        pages.set(person, await join(browser, studio, person));
      const pageOf = async (person: Person): Promise<Page> => {
        const page = pages.get(person);
        if (page === undefined) throw new Error(`${person} did not join`);
        return Promise.resolve(page);
      };
      const members = await Promise.all((['Dana', 'Rita', 'Lena'] as const).map(pageOf));
      await use({ studio, pageOf, subjects: await plant(await pageOf('Olga'), studio, members) });
      for (const page of pages.values()) await page.context().close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Addresses of every page, by its folder in the app: a page that is added without one fails the test. */
const WALK: Readonly<Record<string, (of: Subjects) => readonly string[]>> = {
  '/': () => ['/', '/?sel=shop&peek=1'],
  '/annotate': () => ['/annotate'],
  '/annotate/pairs': () => ['/annotate/pairs'],
  '/annotate/projects/[id]': ({ project }) => [`/annotate/projects/${project}`],
  ...Object.fromEntries(
    ['agreement', 'data', 'disagreements', 'grading', 'guidelines', 'pairs', 'progress', 'schema'].map(
      (place) => [
        `/annotate/projects/[id]/${place}`,
        ({ project }: Subjects) => [`/annotate/projects/${project}/${place}`],
      ],
    ),
  ),
  '/annotate/queues/[id]': ({ queue, item }) =>
    [
      '',
      'view=mine',
      'tab=tables',
      'tab=sql',
      'tab=comments',
      'tab=versions',
      'guide=all',
      `item=${item}`,
    ].map((place) => `/annotate/queues/${queue}?${place}`),
  '/audits': () => ['/audits'],
  '/compare': ({ run, other, selection }) => [
    '/compare',
    `/compare?ids=${run},${other}`,
    `/compare?ids=${run},${other}&at=${other}:2,${run}:2`,
    `/compare?ids=${run},${other}&view=group`,
    `/compare?selection=${selection}&view=group`,
  ],
  '/dev/components': () => ['/dev/components'],
  '/invite': () => ['/invite'],
  '/runs': ({ run, selection }) => [
    '/runs',
    `/runs?peek=${run}`,
    `/runs?selection=${selection}`,
    ...['pass', 'verdict:complete', 'reward>0', 'policy:leak*', 'label:agent_error', 'leak'].map(
      (q) => `/runs?q=${encodeURIComponent(q)}`,
    ),
  ],
  '/runs/[id]': ({ run, fork }) =>
    [run, fork].flatMap((id) => [
      `/runs/${id}`,
      `/runs/${id}?step=3&tab=verify`,
      ...['people', 'lineage', 'replay', 'whatif', 'log'].map((side) => `/runs/${id}?side=${side}`),
    ]),
  '/scenarios/[key]': () =>
    ['', 'outcomes&task=0', 'tools', 'tables', 'schema', 'source', 'findings'].map(
      (tab) => `/scenarios/shop${tab === '' ? '' : `?tab=${tab}`}`,
    ),
  '/sessions': () => ['/sessions'],
  '/sessions/[id]': ({ session }) => [`/sessions/${session}`, `/sessions/${session}?tab=verify`],
  '/settings': () => ['/settings'],
  '/sign-in': () => ['/sign-in'],
  '/tasks': () => ['/tasks', '/tasks?sel=shop%2F0&peek=1'],
  '/verifiers': () => ['/verifiers'],
  '/verifiers/[scenario]/[task]': () => ['/verifiers/shop/0', '/verifiers/shop/0?mode=code'],
};

interface Found {
  readonly marker: string;
  readonly where: string;
  readonly near: string;
}

function find(traces: readonly Traced[]): readonly Found[] {
  const found: Found[] = [];
  const note = (marker: string, at: number, { where, text }: Traced): void => {
    if (at >= 0) found.push({ marker, where, near: text.slice(Math.max(0, at - 80), at + 80) });
  };
  for (const trace of traces) {
    for (const [name, marker] of Object.entries(MARKERS)) note(name, trace.text.indexOf(marker), trace);
    if (!trace.where.startsWith('DOM')) note('class', trace.text.search(CLASSES), trace);
  }
  return found;
}

/** Most of a visit is waiting until the page rests. */
const TABS = 3;

/** Walks through all pages in some tabs of one browser, then through the palette and its searches. */
async function walk(page: Page, subjects: Subjects): Promise<readonly Found[]> {
  const folders = Object.entries(WALK);
  const walkIn = async (tab: Page): Promise<PageRecord> => {
    const record = new PageRecord(tab);
    for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
      const [folder, addresses] = next;
      for (const address of addresses(subjects)) {
        await record.visit(address);
        if (folder !== '/annotate/queues/[id]') continue;
        // Through the steps: what of them is read only when they are looked at.
        for (let step = 0; step < 4; step += 1) await tab.keyboard.press('j');
        await record.look(`${address}, its steps`);
      }
    }
    return record;
  };
  const others = await Promise.all(Array.from({ length: TABS - 1 }, () => page.context().newPage()));
  const [record, ...more] = await Promise.all([walkIn(page), ...others.map(walkIn)]);
  for (const words of ['leak', 'complete', ':reveal', 'kettle']) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await record.look(`palette: ${words}`);
    await page.keyboard.press('Escape');
  }
  const traces = await Promise.all([record, ...more].map((one) => one.all()));
  await Promise.all(others.map((tab) => tab.close()));
  return find(traces.flat());
}

/** Of an item in hand, which its queue keeps for whoever asked for it. */
async function takeItem(page: Page, { queue }: Subjects): Promise<void> {
  const params = { id: queue };
  const { assignment } = await ask<{ assignment: Assignment | null }>(page, 'nextItem', { params, body: {} });
  expect(assignment).not.toBeNull();
}

test.describe.configure({ mode: 'serial', timeout: 300_000 });

test('every page of the app is walked through', () => {
  expect(Object.keys(WALK).toSorted()).toEqual(appPages());
});

test('what is refused to whoever has the run to label says so, and leads to the item', async ({
  planted,
}) => {
  const { pageOf, subjects } = planted;
  const { run, other, project, queue } = subjects;
  const page = await pageOf('Lena');
  await takeItem(page, subjects);
  const refused = [
    `/runs/${run}`,
    `/runs?peek=${run}`,
    `/compare?ids=${run},${other}`,
    `/compare?ids=${run},${other}&view=group`,
    '/scenarios/shop?tab=outcomes&task=0',
    '/verifiers/shop/0',
    `/annotate/projects/${project}/grading`,
    '/settings',
  ];
  for (const address of refused) {
    await page.goto(`/web${address}`);
    const notice = page.locator('section', {
      has: page.getByRole('heading', { name: 'Hidden: you have it to label' }),
    });
    await expect.soft(notice.last(), address).toBeVisible();
    const way = notice.last().getByRole('link', { name: `Label it in ${QUEUE}` });
    await expect.soft(way, address).toHaveAttribute('href', `/web/annotate/queues/${queue}`);
  }
  // Lists that leave it out say so.
  for (const address of ['/runs', '/tasks', '/verifiers', '/audits']) {
    await page.goto(`/web${address}`);
    await expect(page.getByRole('main')).not.toContainText('did not load');
  }
  await page.goto(`/web/runs/${run}`);
  await page.getByRole('link', { name: `Label it in ${QUEUE}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Item 1' })).toBeVisible();
});

for (const person of ['Dana', 'Rita', 'Lena'] as const)
  test(`nothing of how a run ended reaches the browser of ${person}, ${ROLES[person]}, who has it to label`, async ({
    planted,
  }) => {
    const { pageOf, subjects } = planted;
    const page = await pageOf(person);
    await takeItem(page, subjects);
    expect(await walk(page, subjects)).toEqual([]);
  });

test('the same walk finds all of it where it may be known', async ({ planted }) => {
  const { pageOf, subjects } = planted;
  const found = await walk(await pageOf('Olga'), subjects);
  const markers = new Set(found.map(({ marker }) => marker));
  expect(markers).toEqual(new Set([...Object.keys(MARKERS), 'class']));
  // On each of the ways that it could come.
  for (const way of ['DOM', '200 ', 'socket'])
    expect(found.filter(({ where }) => where.startsWith(way))).not.toEqual([]);
});
