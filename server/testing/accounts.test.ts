import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTE_ACCESS } from '../http/access-table.ts';
import { PROJECT_DIR } from '../config.ts';
import { askEveryRoute } from './every-route.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';
import { startProvider, visitProvider, type TestProvider } from './test-provider.ts';

/** A real server with accounts, a real OpenID provider beside it; the browser's part is played by fetch. */

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

function studio(...args: readonly string[]): {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
} {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT_DIR, 'server', 'main.ts'), ...args, '--home', homeDir],
    { encoding: 'utf8' },
  );
  return { status, out: stdout, err: stderr };
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
  const invite = studio('invite', '--role', role, '--name', name).out.split('\n')[0]?.split('#')[1];
  const { body } = await call('POST', '/api/invites/use', { body: { invite } });
  return { authorization: `Bearer ${String(body['bearer'])}` };
}

describe('people of a running studio', () => {
  it('come by invites of the command line, and may what their role may', async () => {
    expect(server.log()).not.toContain('/web/invite#');
    const invite = studio('invite', '--role', 'annotator', '--name', 'Ada').out.split('\n')[0]?.split('#')[1];
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
    expect((await call('GET', '/api/runs')).body.error?.code).toBe('unauthenticated');
    expect((await call('GET', '/api/scenarios')).status).toBe(200);
    const viewer = await signIn('viewer', 'Vi');
    expect((await call('GET', '/api/runs', { headers: viewer })).status).toBe(200);
    expect((await call('GET', '/api/invites', { headers: viewer })).body.error?.code).toBe('forbidden');
    expect(studio('people').out).toMatch(/Ada\tannotator\tinvite[^]*Vi\tviewer/);

    await call('POST', '/api/sign-out', { headers: viewer });
    expect((await call('GET', '/api/runs', { headers: viewer })).body.error?.code).toBe('unauthenticated');
  });

  it('use tokens that the command line or they themselves make', async () => {
    const lead = await signIn('lead', 'Lena');
    const printed = studio('token', '--person', 'lena', '--name', 'ci', '--scope', 'read');
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
    expect(studio('token', '--person', 'lena', '--name', 'ci', '--scope', 'admin').err).toContain(
      "no 'admin'",
    );
    expect(studio('people', '--person', 'lena', '--role', 'viewer').out).toBe('Lena: viewer\n');
    expect((await call('GET', '/api/people', { headers: lead })).status).toBe(403);
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

  it('tells who is not let in, and finishes nothing in another browser or twice', async () => {
    const other = handover();
    await visitProvider(server.httpUrl, other, 'eve@elsewhere.org');
    const refused = await call('POST', '/api/sign-in/claim', { body: { handover: other } });
    expect(refused.body).toMatchObject({ state: 'refused' });
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

it('writes no secret to the log or the home', async () => {
  const invite =
    studio('invite', '--role', 'admin', '--name', 'Root').out.split('\n')[0]?.split('#')[1] ?? '';
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
