import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRaw, type Frame, type RawClient } from './raw-client.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { createTinyPack, writeTinyScenario, type TinyPack } from './tiny-pack.ts';

/** Every kind of bad input over the wire, against one running server: a clear answer, and the session goes on. */

const MIB = 1024 * 1024;

let pack: TinyPack;
let server: ServerProcess;
let client: RawClient;

beforeAll(async () => {
  pack = await createTinyPack();
  await writeTinyScenario(pack.dir, 'no_import', (app) => `import no_such_module\n${app}`);
  await writeTinyScenario(pack.dir, 'no_app', () => 'print("there is no app in here")\n');
  await writeTinyScenario(pack.dir, 'no_syntax', () => 'def (:\n');
  server = await startServerProcess({ packs: [pack.dir], flags: ['--verifier-timeout', '5'] });
  client = await connectRaw(server.wsUrl);
  expect(await reset('tiny')).toMatchObject({ reward_type: 'reset_ok', num_tools: 12 });
  await client.call('add_item', { name: 'kept' });
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

async function reset(scenario: string, taskIdx: unknown = 0) {
  return (await client.reset({ scenario, task_idx: taskIdx })).data.observation;
}

async function items(of: RawClient = client): Promise<string[]> {
  const { data } = await of.call('list_items');
  return (JSON.parse(String(data.observation?.['tool_result'])) as { name: string }[]).map(
    ({ name }) => name,
  );
}

function error(code: string, message: RegExp): object {
  const data = { code, message: expect.stringMatching(message) as string };
  return { type: 'error', data: expect.objectContaining(data) as object };
}

async function expectGoesOn(): Promise<void> {
  expect(await items()).toEqual(['first', 'kept']);
}

/** On a connection of its own: what closes it. */
async function closedBy(frame: string | Buffer): Promise<{ answer: Frame; code: number }> {
  await using other = await connectRaw(server.wsUrl);
  await other.reset({ scenario: 'tiny' });
  const closed = once(other.socket, 'close') as Promise<[number]>;
  const answer = await other.send(frame);
  return { answer, code: (await closed)[0] };
}

describe('frames that are none', () => {
  it.each(['{', 'nonsense', '', '{"type":"step",}', '[1,'])('invalid JSON: %j', async (text) => {
    expect(await client.send(text)).toMatchObject(error('INVALID_JSON', /^Invalid JSON: /));
    await expectGoesOn();
  });

  it('a binary frame ends the connection with an answer, and nobody else’s', async () => {
    const { answer, code } = await closedBy(Buffer.from('{"type":"state"}'));
    expect(answer).toMatchObject(error('SESSION_ERROR', /'text'/));
    expect(code).toBe(1000);
    await expectGoesOn();
  });

  it('a frame over 20 MiB is refused, nothing of it runs', async () => {
    const name = 'x'.repeat(20 * MIB);
    expect(await client.call('add_item', { name })).toMatchObject(
      error('EXECUTION_ERROR', /has 209\d+ bytes, more than the 20971520 .* nothing was run/),
    );
    await expectGoesOn();
  });

  it('a frame of just under 20 MiB is carried out', async () => {
    await using other = await connectRaw(server.wsUrl);
    await other.reset({ scenario: 'tiny' });
    const name = 'x'.repeat(20 * MIB - 200);
    const { data } = await other.call('add_item', { name });
    expect(data.observation).toMatchObject({ reward_type: 'tool_call_ok' });
    expect(String(data.observation?.['tool_result']).length).toBeGreaterThan(20 * MIB - 200);
  });
});

describe('results of any size', () => {
  it('50 MB arrive whole', async () => {
    const { data } = await client.call('big', { size: 50_000_000 });
    expect(data.observation?.['reward_type']).toBe('tool_call_ok');
    const { text } = JSON.parse(String(data.observation?.['tool_result'])) as { text: string };
    expect(text.length).toBe(50_000_000);
    await expectGoesOn();
  });

  it('over 100 MiB are answered by an error that says how much it was', async () => {
    const { data } = await client.call('big', { size: 101 * MIB });
    expect(data.observation).toMatchObject({
      reward_type: 'server_error',
      error: expect.stringMatching(/\d{9} bytes/) as string,
    });
    await expectGoesOn();
  });

  it('a result that only its escaping takes over 100 MiB as well', async () => {
    const answer = await client.call('big', { size: 30 * MIB, text: '"' });
    expect(answer).toMatchObject(error('EXECUTION_ERROR', /has 1\d{8} bytes, more than the 104857600/));
    await expectGoesOn();
  });
});

describe('resets that cannot be', () => {
  it.each([
    ['an unknown scenario', 'no_such_scenario', 0, /Scenario 'no_such_scenario' not found/],
    ['a task out of range', 'tiny', 99, /task_idx 99 out of range \(0\.\.3\)/],
    ['a negative task', 'tiny', -1, /task_idx -1 out of range/],
    ['an import that fails', 'no_import', 0, /no_such_module/],
    ['a module without an app', 'no_app', 0, /app/],
    ['a module that is no Python', 'no_syntax', 0, /syntax/i],
  ])('%s', async (_what, scenario, taskIdx, message) => {
    expect(await reset(scenario, taskIdx)).toMatchObject({
      reward_type: 'reset_error',
      error: expect.stringMatching(message) as string,
    });
    expect(await reset('tiny')).toMatchObject({ reward_type: 'reset_ok' });
    await client.call('add_item', { name: 'kept' });
    await expectGoesOn();
  });

  it.each([
    ['a string', '0', /'<=' not supported between instances of 'int' and 'str'/],
    ['a list', [0], /'int' and 'list'/],
    ['a float', 1.5, /integers or slices, not float/],
  ])('%s for task_idx', async (_what, taskIdx, message) => {
    const answer = await client.reset({ scenario: 'tiny', task_idx: taskIdx });
    expect(answer).toMatchObject(error('EXECUTION_ERROR', message));
    await expectGoesOn();
  });
});

describe('verifiers that misbehave', () => {
  it.each([
    ['loops', 1, /timed out/],
    ['takes 2 GB', 2, /MemoryError: it needs more memory/],
    ['opens a socket', 3, /Import of 'socket' is not permitted/],
  ])(
    'one that %s is a judge_error, and the next one is carried out',
    async (_what, taskIdx, message) => {
      await using other = await connectRaw(server.wsUrl);
      await other.reset({ scenario: 'tiny', task_idx: taskIdx });
      for (let i = 0; i < 2; i++) {
        const { data } = await other.call('verify');
        expect(data.observation?.['reward_type']).toBe('judge_error');
        const said = JSON.stringify(data.observation?.['verify_result']);
        expect(said).toMatch(message);
      }
      await other.reset({ scenario: 'tiny', task_idx: 0 });
      await other.call('add_item', { name: 'wanted' });
      expect((await other.call('verify')).data.observation?.['reward_type']).toBe('complete');
      await expectGoesOn();
    },
    120_000,
  );
});
