import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Role } from '../../lib/contracts/people.ts';
import type { RouteName } from '../../lib/contracts/rest.ts';
import { ROUTE_ACCESS, type RouteAccess } from '../http/access-table.ts';
import { askEveryRoute, askRoute, everyRequest, type RouteInput, type Subjects } from './every-route.ts';
import { createRestClient } from './rest-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/**
 * While somebody has a run to label no route and no event tells how it ended, whose it is or what others say of it: every route is
 * asked by an annotator, a researcher and a lead who are members of its queue, before they submit and after, and the bytes are
 * searched.
 */

const PEOPLE = { Dana: 'annotator', Rita: 'researcher', Lena: 'admin' } as const satisfies Record<
  string,
  Role
>;
type Person = keyof typeof PEOPLE;

/** Who knows of it: words that stand with this run alone. */
const SECRETS = [
  'secret-policy',
  'secret-experiment',
  'secret-checkpoint',
  'secret-note',
  'secret-status',
  'Oskar',
];
/** How a verdict, a reward, its class or a label looks in JSON (escaped or not), csv and text. No other run has any. */
const TELLS: readonly RegExp[] = [
  ...SECRETS.map((word) => new RegExp(word)),
  /\\*"(?:verdict|code|sql|regraded|reward_?type|before|after|result|outcome|label|best)\\*":\s*\\*"(?:complete|others|incomplete|agent_error)\\*"/i,
  /\\*"reward\\*":\s*(?:1|0\.1)\b/i,
  /,(?:complete|others|incomplete|agent_error),/,
  /\\*"(?:passed|humanPasses|agentPasses|labelled|disagree)\\*":\s*[1-9]/,
];
/** What is not said of this run: the words of the schema that a label is made of. */
const names = Object.keys(ROUTE_ACCESS) as RouteName[];
const OF_ONE = names.filter((name) => ROUTE_ACCESS[name].blind === 'run');
const EVIDENCE = names.filter((name) => ROUTE_ACCESS[name].blind === 'evidence');
const OF_SCHEMA: ReadonlySet<RouteName> = new Set([
  'getSchemaVersion',
  'getProject',
  'nextItem',
  'getAssignment',
]);

let pack: TinyPack;
let server: ServerProcess;
const ids = {
  run: '',
  session: '',
  fork: '',
  whatIf: '',
  selection: '',
  job: '',
  queue: '',
  project: '',
  item: '',
};

async function ask<T = Record<string, unknown>>(
  name: RouteName,
  input: RouteInput,
  person = 'Olga',
): Promise<T> {
  const { status, bytes } = await askRoute(server.httpUrl, name, input, person);
  expect(status, `${name}: ${bytes.toString()}`).toBeLessThan(300);
  return JSON.parse(bytes.toString()) as T;
}

async function jobsEnded(): Promise<void> {
  const left = async () =>
    (await ask<{ items: { endedAtMs: number | null }[] }>('listJobs', {})).items.filter(
      ({ endedAtMs }) => endedAtMs === null,
    );
  await vi.waitUntil(async () => (await left()).length === 0, { timeout: 60_000, interval: 100 });
}

async function recordRun(): Promise<void> {
  const rest = createRestClient(server.httpUrl);
  const { id, recordId } = await rest.open('tiny', {
    run: {
      experiment: 'secret-experiment',
      policy: 'secret-policy',
      checkpoint: 'secret-checkpoint',
      train_step: 3,
    },
  });
  await rest.call(id, 'add_item', { name: 'wanted' });
  await rest.call(id, 'list_items');
  await rest.call(id, 'verify', { verifier_mode: 'code', final_answer: 'yes' });
  await rest.call(id, 'done');
  Object.assign(ids, { run: recordId, session: id });
}

