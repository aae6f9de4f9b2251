import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRaw, type RawClient } from './raw-client.ts';
import { descendants, isAlive, parentOf, startServerProcess, type ServerProcess } from './server-process.ts';
import { openTestSocket } from './ws-client.ts';
import { createTinyPack, writeTinyScenario, type TinyPack } from './tiny-pack.ts';

/** Parts of the server that break under it: the client is told once, the next call or reset works again. */

let pack: TinyPack;
let server: ServerProcess;

beforeAll(async () => {
  pack = await createTinyPack();
  await writeTinyScenario(pack.dir, 'other');
  server = await startServerProcess({
    packs: [pack.dir],
    flags: [
      '--max-sessions',
      '24',
      '--hibernate-after',
      '600',
      '--ready-timeout',
      '55',
      '--tool-timeout',
      '10',
    ],
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

async function open(scenario = 'tiny'): Promise<RawClient> {
  const client = await connectRaw(server.wsUrl);
  const { data } = await client.reset({ scenario, task_idx: 0 });
  expect(data.observation).toMatchObject({ reward_type: 'reset_ok' });
  return client;
}

async function kind(client: RawClient, tool: string, args: Record<string, unknown> = {}): Promise<string> {
  const { type, data } = await client.call(tool, args);
  return (data.observation as { reward_type?: string } | undefined)?.reward_type ?? type;
}

async function processOf(client: RawClient): Promise<number> {
  const { data } = await client.call('pid');
  return (JSON.parse(String(data.observation?.['tool_result'])) as { pid: number }).pid;
}

async function names(client: RawClient): Promise<string[]> {
  const { data } = await client.call('list_items');
  return (JSON.parse(String(data.observation?.['tool_result'])) as { name: string }[]).map(
    ({ name }) => name,
  );
}

async function openSessions(): Promise<number> {
  const health = (await (await fetch(`${server.httpUrl}/api/health`)).json()) as {
    sessions: { open: number };
  };
  return health.sessions.open;
}

/** Of the next calls, one may tell of the loss; then the scenario answers, with all that was committed. */
async function expectToldOnce(client: RawClient): Promise<void> {
  const kinds: string[] = [];
  for (let i = 0; i < 4; i++) kinds.push(await kind(client, 'list_items'));
  expect(kinds.filter((said) => said !== 'tool_call_ok').length).toBeLessThanOrEqual(1);
  expect(await names(client)).toEqual(['first', 'kept']);
}

describe('processes that are killed from outside', () => {
  it('a session’s own, between calls and during one', async () => {
    await using client = await open();
    await client.call('add_item', { name: 'kept' });
    process.kill(await processOf(client), 'SIGKILL');
    await expectToldOnce(client);
    const pid = await processOf(client);
    const running = kind(client, 'sleep', { seconds: 4 });
    await expect.poll(() => isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
    expect(await running).toBe('server_error');
    expect(await names(client)).toEqual(['first', 'kept']);
  });

  it('a zygote: its sessions live, a new one starts, another scenario’s is not touched', async () => {
    await using client = await open();
    await client.call('add_item', { name: 'kept' });
    await using other = await open('other');
    const zygote = parentOf(await processOf(client));
    process.kill(zygote, 'SIGKILL');
    await expectToldOnce(client);
    expect(await names(other)).toEqual(['first']);
    await using later = await open();
    expect(await names(later)).toEqual(['first']);
  });

  it('one that is stopped: the call is a timeout, the next one works', async () => {
    await using client = await open();
    await client.call('add_item', { name: 'kept' });
    process.kill(await processOf(client), 'SIGSTOP');
    expect(await kind(client, 'list_items')).toBe('timeout');
    expect(await names(client)).toEqual(['first', 'kept']);
  });

  it('the runtime’s root: sessions are told once, resets and verifiers work again', async () => {
    await using client = await open();
    await client.call('add_item', { name: 'kept' });
    const before = descendants(server.pid);
    const root = before.find((pid) => parentOf(pid) === server.pid);
    // 0 would be the whole group of this process.
    if (root === undefined) throw new Error('the server has no child');
    process.kill(root, 'SIGKILL');
    await expect.poll(() => before.filter(isAlive)).toEqual([]);
    await expectToldOnce(client);
    await client.call('add_item', { name: 'wanted' });
    expect(await kind(client, 'verify')).toBe('complete');
    await using later = await open('other');
    expect(await names(later)).toEqual(['first']);
  });
});

describe('clients that go away', () => {
  it('in the middle of a reset, fifty times', async () => {
    for (let batch = 0; batch < 5; batch++) {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const client = await connectRaw(server.wsUrl);
          const reset = client.reset({ scenario: 'tiny' }).catch(() => undefined);
          client.socket.terminate();
          await reset;
        }),
      );
      await expect.poll(openSessions).toBe(0);
    }
    await using client = await open();
    expect(await names(client)).toEqual(['first']);
  });

  it('in the middle of calls and verifies: their processes are gone', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => open()));
    const pids = await Promise.all(clients.map(processOf));
    const running = clients.map((client, i) =>
      (i % 2 === 0 ? client.call('spin') : client.call('verify')).catch(() => undefined),
    );
    for (const client of clients) client.socket.terminate();
    await Promise.all(running);
    await expect.poll(openSessions).toBe(0);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });
});

