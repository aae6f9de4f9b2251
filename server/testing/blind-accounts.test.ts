import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Role } from '../../lib/contracts/people.ts';
import { PROJECT_DIR } from '../config.ts';
import { createRestClient } from './rest-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/** People with accounts are blind whatever they ask with: a token of fewer scopes, or nothing at all. */

let pack: TinyPack;
let server: ServerProcess;
let run: string;

type Headers = Readonly<Record<string, string>>;

async function send(method: string, path: string, headers: Headers, body?: unknown) {
  const response = await fetch(`${server.httpUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, json };
}

async function ask<T>(method: string, path: string, headers: Headers, body?: unknown): Promise<T> {
  const { status, json } = await send(method, path, headers, body);
  expect(status, `${method} ${path}: ${JSON.stringify(json)}`).toBe(200);
  return json as T;
}

async function signIn(role: Role, name: string): Promise<{ readonly headers: Headers; readonly id: string }> {
  const main = join(PROJECT_DIR, 'server', 'main.ts');
  const flags = ['--role', role, '--name', name, '--home', server.homeDir];
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'invite', ...flags]);
  const invite = stdout.split('\n')[0]?.split('#')[1];
  const { bearer, person } = await ask<{ bearer: string; person: { id: string } }>(
    'POST',
    '/api/invites/use',
    {},
    { invite },
  );
  return { headers: { authorization: `Bearer ${bearer}` }, id: person.id };
}

let rita: Awaited<ReturnType<typeof signIn>>;
let lena: Awaited<ReturnType<typeof signIn>>;
let queue: string;

beforeAll(async () => {
  pack = await createTinyPack();
  // Strangers may read the library: the worst case.
  server = await startServerProcess({ packs: [pack.dir], flags: ['--accounts', '--open-library'] });
  const rest = createRestClient(server.httpUrl);
  const { id, recordId } = await rest.open('tiny');
  await rest.call(id, 'add_item', { name: 'wanted' });
  await rest.call(id, 'verify', { verifier_mode: 'code', final_answer: 'yes' });
  await rest.call(id, 'done');
  run = recordId ?? '';
  rita = await signIn('researcher', 'Rita');
  lena = await signIn('lead', 'Lena');
  const { headers } = lena;
  const { id: project } = await ask<{ id: string }>('POST', '/api/annotation/projects', headers, {
    name: 'Tiny',
  });
  ({ id: queue } = await ask<{ id: string }>('POST', '/api/annotation/queues', headers, {
    project,
    name: 'Runs',
    source: { from: 'runs', target: { ids: [run] } },
    settings: { overlap: 2 },
    members: [
      { person: rita.id, name: 'Rita' },
      { person: lena.id, name: 'Lena' },
    ],
  }));
  await vi.waitUntil(
    async () =>
      (await ask<{ counts: { items: number } }>('GET', `/api/annotation/queues/${queue}`, headers)).counts
        .items === 1,
    { timeout: 60_000 },
  );
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

it('a token that may not label tells its person no more than they may know', async () => {
  const { secret } = await ask<{ secret: string }>('POST', '/api/tokens', rita.headers, {
    name: 'reader',
    scopes: ['read'],
  });
  const token = { authorization: `Bearer ${secret}` };
  for (const headers of [rita.headers, token]) {
    expect(await ask('GET', '/api/runs?q=pass', headers)).toMatchObject({ items: [], hidden: 1 });
    expect(await ask('GET', '/api/task-stats', headers)).toEqual({ items: [] });
    const { status, json } = await send('GET', `/api/episodes/${run}`, headers);
    expect(status).toBe(403);
    expect(json).toMatchObject({ error: { details: { queues: [{ name: 'Runs' }] } } });
  }
});

it('who leaves the sign-in away finds nothing of runs that somebody has to label', async () => {
  expect(await ask('GET', '/api/runs?q=', {})).toMatchObject({ items: [], hidden: 1 });
  expect(await ask('GET', '/api/task-stats', {})).toEqual({ items: [] });
  const outcomes = await send('GET', '/api/scenarios/tiny/tasks/0/outcomes', {});
  expect(outcomes).toMatchObject({ status: 403, json: { error: { code: 'blind' } } });
  // A run's id stays the key to it for whoever played it.
  expect(await ask('GET', `/api/episodes/${run}`, {})).toMatchObject({ id: run, verdict: 'complete' });
});

it('who administers a queue and labels for it is not told the ids that open its runs to who is signed out', async () => {
  for (const { headers } of [rita, lena]) {
    const { items } = await ask<{ items: unknown[] }>(
      'GET',
      `/api/annotation/queues/${queue}/items`,
      headers,
    );
    expect(items).toMatchObject([{ run: null, otherRun: null, identical: [], scenario: 'tiny' }]);
    expect(JSON.stringify(items)).not.toContain(run);
  }
});

it('a name of a project or queue is one line', async () => {
  const { items } = await ask<{ items: { id: string }[] }>('GET', '/api/annotation/projects', lena.headers);
  const project = items[0]?.id ?? '';
  const refused = {
    status: 400,
    json: {
      error: { code: 'invalid_request', message: expect.stringContaining('A name is one line') as unknown },
    },
  };
  for (const name of ['two\nlines', 'a\tb', 'bell\u0007', 'line\u2028separator']) {
    const { headers } = lena;
    expect(await send('POST', '/api/annotation/projects', headers, { name }), name).toMatchObject(refused);
    expect(await send('PATCH', `/api/annotation/projects/${project}`, headers, { name })).toMatchObject(
      refused,
    );
    expect(
      await send('POST', '/api/annotation/queues', headers, { project, name, source: null }),
    ).toMatchObject(refused);
    expect(await send('PATCH', `/api/annotation/queues/${queue}`, headers, { name })).toMatchObject(refused);
    expect(
      await send('POST', '/api/annotation/pair-sets', headers, { name, target: { ids: [run] }, filters: {} }),
    ).toMatchObject(refused);
  }
});

it('who leaves the sign-in away does not get from a fork to the run that it was made of', async () => {
  const { session } = await ask<{ session: { id: string; recordId: string } }>(
    'POST',
    `/api/episodes/${run}/fork`,
    {},
    { seq: 1 },
  );
  for (const path of ['', '/lineage', '/steps']) {
    const { status, json } = await send('GET', `/api/episodes/${session.recordId}${path}`, {});
    expect({ status, named: JSON.stringify(json).includes(run) }).toEqual({ status: 403, named: false });
  }
  await ask('DELETE', `/api/sessions/${session.id}`, {});
});

it('nobody signs a label with the name of another person', async () => {
  const label = (by: string, headers: Headers) =>
    send('POST', `/api/episodes/${run}/labels`, headers, { outcome: 'complete', by });
  for (const [by, headers] of [
    ['Rita', {}],
    ['rita\u200b', lena.headers],
  ] as const)
    expect((await label(by, headers)).json).toMatchObject({
      error: { code: expect.stringMatching(/forbidden|blind/) as unknown },
    });
  expect((await label('judge-7b', {})).status).toBe(200);
});

it('a token lists and ends no sign-ins, and takes back no token, of its person', async () => {
  const { secret, token } = await ask<{ secret: string; token: { id: string } }>(
    'POST',
    '/api/tokens',
    rita.headers,
    { name: 'all that she may', scopes: ['read', 'write', 'label', 'analyse'] },
  );
  const headers = { authorization: `Bearer ${secret}` };
  for (const [method, path] of [
    ['GET', '/api/sign-ins'],
    ['DELETE', '/api/sign-ins/others'],
    ['GET', '/api/tokens'],
    ['DELETE', `/api/tokens/${token.id}`],
  ] as const)
    expect((await send(method, path, headers)).json, path).toMatchObject({ error: { code: 'forbidden' } });
  expect(await ask('GET', '/api/whoami', rita.headers)).toMatchObject({ person: { name: 'Rita' } });
});

it('who administers a queue and labels for it is told no label of others by what they do to it', async () => {
  const next = (headers: Headers) =>
    ask<{ assignment: { id: string } }>('POST', `/api/annotation/queues/${queue}/next`, headers, {});
  const { assignment: hers } = await next(rita.headers);
  await ask('POST', `/api/annotation/assignments/${hers.id}/submit`, rita.headers, {
    baseRevision: 0,
    doc: { outcome: 'incomplete', confidence: 'low', rationale: 'nothing was added' },
    activeMs: 1_000,
    key: 'rita-0000000',
  });
  const { assignment: own } = await next(lena.headers);
  const acts = [
    [`/api/annotation/assignments/${own.id}/release`, {}],
    [`/api/annotation/assignments/${hers.id}/return`, { note: 'look again' }],
  ] as const;
  for (const [path, body] of acts) {
    const { assignments } = await ask<{ assignments: { person: string; outcome: string | null }[] }>(
      'POST',
      path,
      lena.headers,
      body,
    );
    expect(assignments.find(({ person }) => person === rita.id)).toMatchObject({ outcome: null });
  }
});