/** What a colleague who may know of all leaves behind. */
async function leaveTraces(): Promise<void> {
  const { run } = ids;
  const task = { key: 'tiny', taskIdx: '0' };
  const { id: selection } = await ask<{ id: string }>('selectRuns', { body: { q: 'pass' } });
  await ask(
    'setLabel',
    { params: { id: run }, body: { outcome: 'agent_error', note: 'secret-note' } },
    'Oskar',
  );
  await ask('addNote', { params: { id: run }, body: { text: 'secret-note' } }, 'Oskar');
  await ask('setTaskStatuses', {
    body: { tasks: [{ scenario: 'tiny', taskIdx: 0 }], status: 'suspect', reason: 'secret-status' },
  });
  await ask('saveView', { body: { name: 'passes', query: 'pass' } });
  await ask('reverify', { body: { target: { ids: [run] } } });
  await ask('replayRuns', { body: { target: { selection } } });
  await ask('tryWhatIf', { params: { id: run }, body: { seq: 2 } });
  const draft = 'def verify_task_completion(a, b, final_answer=None):\n    return {"result": "others"}\n';
  const { id: job } = await ask<{ id: string }>('tryVerifier', {
    params: task,
    body: { mode: 'code', code: draft, before: 1, run },
  });
  await jobsEnded();
  const { session } = await ask<{ session: { recordId: string } }>('forkEpisode', {
    params: { id: run },
    body: { seq: 1 },
  });
  const nodes = (
    await ask<{ nodes: { id: string; origin: string }[] }>('getLineage', { params: { id: run } })
  ).nodes;
  const whatIf = nodes.find(({ origin }) => origin === 'what_if')?.id ?? '';
  Object.assign(ids, { selection, job, whatIf, fork: session.recordId });
}

async function makeQueue(): Promise<void> {
  for (const [name, role] of Object.entries(PEOPLE))
    await ask('saveProfile', { params: { name }, body: { roles: [role] } });
  const { id: project } = await ask<{ id: string }>('createProject', { body: { name: 'Tiny' } });
  const members = Object.keys(PEOPLE).map((name) => ({ person: `local:${name}`, name }));
  const { id: queue } = await ask<{ id: string }>('createQueue', {
    body: {
      project,
      name: 'Runs',
      source: { from: 'runs', target: { ids: [ids.run] } },
      settings: { overlap: 3 },
      members,
    },
  });
  Object.assign(ids, { queue, project });
  const filled = async () =>
    (await ask<{ counts: { items: number } }>('getQueue', { params: { id: queue } })).counts.items > 0;
  await vi.waitUntil(filled, { timeout: 60_000 });
  const { items } = await ask<{ items: { id: string }[] }>('listQueueItems', { params: { id: queue } });
  ids.item = items[0]?.id ?? '';
}

/** What a member of the queue may ask of it. */
function ofQueue(assignment: string): readonly (readonly [RouteName, RouteInput])[] {
  const queue = { params: { id: ids.queue } };
  const own = { params: { id: assignment } };
  const project = { params: { id: ids.project } };
  return [
    ['nextItem', { ...queue, body: {} }],
    ['listMySubmissions', queue],
    ['getAssignment', own],
    ['renewReservation', own],
    ['getQueue', queue],
    ['listQueueItems', queue],
    ['getProject', project],
    ['listItemLabels', { params: { id: ids.project, item: ids.item } }],
    ['listDisagreements', project],
    ['listProposals', project],
    ['previewQueueRuns', { body: { source: { from: 'view', q: 'pass', perTaskPerDay: 5 } } }],
    ...(['getTables', 'getChanges'] as const).map(
      (name) => [name, { ...own, query: { seq: '1', from: '0', to: '1' } }] as const,
    ),
    ['getStepLog', { params: { id: assignment, seq: '3' } }],
    ['getTables', { ...own, query: { seq: '99' } }],
    ['runSql', { ...own, body: { seq: 2, sql: 'SELECT * FROM items' } }],
  ];
}

interface Found {
  readonly name: RouteName;
  readonly what: string;
}

/** What a researcher may ask is asked by one; a lead asks the rest. */
const LEADS: ReadonlySet<string> = new Set<RouteAccess['needs']>(['lead', 'adjudicate', 'admin']);

