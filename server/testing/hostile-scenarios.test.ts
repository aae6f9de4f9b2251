import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHostilePack, type HostilePack } from './hostile-pack.ts';
import { connectRaw, type RawClient } from './raw-client.ts';
import { descendants, isAlive, startServerProcess, type ServerProcess } from './server-process.ts';

/** Hostile scenarios through the wire: each harms its own session only, and that session answers its next call. */

let pack: HostilePack;
let server: ServerProcess;
let bystander: RawClient;

beforeAll(async () => {
  pack = await createHostilePack();
  server = await startServerProcess({
    packs: [pack.dir],
    flags: ['--tool-timeout', '6', '--ready-timeout', '55'],
  });
  bystander = await connectRaw(server.wsUrl);
  await bystander.reset({ scenario: 'tiny' });
});

afterAll(async () => {
  await bystander[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

/** What `run` answers, and whether `ping` works after it. Others: both are to be answered, whatever they say. */
const ANSWERS: Readonly<Record<string, { readonly run: RegExp; readonly pings?: boolean }>> = {
  allocates: { run: /^(server_error .*500|timeout)/ },
  answers_50_mib: { run: /^tool_call_ok/ },
  exits: { run: /^server_error/ },
  exits_hard: { run: /^server_error/ },
  aborts: { run: /^server_error/ },
  forks: { run: /^tool_call_ok 4/ },
  ignores_signals: { run: /^timeout/ },
  kills_its_parent: { run: /^(tool_call_ok|server_error)/ },
  opens_sockets: { run: /^tool_call_ok 5/ },
  prints: { run: /^tool_call_ok/ },
  recurses: { run: /^server_error .*500/ },
  recurses_in_c: { run: /^server_error/ },
  removes_its_files: { run: /^tool_call_ok/, pings: false },
  replaces_its_database: { run: /^tool_call_ok/, pings: false },
  spins: { run: /^timeout/ },
  spins_in_sql: { run: /^timeout/ },
  threads: { run: /^tool_call_ok/ },
  writes_for_ever: { run: /^(server_error|timeout)/ },
  // Its database is among the descriptors that it writes to.
  writes_garbage: { run: /^server_error/, pings: false },
  closes_descriptors: { run: /^server_error/ },
};
const AT_IMPORT = /_at_import$/;

interface Answer {
  readonly reward_type?: string;
  readonly error?: string;
  readonly tool_result?: string;
}

async function call(client: RawClient, tool: string): Promise<string> {
  const { type, data } = await client.call(tool);
  const { reward_type: kind = type, error, tool_result: result } = (data.observation ?? {}) as Answer;
  return `${kind} ${(error ?? result ?? JSON.stringify(data)).slice(0, 200)}`;
}

async function others(): Promise<void> {
  expect(await call(bystander, 'list_items')).toMatch(/^tool_call_ok .*first/s);
  const health = (await (await fetch(`${server.httpUrl}/health`)).json()) as { status: string };
  expect(health.status).toBe('healthy');
}

describe('a scenario that misbehaves', () => {
  it('every fixture has its expectation', () => {
    const known = new Set(Object.keys(ANSWERS));
    expect(pack.hostile.filter((key) => !known.has(key) && !AT_IMPORT.test(key))).toEqual([]);
  });

  it.each(Object.entries(ANSWERS))(
    '%s',
    async (key, { run, pings = true }) => {
      await using client = await connectRaw(server.wsUrl);
      const { data } = await client.reset({ scenario: key });
      expect(data.observation).toMatchObject({ reward_type: 'reset_ok' });
      expect(await call(client, 'ping')).toMatch(/^tool_call_ok 1/);
      const answer = call(client, 'run');
      await others();
      expect(await answer).toMatch(run);
      await others();
      expect(await call(client, 'ping')).toMatch(
        pings ? /^tool_call_ok [12]/ : /^(server_error|tool_call_ok)/,
      );
      const again = (await client.reset({ scenario: key })).data.observation;
      expect(again).toMatchObject({ reward_type: 'reset_ok' });
      expect(await call(client, 'ping')).toMatch(/^tool_call_ok 1/);
    },
    120_000,
  );

  it('the same one in eight sessions at once, beside one that works', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => connectRaw(server.wsUrl)));
    await Promise.all(clients.map((client) => client.reset({ scenario: 'exits_hard' })));
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(clients.map((client) => call(client, 'run')));
      expect(answers.filter((answer) => !answer.startsWith('server_error'))).toEqual([]);
      const pings = await Promise.all(clients.map((client) => call(client, 'ping')));
      expect(pings.filter((answer) => !answer.startsWith('tool_call_ok'))).toEqual([]);
      await others();
    }
    await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
  });
});

describe('a scenario that misbehaves while it is imported', () => {
  it('is a reset_error or lets a session live; nothing of it is left', async () => {
    for (const key of pack.hostile.filter((name) => AT_IMPORT.test(name))) {
      await using client = await connectRaw(server.wsUrl);
      for (let i = 0; i < 2; i++) {
        const { data } = await client.reset({ scenario: key });
        expect(data.observation?.['reward_type'], key).toMatch(/^reset_(error|ok)$/);
        if (data.observation?.['reward_type'] === 'reset_error') {
          expect(data.observation['error'], key).toMatch(/^Sub-environment start failed: ./);
        }
      }
      await others();
      expect((await client.reset({ scenario: 'tiny' })).data.observation).toMatchObject({
        reward_type: 'reset_ok',
      });
    }
  });

  it('the server ends with all of their processes', async () => {
    const children = descendants(server.pid);
    expect(children.length).toBeGreaterThan(0);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  });
});
