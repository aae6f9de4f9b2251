import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../lib/contracts/jobs.ts';
import { askControl } from '../access/index.ts';
import { importRuns } from '../cli/import.ts';
import { writeTrajectory } from '../engine/artifacts/testing/zips.ts';
import { tempDir } from '../store/testing.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, type TinyPack } from './tiny-pack.ts';

/** Runs of a studio with accounts, pulled over REST by one without: real servers, and one that sends elsewhere. */

const RUNS = 2;
const CALL = { action: 'call_tool', tool_name: 't', arguments: {}, success: true, result: 'ok', error: null };

let dir: ReturnType<typeof tempDir>;
let pack: TinyPack;
let guarded: ServerProcess;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dir = tempDir('awm-pull-token-');
  pack = await createTinyPack();
  const homeDir = join(dir.path, 'guarded');
  for (let i = 0; i < RUNS; i += 1) {
    const session = join(dir.path, 'runs', String(i));
    mkdirSync(session, { recursive: true });
    writeTrajectory(join(session, 'trajectory.json'), { entries: [{ ...CALL, result: `ok ${String(i)}` }] });
  }
  const io = { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  await importRuns([join(dir.path, 'runs'), '--home', homeDir, '--data', pack.dir], io);
  guarded = await startServerProcess({ packs: [pack.dir], homeDir, flags: ['--accounts'] });
  server = await startServerProcess({
    packs: [pack.dir],
    homeDir: join(dir.path, 'home'),
    flags: ['--log-level', 'trace'],
  });
  const said = await askControl(homeDir, { command: 'invite', role: 'admin', name: 'Ada' });
  const [, invite] = (said?.split('\n')[0] ?? '').split('#');
  const { bearer } = await post<{ bearer: string }>(guarded, '/api/invites/use', { invite });
  const made = await post<{ secret: string }>(
    guarded,
    '/api/tokens',
    { name: 'pull', scopes: ['read'] },
    { authorization: `Bearer ${bearer}` },
  );
  token = made.secret;
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await guarded[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

async function post<T>(to: ServerProcess, path: string, body: unknown, headers: object = {}): Promise<T> {
  const response = await fetch(`${to.httpUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

interface Refused {
  readonly error?: { readonly code: string; readonly message: string };
}

/** The job at its end, and all that the server answered about it. */
async function pulled(body: object): Promise<{ job: Job; said: string }> {
  let job = await post<Job>(server, '/api/pulls', body);
  expect(job).toHaveProperty('id');
  const { id } = job;
  while (job.state === 'waiting' || job.state === 'running') {
    await delay(50);
    job = (await (await fetch(`${server.httpUrl}/api/jobs/${id}`)).json()) as Job;
  }
  const report = await (await fetch(`${server.httpUrl}/api/jobs/${id}/report`)).text();
  return { job, said: JSON.stringify(job) + report };
}

async function listening(answer: RequestListener) {
  const heard: IncomingMessage['headers'][] = [];
  const http = createServer((request, response) => {
    heard.push(request.headers);
    answer(request, response);
  });
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`,
    heard,
    [Symbol.dispose]: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

describe('a pull over REST from a studio with accounts', () => {
  it('takes the token of that studio, and says what it lacks without or with another', async () => {
    const { httpUrl: url } = guarded;
    expect((await pulled({ url })).job).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('it wants an API token that may read') as string,
    });
    expect((await pulled({ url, token: `${token}x` })).job).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('it does not know the API token') as string,
    });
    const { job, said } = await pulled({ url, token });
    expect(job).toMatchObject({ state: 'done', result: { runs: RUNS, here: 0 } });
    expect(said).not.toContain(token);
  }, 60_000);

  it('sends the token to no other origin', async () => {
    using elsewhere = await listening((_request, response) => response.end('{}'));
    using front = await listening((request, response) => {
      response.writeHead(307, { location: `${elsewhere.url}${request.url ?? ''}` }).end();
    });
    const { job } = await pulled({ url: front.url, token });
    expect(job).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('it sends elsewhere (307); give the address that it leads to') as string,
    });
    expect(front.heard).toMatchObject([{ authorization: `Bearer ${token}` }]);
    expect(elsewhere.heard).toEqual([]);
    const { job: noStudio } = await pulled({ url: elsewhere.url });
    expect(noStudio.error).toMatch(/it answers something else than a studio does/);
    expect(elsewhere.heard[0]).not.toHaveProperty('authorization');
  }, 60_000);

  it.each([
    [{ url: 'http://ada:word@127.0.0.1:9' }, /without a name and a password/],
    [{ url: 'ftp://127.0.0.1:9' }, /begins with http/],
    [{ url: 'http://127.0.0.1:9', token: 'awm_ab\r\nx-other: 1' }, /Not an API token/],
    [{ url: 'http://127.0.0.1:9', token: '' }, /Not an API token/],
  ])('refuses %j in words', async (body, words) => {
    const { error } = await post<Refused>(server, '/api/pulls', body);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(words) as string });
    expect(JSON.stringify(error)).not.toMatch(/word@|awm_ab/);
  });

  it('keeps no token: not in the log, not in the home, not in what describes the API', async () => {
    const jobs = await (await fetch(`${server.httpUrl}/api/jobs`)).text();
    const api = await (await fetch(`${server.httpUrl}/api/openapi.json`)).text();
    expect(jobs).toContain(new URL(guarded.httpUrl).host);
    const kept = [
      server.log(),
      jobs,
      ...everyFile(server.homeDir).map((path) => readFileSync(path, 'latin1')),
    ];
    expect(kept.join('\n')).not.toContain(token.slice(-30));
    expect(api).not.toContain(token.slice(-30));
  });
});
