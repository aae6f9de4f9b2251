import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIVE_PATH, type ClientToServerEvents, type ServerToClientEvents } from '../../lib/contracts/live.ts';
import { ROUTE_ACCESS } from '../http/access-table.ts';
import { routes, type RouteName } from '../../lib/contracts/rest.ts';
import { PROJECT_DIR } from '../config.ts';
import { writeTrajectory } from '../engine/artifacts/testing/zips.ts';
import { askEveryRoute } from './every-route.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';
import { startProvider, visitProvider, type TestProvider } from './test-provider.ts';

/** A real server with accounts, a real OpenID provider beside it; the browser's part is played by fetch. */

/** Read by POST: what they ask for is too long for an address, or is kept for the asker alone. */
const READS: readonly RouteName[] = [
  'lookAtInvite',
  'selectRuns',
  'searchStates',
  'runSql',
  'checkVerifier',
  'getGroupTree',
  'exportPatch',
];

let homeDir: string;
let pack: TinyPack;
let provider: TestProvider;
let server: ServerProcess;

beforeAll(async () => {
  homeDir = mkdtempSync(join(tmpdir(), 'awm-accounts-'));
  [pack, provider] = await Promise.all([createTinyPack(), startProvider()]);
  server = await startServerProcess({
    packs: [pack.dir],
    homeDir,
    flags: [
      '--log-level',
      'trace',
      '--oidc-role',
      'viewer',
      '--oidc-allow',
      '@example.org',
      ...provider.flags,
    ],
  });
  provider.allowRedirect(`${server.httpUrl}/api/sign-in/callback`);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  rmSync(homeDir, { recursive: true, force: true });
});

function studio(...args: readonly string[]): Promise<Said> {
  return studioAt(homeDir, ...args);
}

interface Said {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Others have their turn meanwhile: a connection that the server closes in that time is not taken for the next request. */
function studioAt(home: string, ...args: readonly string[]): Promise<Said> {
  const argv = [join(PROJECT_DIR, 'server', 'main.ts'), ...args, '--home', home];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, argv, (_error, out, err) => {
      resolve({ status: child.exitCode, out, err });
    });
  });
}

