import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Assignment } from '../lib/contracts/annotation/labelling.ts';
import type { Fix, FixAttempt } from '../lib/contracts/annotation/pairs.ts';
import { createApp, type App } from './app.ts';
import { loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { createTinyPack, type TinyPack } from './testing/tiny-pack.ts';

/** A mistake goes to a fix queue and comes back as a certified pair: the whole server, real Python, two people. */
let app: App;
let pack: TinyPack;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'awm-home-'));
  pack = await createTinyPack();
  const flags = ['--data', pack.dir, '--home', home, '--port', '0', '--no-ui', '--no-check'];
  app = await createApp(loadConfig(flags, {}), createLog('silent'));
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

interface Answer<T> {
  readonly status: number;
  readonly text: string;
  readonly body: T;
}

async function ask<T>(who: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer<T>> {
  const response = await fetch(new URL(path, app.url), {
    method,
    headers: { 'x-awm-person': who },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as T };
}

async function play(session: string, ...names: readonly string[]): Promise<void> {
  for (const name of names)
    await step(session, { type: 'call_tool', tool_name: 'add_item', arguments: { name } });
  await step(session, { type: 'call_tool', tool_name: 'done', arguments: {} });
}

function step(session: string, action: unknown) {
  return ask('Fay', 'POST', `/api/sessions/${session}/step`, { action });
}

it('a mistake is put right by somebody else, blind, and certified once it is given in', async () => {
  const { body: made } = await ask<{ session: { id: string; recordId: string } }>(
    'Lena',
    'POST',
    '/api/sessions',
    {
      scenario: 'tiny',
      taskIdx: 0,
    },
  );
  await play(made.session.id, 'one', 'unwanted');
  const run = made.session.recordId;
  const { body: project } = await ask<{ id: string }>('Lena', 'POST', '/api/annotation/projects', {
    name: 'Tiny',
  });
  const { body: queue } = await ask<{ id: string }>('Lena', 'POST', '/api/annotation/queues', {
    project: project.id,
    name: 'Fixes',
    kind: 'fix',
    members: [{ person: 'local:Fay', name: 'Fay' }],
  });
  const mistake = { run, seq: 2, note: 'It should have added the wanted one.', queue: queue.id };
  expect((await ask('Lena', 'POST', '/api/annotation/fixes', mistake)).status).toBe(200);
  expect((await ask('Lena', 'POST', '/api/annotation/fixes', mistake)).status).toBe(409);
  expect((await ask('Lena', 'POST', '/api/annotation/fixes', { ...mistake, seq: 9 })).status).toBe(400);

  const { body: next } = await ask<{ assignment: Assignment }>(
    'Fay',
    'POST',
    `/api/annotation/queues/${queue.id}/next`,
    {},
  );
  const { assignment } = next;
  expect(assignment.fix).toEqual({ seq: 2, note: mistake.note });
  const attempts = `/api/annotation/assignments/${assignment.id}/fix-attempts`;
  // Nobody else's.
  expect((await ask('Bo', 'POST', attempts)).status).toBe(404);

  // The first attempt goes wrong as well; both are kept.
  const { body: first } = await ask<FixAttempt>('Fay', 'POST', attempts);
  await play(first.session ?? '', 'wrong again');
  const { body: second } = await ask<FixAttempt>('Fay', 'POST', attempts);
  const choose = (id: string) => ask<FixAttempt>('Fay', 'POST', `${attempts}/${id}/choose`);
  expect((await choose(second.id)).status).toBe(409);
  await play(second.session ?? '', 'wanted');
  expect((await choose(second.id)).body).toMatchObject({ state: 'played', chosen: true });
  const mine = await ask<{ items: FixAttempt[] }>('Fay', 'GET', attempts);
  expect(mine.body.items.map(({ state, chosen }) => [state, chosen])).toEqual([
    ['played', false],
    ['played', true],
  ]);
  expect(mine.text).not.toMatch(/complete|verdict|reward/);

  // Given in by nobody: not certified, and its player is told nothing of it.
  const list = () => ask<{ items: Fix[]; certified: number }>('Lena', 'GET', '/api/annotation/fixes');
  expect((await list()).body.items).toEqual([]);
  const forks = app.store.episodes({ limit: 10 }).items.filter(({ origin }) => origin === 'fork');
  expect(forks).toHaveLength(2);
  for (const { id } of [...forks, { id: run }])
    expect((await ask('Fay', 'GET', `/api/runs/${id}`)).body).toMatchObject({ error: { code: 'blind' } });

  const submitted = await ask('Fay', 'POST', `/api/annotation/assignments/${assignment.id}/submit`, {
    baseRevision: assignment.draft.revision,
    doc: {
      ...assignment.draft.doc,
      outcome: assignment.schema.doc.outcomes[0]?.value,
      confidence: 'high',
      rationale: 'mended',
    },
    activeMs: 1_000,
    key: 'first-try',
  });
  expect(submitted.body).toMatchObject({ submission: { version: 1 } });
  const { body: fixes } = await list();
  expect(fixes).toMatchObject({
    certified: 1,
    items: [
      {
        run,
        seq: 2,
        proof: 'certified',
        verdict: 'complete',
        by: 'Fay',
        rejected: { argumentsJson: '{"name":"unwanted"}' },
        chosen: { argumentsJson: '{"name":"wanted"}' },
      },
    ],
  });
  expect(fixes.items[0]?.verifierHash).toMatch(/^[0-9a-f]{64}$/);
  // A person's fork is no baseline play: it counts for no pass rate.
  const stats = await ask<{ items: { humanRuns: number }[] }>('Lena', 'GET', '/api/task-stats');
  expect(stats.body.items[0]?.humanRuns).toBe(0);

  const { body: preview } = await ask<{ counts: unknown; rows: string[] }>(
    'Lena',
    'POST',
    '/api/annotation/exports/preview',
    {
      project: project.id,
      shape: 'dpo',
    },
  );
  expect(JSON.parse(preview.rows[0] ?? '')).toMatchObject({
    proof: 'fix',
    chosen: [{ tool_calls: [{ function: { arguments: '{"name":"wanted"}' } }] }],
    rejected: [{ tool_calls: [{ function: { arguments: '{"name":"unwanted"}' } }] }],
    rejected_run: run,
  });
});

it('no more attempts at an item are begun than the limit says, however many at once', async () => {
  const { body: made } = await ask<{ session: { id: string; recordId: string } }>(
    'Lena',
    'POST',
    '/api/sessions',
    { scenario: 'tiny', taskIdx: 0 },
  );
  await play(made.session.id, 'unwanted');
  const { body: project } = await ask<{ id: string }>('Lena', 'POST', '/api/annotation/projects', {
    name: 'Many',
  });
  const { body: queue } = await ask<{ id: string }>('Lena', 'POST', '/api/annotation/queues', {
    project: project.id,
    name: 'Fixes',
    kind: 'fix',
    members: [{ person: 'local:Gus', name: 'Gus' }],
  });
  const mistake = { run: made.session.recordId, seq: 1, note: 'Not this.', queue: queue.id };
  expect((await ask('Lena', 'POST', '/api/annotation/fixes', mistake)).status).toBe(200);
  const next = `/api/annotation/queues/${queue.id}/next`;
  const { assignment } = (await ask<{ assignment: Assignment }>('Gus', 'POST', next, {})).body;
  const attempts = `/api/annotation/assignments/${assignment.id}/fix-attempts`;
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask('Gus', 'POST', attempts)));
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 20 }, () => 200),
    ...Array.from({ length: 4 }, () => 409),
  ]);
  expect((await ask<{ items: FixAttempt[] }>('Gus', 'GET', attempts)).body.items).toHaveLength(20);
});