async function walk(person: Person, assignment: string): Promise<readonly Found[]> {
  const url = server.httpUrl;
  const found = new Map<string, Found>();
  const note = (name: RouteName, bytes: Buffer, tells: readonly RegExp[]) => {
    const text = bytes.toString('latin1');
    for (const tell of tells) {
      const hit = tell.exec(text);
      if (hit === null) continue;
      const what = text.slice(Math.max(0, hit.index - 60), hit.index + 80);
      found.set(`${name} ${String(tell)}`, { name, what });
    }
  };
  const subjects: Subjects = {
    scenario: 'tiny',
    taskIdx: '0',
    episode: ids.run,
    session: ids.session,
    selection: ids.selection,
    job: ids.job,
  };
  const own = (name: RouteName) =>
    OF_SCHEMA.has(name) ? TELLS.filter((tell) => !/outcome/.test(tell.source)) : TELLS;
  const isAsked = (name: RouteName) => person !== 'Lena' || LEADS.has(ROUTE_ACCESS[name].needs);
  for (const { name, bytes } of await askEveryRoute(url, subjects, person, isAsked))
    note(name, bytes, own(name));
  for (const episode of [ids.whatIf, ids.fork])
    for (const name of OF_ONE)
      for (const input of everyRequest({ ...subjects, episode })[name])
        note(name, (await askRoute(url, name, input, person)).bytes, TELLS);
  for (const [name, input] of ofQueue(assignment)) {
    const { bytes } = await askRoute(url, name, input, person);
    // Whoever administers a queue sees its runs’ ids: keys to what is refused to them.
    note(name, bytes, name === 'listQueueItems' ? own(name) : [...own(name), new RegExp(ids.run)]);
  }
  // By the assignment's id nothing names the run.
  const byAlias = everyRequest({ ...subjects, episode: assignment });
  for (const name of EVIDENCE)
    for (const input of byAlias[name])
      note(name, (await askRoute(url, name, input, person)).bytes, [...TELLS, new RegExp(ids.run)]);
  return [...found.values()];
}

/** `told`: what its events are waited for, since some are there; else they have a moment to come. */
async function watch(
  person: Person,
  told?: (text: string) => boolean,
): Promise<{ readonly reply: unknown; readonly text: string }> {
  const socket = io(server.httpUrl, { transports: ['websocket'], forceNew: true, auth: { person } });
  try {
    let text = '';
    socket.onAny((_event: string, batch: unknown, taken: unknown) => {
      text += JSON.stringify(batch);
      if (typeof taken === 'function') (taken as () => void)();
    });
    const reply: unknown = await socket
      .timeout(20_000)
      .emitWithAck('subscribe', { sessionId: ids.session, afterSeq: 0 });
    if (told === undefined) await setTimeout(150);
    else await expect.poll(() => told(text)).toBe(true);
    return { reply, text };
  } finally {
    socket.disconnect();
  }
}

beforeAll(async () => {
  pack = await createTinyPack();
  // Verifiers that never end would keep the audit busy.
  for (const task of ['1', '2', '3']) await rm(join(pack.dir, 'tiny', 'tasks', task), { recursive: true });
  server = await startServerProcess({ packs: [pack.dir] });
  await recordRun();
  await leaveTraces();
  await makeQueue();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

it.each(Object.keys(PEOPLE) as Person[])(
  '%s learns nothing of a run before submitting its label, and all that the role allows after',
  { timeout: 300_000 },
  async (person) => {
    const { assignment } = await ask<{ assignment: { id: string; draft: { revision: number } } }>(
      'nextItem',
      { params: { id: ids.queue }, body: {} },
      person,
    );
    expect(await walk(person, assignment.id)).toEqual([]);
    expect(await watch(person)).toEqual({
      reply: expect.objectContaining({ code: 'blind' }) as unknown,
      text: '',
    });
    expect((await askRoute(server.httpUrl, 'getRun', { params: { id: ids.run } }, person)).status).toBe(403);
    if (person !== 'Dana')
      expect(await ask('listRuns', { query: { q: 'pass' } }, person)).toMatchObject({
        matched: 0,
        hidden: expect.any(Number) as unknown,
      });

    const doc = { outcome: 'complete', confidence: 'high', rationale: 'as asked' };
    await ask(
      'submitLabel',
      {
        params: { id: assignment.id },
        body: { baseRevision: assignment.draft.revision, doc, activeMs: 1_000, key: `${person}-0000000` },
      },
      person,
    );
    // The same search finds it where it may be told: it can fail.
    const after = (await walk(person, assignment.id)).map(({ name }) => name);
    const told: readonly RouteName[] =
      person === 'Lena' ? [] : ['getRun', 'getEpisode', 'getVerdicts', 'listLabels', 'getTaskStats'];
    const toReaders: readonly RouteName[] = [
      'listRuns',
      'exportRuns',
      'getOutcomes',
      'listVerifiers',
      'getRunFacets',
    ];
    expect(after).toEqual(expect.arrayContaining([...told, ...(person === 'Rita' ? toReaders : [])]));
    const seen = await watch(person, (text) => TELLS.some((tell) => tell.test(text)));
    expect(seen.reply).toEqual({ ok: true });
  },
);