describe('files that vanish', () => {
  it('a session’s folder: told in the answer, another reset works', async () => {
    await using client = await open();
    await rm(join(server.homeDir, 'sessions', 'tiny'), { recursive: true });
    expect((await client.call('add_item', { name: 'x' })).type).toMatch(/observation|error/);
    expect((await client.call('verify')).type).toMatch(/observation|error/);
    expect((await client.reset({ scenario: 'tiny' })).data.observation).toMatchObject({
      reward_type: 'reset_ok',
    });
    expect(await names(client)).toEqual(['first']);
  });

  it('the caches: the next reset makes them again', async () => {
    await rm(join(server.homeDir, 'cache'), { recursive: true });
    await using client = await open();
    expect(await names(client)).toEqual(['first']);
    await using other = await open('other');
    expect(await names(other)).toEqual(['first']);
  });

  it('the scratch folder: verifies work again', async () => {
    await rm(join(server.homeDir, 'tmp'), { recursive: true });
    await using client = await open();
    await client.call('add_item', { name: 'wanted' });
    expect((await client.call('verify')).type).toBe('observation');
    await client.reset({ scenario: 'tiny', task_idx: 0 });
    await client.call('add_item', { name: 'wanted' });
    expect(await kind(client, 'verify')).toBe('complete');
  });
});

describe('more than there is room for', () => {
  it('one session too many is refused and closed; the next after a close is not', async () => {
    await expect.poll(openSessions).toBe(0);
    const clients = await Promise.all(Array.from({ length: 24 }, () => connectRaw(server.wsUrl)));
    const refused = await openTestSocket(`${server.wsUrl}/ws`);
    expect(await refused.next()).toMatchObject({
      type: 'error',
      data: { code: 'CAPACITY_REACHED', max_sessions: 24 },
    });
    expect(await refused.closed).toMatchObject({ code: 1000 });
    const rpc = await fetch(`${server.httpUrl}/mcp`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"openenv/session/create"}',
    });
    expect(await rpc.json()).toMatchObject({ error: { code: -32000 } });
    await clients.pop()?.[Symbol.asyncDispose]();
    await using fits = await open();
    expect(await names(fits)).toEqual(['first']);
    await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
  });

  it('64 resets of two scenarios at once with room for 24 sessions: each is answered', async () => {
    await expect.poll(openSessions).toBe(0);
    const answers = await Promise.all(
      Array.from({ length: 64 }, async (_, i) => {
        const client = await connectRaw(server.wsUrl);
        const answer = await client
          .reset({ scenario: i % 2 === 0 ? 'tiny' : 'other' })
          .catch(() => undefined);
        return {
          client,
          kind: JSON.stringify(answer?.data.observation?.['reward_type'] ?? answer?.data['code'] ?? 'closed'),
        };
      }),
    );
    expect(answers.filter((answer) => answer.kind === '"reset_ok"').length).toBe(24);
    expect(answers.filter((answer) => !/reset_ok|CAPACITY_REACHED|closed/.test(answer.kind))).toEqual([]);
    await Promise.all(answers.map(({ client }) => client[Symbol.asyncDispose]()));
    await expect.poll(openSessions).toBe(0);
  });
});