async function call(
  method: string,
  path: string,
  {
    body,
    headers = {},
  }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const response = await fetch(`${server.httpUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    cookies: response.headers.getSetCookie(),
    body: (await response.json()) as Record<string, unknown> & { readonly error?: { readonly code: string } },
  };
}

async function signIn(role: string, name: string): Promise<{ authorization: string }> {
  const invite = (await studio('invite', '--role', role, '--name', name)).out.split('\n')[0]?.split('#')[1];
  const { body } = await call('POST', '/api/invites/use', { body: { invite } });
  return { authorization: `Bearer ${String(body['bearer'])}` };
}

describe('people of a running studio', () => {
  it('come by invites of the command line, and may what their role may', async () => {
    expect(server.log()).not.toContain('/web/invite#');
    const invite = (await studio('invite', '--role', 'annotator', '--name', 'Ada')).out
      .split('\n')[0]
      ?.split('#')[1];
    const look = await call('POST', '/api/invites/look', { body: { invite } });
    expect(look.body).toMatchObject({ role: 'annotator', name: 'Ada' });
    const used = await call('POST', '/api/invites/use', { body: { invite } });
    expect(used.body).toMatchObject({ person: { name: 'Ada', roles: ['annotator'] } });
    const again = await call('POST', '/api/invites/use', { body: { invite } });
    expect([again.status, again.body.error?.code]).toEqual([409, 'conflict']);

    const ada = { authorization: `Bearer ${String(used.body['bearer'])}` };
    const who = await call('GET', '/api/whoami', { headers: { ...ada, 'x-awm-person': 'Eve' } });
    expect(who.body).toMatchObject({ accounts: true, person: { name: 'Ada' }, permissions: ['label'] });
    expect((await call('GET', '/api/runs', { headers: ada })).body.error?.code).toBe('forbidden');
    const episodes = await call('GET', '/api/episodes', { headers: ada });
    expect(episodes.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining("the permission 'read'") as unknown,
    });
    expect((await call('GET', '/api/runs')).body.error?.code).toBe('unauthenticated');
    expect((await call('GET', '/api/scenarios')).status).toBe(200);
    const viewer = await signIn('viewer', 'Vi');
    expect((await call('GET', '/api/runs', { headers: viewer })).status).toBe(200);
    expect((await call('GET', '/api/invites', { headers: viewer })).body.error?.code).toBe('forbidden');
    expect((await studio('people')).out).toMatch(/Ada\tannotator\tinvite[^]*Vi\tviewer/);

    await call('POST', '/api/sign-out', { headers: viewer });
    expect((await call('GET', '/api/runs', { headers: viewer })).body.error?.code).toBe('unauthenticated');
  });

  it('use tokens that the command line or they themselves make', async () => {
    const lead = await signIn('lead', 'Lena');
    const printed = await studio('token', '--person', 'lena', '--name', 'ci', '--scope', 'read');
    const token = { authorization: `Bearer ${printed.out.split('\n')[0] ?? ''}` };
    expect((await call('GET', '/api/runs', { headers: token })).status).toBe(200);
    expect((await call('GET', '/api/people', { headers: token })).status).toBe(403);
    const more = { name: 'x', scopes: ['read'] };
    expect((await call('POST', '/api/tokens', { body: more, headers: token })).status).toBe(403);
    const mine = await call('POST', '/api/tokens', { body: { ...more, scopes: ['lead'] }, headers: lead });
    expect(mine.body).toMatchObject({ token: { scopes: ['lead'], person: { name: 'Lena' } } });
    const { items } = (await call('GET', '/api/tokens', { headers: lead })).body as {
      items: { id: string }[];
    };
    expect(items).toHaveLength(2);
    for (const { id } of items)
      expect((await call('DELETE', `/api/tokens/${id}`, { headers: lead })).status).toBe(200);
    expect((await call('GET', '/api/runs', { headers: token })).status).toBe(401);
    expect((await studio('token', '--person', 'lena', '--name', 'ci', '--scope', 'admin')).err).toContain(
      "no 'admin'",
    );
    expect((await studio('people', '--person', 'lena', '--role', 'viewer')).out).toBe('Lena: viewer\n');
    expect((await call('GET', '/api/people', { headers: lead })).status).toBe(403);
  });

  it('send runs and pull them by the command line, with a token', async () => {
    await signIn('lead', 'Pia');
    const scopes = ['--scope', 'read', '--scope', 'write'];
    const printed = await studio('token', '--person', 'pia', '--name', 'nightly', ...scopes);
    const [token = ''] = printed.out.split('\n');
    const dir = mkdtempSync(join(tmpdir(), 'awm-accounts-runs-'));
    try {
      writeTrajectory(join(dir, 'run.json'));
      const to = ['import', join(dir, 'run.json'), '--url', server.httpUrl];
      const from = ['pull', server.httpUrl];
      const [home, other] = [join(dir, 'home'), join(dir, 'other')];
      expect((await studioAt(home, ...to)).status).toBe(1);
      expect((await studioAt(other, ...from)).err).toContain('it wants an API token');
      vi.stubEnv('AWM_STUDIO_TOKEN', token);
      expect(await studioAt(home, ...to)).toMatchObject({
        status: 0,
        err: expect.stringContaining('1 imported') as string,
      });
      expect(await studioAt(other, ...from)).toMatchObject({
        status: 0,
        err: expect.stringContaining('1 imported') as string,
      });
    } finally {
      vi.unstubAllEnvs();
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('write nowhere with a token that may read only', async () => {
    await signIn('lead', 'Otto');
    const printed = await studio('token', '--person', 'otto', '--name', 'reader', '--scope', 'read');
    const headers = { authorization: `Bearer ${printed.out.split('\n')[0] ?? ''}` };
    const subjects = { scenario: 'tiny', taskIdx: '0', episode: 'e', session: 's', selection: 'x', job: 'x' };
    const isWrite = (name: RouteName) => routes[name].method !== 'GET' && !READS.includes(name);
    const answers = await askEveryRoute(server.httpUrl, subjects, headers, isWrite);
    const passed = answers.filter(({ status }) => status !== 403).map(({ name }) => name);
    expect(passed).toEqual([]);
    expect(answers.length).toBeGreaterThan(80);
    // What reads by POST is no writing.
    const reads = await askEveryRoute(server.httpUrl, subjects, headers, (name) => READS.includes(name));
    expect(reads.filter(({ status }) => status === 403).map(({ name }) => name)).toEqual([]);
  });

  it('stop no job of others with a role that only reads, nor name an address of this network', async () => {
    const [viewer, lead] = [await signIn('viewer', 'Vera'), await signIn('lead', 'Lukas')];
    const ask = (url: string) => call('POST', '/api/pulls', { body: { url }, headers: lead });
    expect((await ask(server.httpUrl)).body).toMatchObject({ error: { code: 'forbidden' } });
    // Where a name leads is known once it is looked up.
    const pull = await ask(server.httpUrl.replace('127.0.0.1', 'localhost'));
    const job = `/api/jobs/${String(pull.body['id'])}`;
    expect((await call('GET', job, { headers: viewer })).body).toMatchObject({ kind: 'pull' });
    for (const headers of [viewer, {}])
      expect((await call('DELETE', job, { headers })).body.error?.code).toMatch(
        /^(forbidden|unauthenticated)$/,
      );
    await expect.poll(async () => (await call('GET', job, { headers: lead })).body['state']).toBe('failed');
    expect((await call('DELETE', job, { headers: lead })).body).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('not on the public internet') as unknown,
    });
  });

  it('get from no route more than the table says', async () => {
    const subjects = { scenario: 'tiny', taskIdx: '0', episode: 'e', session: 's', selection: 'x', job: 'x' };
    const answers = await askEveryRoute(server.httpUrl, subjects);
    const wrong = answers
      .filter(({ name }) => ROUTE_ACCESS[name].needs !== 'anyone')
      .filter(({ status }) => status !== 401)
      .map(({ name, status }) => `${name}: ${String(status)}`);
    expect(wrong).toEqual([]);
  });
});

describe('signing in with an OpenID provider', () => {
  const handover = () => crypto.randomUUID();

  it('gives a person who is let in the role of new people, once a handover', async () => {
    const mine = handover();
    const { back } = await visitProvider(server.httpUrl, mine, 'carol@example.org');
    expect(back).toBe('/web/sign-in?back=done');
    const { body } = await call('POST', '/api/sign-in/claim', { body: { handover: mine } });
    expect(body).toMatchObject({ state: 'done', person: { name: 'carol', roles: ['viewer'] } });
    const headers = { authorization: `Bearer ${String(body['bearer'])}` };
    expect((await call('GET', '/api/runs', { headers })).status).toBe(200);
    const twice = await call('POST', '/api/sign-in/claim', { body: { handover: mine } });
    expect(twice.body).toEqual({ state: 'waiting' });
  });

  it('says why it came to nothing: a no at the provider, clocks that differ', async () => {
    const refused = handover();
    const started = await call('POST', '/api/sign-in/start', { body: { handover: refused } });
    const { searchParams } = new URL(String(started.body['url']));
    const answer = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
      iss: provider.issuer,
    });
    await fetch(`${server.httpUrl}/api/sign-in/callback?${answer.toString()}`, {
      redirect: 'manual',
      headers: { cookie: started.cookies[0]?.split(';')[0] ?? '' },
    });
    const denied = await call('POST', '/api/sign-in/claim', { body: { handover: refused } });
    expect(denied.body).toMatchObject({ state: 'refused', why: 'denied' });
    expect(String(denied.body['message'])).toMatch(/did not let you in/);

    // The provider is in this process, the studio in another: two hours apart, its tokens are over when they come.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 });
    const late = handover();
    await visitProvider(server.httpUrl, late, 'carol@example.org').finally(() => vi.useRealTimers());
    const clock = await call('POST', '/api/sign-in/claim', { body: { handover: late } });
    expect(clock.body).toMatchObject({ state: 'refused', why: 'clock' });
    expect(String(clock.body['message'])).toContain('set its clock');
  });

  it('tells who is not let in, and finishes nothing in another browser or twice', async () => {
    const other = handover();
    await visitProvider(server.httpUrl, other, 'eve@elsewhere.org');
    const refused = await call('POST', '/api/sign-in/claim', { body: { handover: other } });
    expect(refused.body).toMatchObject({ state: 'refused', why: 'not_allowed' });
    expect(String(refused.body['message'])).toContain('not let in');
    const stolen = handover();
    const lost = await visitProvider(server.httpUrl, stolen, 'carol@example.org', { withoutCookie: true });
    expect(lost.back).toBe('/web/sign-in?back=lost');
    const claim = await call('POST', '/api/sign-in/claim', { body: { handover: stolen } });
    expect(claim.body).toEqual({ state: 'waiting' });
    const replayed = await fetch(lost.callback, { redirect: 'manual', headers: { cookie: lost.cookie } });
    expect(replayed.headers.get('location')).toBe('/web/sign-in?back=done');
    const again = await fetch(lost.callback, { redirect: 'manual', headers: { cookie: lost.cookie } });
    expect(again.headers.get('location')).toBe('/web/sign-in?back=lost');
  });
});

it('makes people of a home that no server holds', async () => {
  const stopped = mkdtempSync(join(tmpdir(), 'awm-stopped-'));
  try {
    const run = (...args: readonly string[]) => studioAt(stopped, ...args);
    expect(await run('people')).toMatchObject({ status: 0 });
    const link = (await run('invite', '--role', 'researcher', '--name', 'Rita')).out.split('\n')[0] ?? '';
    expect(link).toMatch(/\/web\/invite#[0-9a-f]{32}\./);
    const nobody = await run('token', '--person', 'rita', '--name', 'ci', '--scope', 'read');
    expect([nobody.status, nobody.err]).toEqual([1, expect.stringContaining('rita')]);
    const ask = async (at: ServerProcess, path: string, init: RequestInit = {}) => {
      const response = await fetch(`${at.httpUrl}${path}`, init);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    await using started = await startServerProcess({
      packs: [pack.dir],
      homeDir: stopped,
      flags: ['--accounts'],
    });
    const body = JSON.stringify({ invite: link.split('#')[1] });
    const used = await ask(started, '/api/invites/use', { method: 'POST', body });
    expect(used.body).toMatchObject({ person: { name: 'Rita', roles: ['researcher'] } });
    await started[Symbol.asyncDispose]();

    expect((await run('people')).out).toContain('Rita\tresearcher\tinvite');
    expect((await run('people', '--person', 'rita', '--role', 'viewer')).out).toBe('Rita: viewer\n');
    const token =
      (await run('token', '--person', 'rita', '--name', 'ci', '--scope', 'read')).out.split('\n')[0] ?? '';
    await using again = await startServerProcess({
      packs: [pack.dir],
      homeDir: stopped,
      flags: ['--accounts'],
    });
    const headers = { authorization: `Bearer ${token}` };
    expect((await ask(again, '/api/whoami', { headers })).body).toMatchObject({
      person: { name: 'Rita', roles: ['viewer'] },
      permissions: ['read'],
    });
    expect((await ask(again, '/api/runs', { headers })).status).toBe(200);
  } finally {
    rmSync(stopped, { recursive: true, force: true });
  }
});

it('sends files and live events to whoever asks with a bearer alone', async () => {
  const viewer = await signIn('viewer', 'Felix');
  const { body: started } = await call('POST', '/api/sessions', {
    body: { scenario: 'tiny', taskIdx: 0 },
    headers: viewer,
  });
  const id = (started as unknown as { session: { id: string } }).session.id;
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(server.httpUrl, {
    path: LIVE_PATH,
    transports: ['websocket'],
    auth: { bearer: viewer.authorization.replace('Bearer ', '') },
  });
  try {
    const subscribe = () => socket.timeout(20_000).emitWithAck('subscribe', { sessionId: id, afterSeq: 0 });
    expect(await subscribe()).toEqual({ ok: true });
    const told = new Promise((resolve) => socket.once('identity', () => resolve('told')));
    await studio('people', '--person', 'felix', '--disable');
    expect(await told).toBe('told');
    expect(await subscribe()).toMatchObject({
      ok: false,
      code: 'unauthenticated',
    });
  } finally {
    socket.disconnect();
  }
  const reader = await signIn('viewer', 'Fiona');
  const { body: chosen } = await call('POST', '/api/run-selections', { body: { q: '' }, headers: reader });
  const table = `/api/run-selections/${String(chosen['id'])}/table?format=csv`;
  for (const path of [table, '/api/task-statuses/file?of=said', '/api/audit-findings/file?format=json'])
    for (const [headers, status] of [
      [reader, 200],
      [{}, 401],
    ] as const) {
      const answer = await fetch(`${server.httpUrl}${path}`, { headers });
      expect([path, answer.status]).toEqual([path, status]);
    }
});

it('writes no secret to the log or the home', async () => {
  const invite =
    (await studio('invite', '--role', 'admin', '--name', 'Root')).out.split('\n')[0]?.split('#')[1] ?? '';
  const { body } = await call('POST', '/api/invites/use', { body: { invite } });
  const bearer = String(body['bearer']);
  const headers = { authorization: `Bearer ${bearer}` };
  const { body: made } = await call('POST', '/api/tokens', {
    body: { name: 'x', scopes: ['read'] },
    headers,
  });
  await call('GET', '/api/access-log', { headers });
  const files = readdirSync(homeDir).filter((name) => name.startsWith('catalog'));
  const kept = [server.log(), ...files.map((name) => readFileSync(join(homeDir, name), 'latin1'))].join('\n');
  for (const secret of [invite, bearer, String(made['secret']), provider.clientSecret]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(kept).not.toContain(secret.slice(-30));
  }
});
