import { access, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineFixture, type EngineFixture } from '../testing/engine-fixture.ts';
import { createTinyPack, type TinyPack } from '../testing/tiny-pack.ts';
import type { EngineSession, Outcome, SessionEvent } from './types.ts';

let pack: TinyPack;
let fixture: EngineFixture;
/** Its limits are soon reached: for what is to be late, and nothing else. */
let hasty: EngineFixture;

beforeAll(async () => {
  pack = await createTinyPack();
  fixture = await createEngineFixture([pack.dir], { maxSessions: 12 });
  hasty = await createEngineFixture([pack.dir], { toolTimeoutMs: 2500, verifierTimeoutMs: 2000 });
});

afterAll(async () => {
  await hasty[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
});

const call = (
  session: EngineSession,
  tool: string,
  args: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<Outcome> => session.step({ type: 'call_tool', tool_name: tool, arguments: args }, signal);

const names = async (session: EngineSession): Promise<string[]> => {
  const { observation } = await call(session, 'list_items');
  return (JSON.parse(String(observation['tool_result'])) as { name: string }[]).map(({ name }) => name);
};

async function withSession(
  params: Record<string, unknown>,
  play: (session: EngineSession, reset: Outcome) => Promise<void>,
  { engine } = fixture,
): Promise<void> {
  const session = engine.createSession({ actor: 'unnamed client', transport: 'test' });
  try {
    const reset = await session.reset({ scenario: 'tiny', task_idx: 0, ...params });
    expect(reset.observation).toMatchObject({ reward_type: 'reset_ok' });
    await play(session, reset);
  } finally {
    await session.close('closed');
  }
}

describe('an episode', () => {
  it('is recorded step by step and ends as done', async () => {
    await withSession({ options: { run: { experiment: 'x', train_step: 4 } } }, async (session, reset) => {
      const recordId = String(reset.metadata?.['record_id']);
      await session.step({ type: 'list_tools' });
      await call(session, 'add_item', { name: 'wanted' });
      const verdict = await call(session, 'verify', { verifier_mode: 'code' });
      expect(verdict.observation).toMatchObject({ reward_type: 'complete', steps_taken: 3 });
      expect(verdict.rewardJson).toBe('1.0');
      const done = await call(session, 'done');
      expect(done).toMatchObject({ done: true, rewardJson: '0.0' });
      const steps = fixture.store.steps(recordId);
      expect(steps.map(({ kind, wrote }) => [kind, wrote])).toEqual([
        ['list_tools', false],
        ['call_tool', true],
        ['verify', false],
        ['done', false],
      ]);
      expect(steps[1]).toMatchObject({
        httpMethod: 'POST',
        httpRoute: '/items',
        httpStatus: 200,
        rewardType: 'tool_call_ok',
      });
      expect(fixture.store.episode(recordId)).toMatchObject({
        endReason: 'done',
        actor: 'agent',
        verdict: 'complete',
        run: { experiment: 'x', train_step: 4 },
      });
    });
  });

  it('keeps with each step what the process wrote, after the folder is gone', async () => {
    await withSession({}, async (session, reset) => {
      await call(session, 'list_items');
      await call(session, 'fail');
      await call(session, 'done');
      const [listed, failed] = fixture.store.steps(String(reset.metadata?.['record_id']));
      expect(listed?.logText).toMatch(/GET \/items HTTP[^]*200 OK\n$/);
      expect(failed?.logText).toMatch(
        /^(?!.*GET)[^]*ERROR: {4}Exception in ASGI application\n[^]*on purpose/,
      );
      expect(failed?.logStart).toBe(Buffer.byteLength(listed?.logText ?? ''));
    });
  });

  it('removes its folder unless it was to be kept', async () => {
    let dir = '';
    await withSession({}, async (session) => {
      await call(session, 'list_items');
      const done = await call(session, 'done', { keep_session: true });
      dir = String(done.observation['session_dir']);
    });
    for (const file of ['tiny.db', 'tiny_initial.db', 'trajectory.json', 'server.py', 'server.log'])
      await access(`${dir}/${file}`);
    await withSession({}, async (session) => {
      await call(session, 'list_items');
      dir = String((await call(session, 'done')).observation['trajectory_path']);
    });
    await expect(access(dir)).rejects.toThrow();
  });

  it('classes a business 404 by text, and by status where asked', async () => {
    await withSession({}, async (session) => {
      const missing = await call(session, 'get_item', { item_id: 99 });
      expect(missing.observation['reward_type']).toBe('tool_not_found');
      expect(missing.rewardJson).toBe('-1.0');
      expect(missing.metadata).toEqual({ http_status: 404, true_class: 'business_error' });
    });
    await withSession({ options: { classify: 'http' } }, async (session) => {
      const missing = await call(session, 'get_item', { item_id: 99 });
      expect(missing.observation['reward_type']).toBe('business_error');
      expect(missing.rewardJson).toBe('0.0');
      expect((await call(session, 'nope')).observation['reward_type']).toBe('tool_not_found');
      expect((await call(session, 'add_item')).observation['reward_type']).toBe('invalid_args');
      expect((await call(session, 'fail')).observation['reward_type']).toBe('server_error');
    });
  });
});

describe('a call that goes wrong harms only itself', () => {
  it('times out, and the next call finds what was committed', async () => {
    const play = async (session: EngineSession): Promise<void> => {
      const late = await call(session, 'add_then_spin');
      expect(late.observation).toMatchObject({
        reward_type: 'timeout',
        error: 'Tool call timed out after 2.5s',
      });
      expect(await names(session)).toEqual(['first', 'committed']);
    };
    await withSession({}, play, hasty);
  });

  it('is server_error when the process dies during the call', async () => {
    await withSession({}, async (session) => {
      const died = await call(session, 'die');
      expect(died.observation['reward_type']).toBe('server_error');
      expect(died.rewardJson).toBe('0.0');
      expect(await names(session)).toEqual(['first']);
    });
  });

  it('tells once of a process that was killed between calls', async () => {
    await withSession({}, async (session) => {
      await call(session, 'add_item', { name: 'kept' });
      const { observation } = await call(session, 'pid');
      const { pid } = JSON.parse(String(observation['tool_result'])) as { pid: number };
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => session.info.phase).toBe('hibernated');
      const told = await call(session, 'list_items');
      expect(told.observation['reward_type']).toBe('server_error');
      expect(String(told.observation['error'])).toContain('SIGKILL');
      expect(await names(session)).toEqual(['first', 'kept']);
    });
  });

  it('can be cancelled', async () => {
    await withSession({}, async (session) => {
      const abort = new AbortController();
      const running = call(session, 'spin', {}, abort.signal);
      abort.abort();
      expect(String((await running).observation['error'])).toContain('cancelled');
      expect(await names(session)).toEqual(['first']);
    });
  });
});

describe('a large result', () => {
  it('of 50 MB is carried', async () => {
    await using patient = await createEngineFixture([pack.dir]);
    const session = patient.engine.createSession({ actor: 'human', transport: 'test' });
    await session.reset({ scenario: 'tiny' });
    const { observation } = await call(session, 'big', { size: 50_000_000 });
    expect(String(observation['tool_result']).length).toBeGreaterThan(50_000_000);
    expect(await names(session)).toEqual(['first']);
  });
});

describe('verifiers that misbehave', () => {
  it.each([
    [1, /timed out/],
    [2, /MemoryError|ended without an answer/],
    [3, /Execution error/],
  ])('task %i is judge_error and the session goes on', async (taskIdx, message) => {
    const play = async (session: EngineSession): Promise<void> => {
      const { observation } = await call(session, 'verify');
      expect(observation['reward_type']).toBe('judge_error');
      expect((observation['verify_result'] as { error_message: string }).error_message).toMatch(message);
      expect(await names(session)).toEqual(['first']);
    };
    await withSession({ task_idx: taskIdx }, play, taskIdx === 1 ? hasty : fixture);
  });
});

describe('sql verification', () => {
  it('reads the databases in a fork and has the judge that reset named class the run', async () => {
    const asked: string[] = [];
    const judge = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        asked.push(Buffer.concat(chunks as Buffer[]).toString());
        const content = JSON.stringify({ classification: 'incomplete', reasoning: 'one is missing' });
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({ id: 'c', choices: [{ index: 0, message: { role: 'assistant', content } }] }),
        );
      });
    });
    await new Promise<void>((ready) => judge.listen(0, '127.0.0.1', ready));
    const { port } = judge.address() as AddressInfo;
    const llm = {
      llm_base_url: `http://127.0.0.1:${String(port)}/v1`,
      llm_api_key: 'secret-key',
      llm_model: 'm',
    };
    try {
      await withSession(llm, async (session, reset) => {
        await call(session, 'add_item', { name: 'second' });
        const verdict = await call(session, 'verify', { verifier_mode: 'sql' });
        expect(verdict.observation).toMatchObject({
          reward_type: 'incomplete',
          verify_result: { items_before: 1, items_after: 2, llm_judge: { reasoning: 'one is missing' } },
        });
        expect(verdict.rewardJson).toBe('0.1');
        expect(asked[0]).toContain('items_after exceeds items_before');
        const record = fixture.store.episode(String(reset.metadata?.['record_id']));
        expect(record?.verdict).toBe('incomplete');
        expect(JSON.stringify(record)).not.toContain('secret-key');
      });
    } finally {
      judge.closeAllConnections();
      judge.close();
    }
  });

  it('is judge_error without an endpoint', async () => {
    await withSession({}, async (session) => {
      expect((await call(session, 'verify', { verifier_mode: 'sql' })).observation['reward_type']).toBe(
        'judge_error',
      );
    });
  });
});

describe('sessions', () => {
  it('refuses more than the capacity and more than its queue holds', async () => {
    const sessions: EngineSession[] = [];
    try {
      for (let i = 0; i < 12; i += 1)
        sessions.push(fixture.engine.createSession({ actor: 'human', transport: 'test' }));
      expect(() => fixture.engine.createSession({ actor: 'human', transport: 'test' })).toThrow(
        /All 12 sessions/,
      );
      const [first] = sessions;
      const many = Array.from({ length: 18 }, () =>
        Promise.resolve().then(() => first?.step({ type: 'list_tools' })),
      );
      const settled = await Promise.allSettled(many);
      expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    } finally {
      await Promise.all(sessions.map((session) => session.close('closed')));
    }
  });

  it('numbers events and gives a late watcher what it missed', async () => {
    await withSession({}, async (session) => {
      await call(session, 'add_item', { name: 'a' });
      const seen: SessionEvent[] = [];
      const stop = session.watch(0, (event) => seen.push(event));
      await call(session, 'list_items');
      stop();
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, i) => i + 1));
      const tools = seen.flatMap((event) => (event.kind === 'step' ? event.step.toolName : []));
      expect(tools).toEqual(['add_item', 'list_items']);
    });
  });

  it('ends a running call when it closes', async () => {
    const session = fixture.engine.createSession({ actor: 'human', transport: 'test' });
    const reset = await session.reset({ scenario: 'tiny' });
    const running = call(session, 'spin');
    await expect.poll(() => session.info.phase).toBe('running');
    await session.close('closed');
    expect((await running).observation['reward_type']).toBe('server_error');
    expect(fixture.store.episode(String(reset.metadata?.['record_id']))?.endReason).toBe('closed');
    await expect(call(session, 'list_items')).rejects.toThrow(/ended/);
  });
});

describe('hibernation', () => {
  it('gives the process back, keeps the database, wakes for the next call', async () => {
    await using sleepy = await createEngineFixture([pack.dir], { hibernateAfterMs: 200 });
    const session = sleepy.engine.createSession({ actor: 'human', transport: 'test' });
    await session.reset({ scenario: 'tiny', task_idx: 0 });
    await call(session, 'add_item', { name: 'wanted' });
    await expect.poll(() => session.info.phase).toBe('hibernated');
    await expect.poll(() => sleepy.host.stats().sessions).toBe(0);
    expect(await names(session)).toEqual(['first', 'wanted']);
    await expect.poll(() => session.info.phase).toBe('hibernated');
    expect((await call(session, 'verify')).observation['reward_type']).toBe('complete');
  });

  it('is server_error where the process cannot be woken, and recorded', async () => {
    await using sleepy = await createEngineFixture([pack.dir], { hibernateAfterMs: 100 });
    const session = sleepy.engine.createSession({ actor: 'agent', transport: 'test' });
    const reset = await session.reset({ scenario: 'tiny', task_idx: 0 });
    const recordId = String(reset.metadata?.['record_id']);
    await expect.poll(() => session.info.phase).toBe('hibernated');
    await rm(join(sleepy.homeDir, 'sessions', 'tiny', recordId), { recursive: true });
    const { observation, rewardJson } = await call(session, 'list_items');
    expect(observation).toMatchObject({ reward_type: 'server_error', tool_name: 'list_items' });
    expect(String(observation['error'])).toContain('could not be started again');
    expect(rewardJson).toBe('0.0');
    expect(sleepy.store.steps(recordId)).toHaveLength(1);
  });

  it('reaps idle sessions above the allowed number, a person’s never', async () => {
    await using strict = await createEngineFixture([pack.dir], {
      allowedIdleSessions: 1,
      maxIdleMs: 100,
      cleanupIntervalMs: 50,
    });
    const person = strict.engine.createSession({ actor: 'human', transport: 'test' });
    const client = strict.engine.createSession({ actor: 'unnamed client', transport: 'test' });
    await expect.poll(() => strict.engine.session(client.id)).toBeUndefined();
    expect(strict.engine.session(person.id)).toBe(person);
  });

  it('closes people’s idle sessions on a server for strangers, and keeps their records', async () => {
    await using open = await createEngineFixture([pack.dir], {
      maxIdleMs: 100,
      cleanupIntervalMs: 50,
      humans: { maxIdleMs: 300, maxSessions: 10 },
    });
    const person = open.engine.createSession({ actor: 'human', transport: 'test' });
    const client = open.engine.createSession({ actor: 'unnamed client', transport: 'test' });
    const reset = await person.reset({ scenario: 'tiny', task_idx: 0 });
    await expect.poll(() => open.engine.session(person.id)).toBeUndefined();
    expect(open.engine.session(client.id)).toBe(client);
    expect(open.store.episode(String(reset.metadata?.['record_id']))?.endReason).toBe('idle');
  });

  it('gives people a part of the sessions only: the longest idle makes room for the next', async () => {
    await using open = await createEngineFixture([pack.dir], {
      maxIdleMs: 1_000,
      humans: { maxIdleMs: 60_000, maxSessions: 2 },
    });
    const person = () => open.engine.createSession({ actor: 'human', transport: 'test' });
    const [first] = [person(), person()];
    expect(person).toThrow(/sessions for people are in use/);
    open.engine.createSession({ actor: 'unnamed client', transport: 'test' });
    await expect.poll(() => first.info.idleMs).toBeGreaterThan(1_000);
    const third = person();
    await expect.poll(() => open.engine.session(first.id)).toBeUndefined();
    expect(open.engine.session(third.id)).toBe(third);
  });

  it('lets no more people in than there is room, however many come at once', async () => {
    await using open = await createEngineFixture([pack.dir], {
      maxIdleMs: 200,
      humans: { maxIdleMs: 60_000, maxSessions: 2 },
    });
    const person = () => open.engine.createSession({ actor: 'human', transport: 'test' });
    const idle = [person(), person()];
    for (const session of idle) await session.reset({ scenario: 'tiny', task_idx: 0 });
    await expect.poll(() => Math.min(...idle.map(({ info }) => info.idleMs))).toBeGreaterThan(200);
    person();
    person();
    expect(person).toThrow(/sessions for people are in use/);
    await expect.poll(() => open.engine.sessions().length).toBe(2);
  });

  it('runs nothing of a scenario that is refused, not for its tools either', async () => {
    await using closed = await createEngineFixture([pack.dir], { refuse: () => 'no sandbox' });
    await expect(closed.engine.prepare('tiny')).rejects.toMatchObject({ code: 'sandbox_weak' });
    expect(closed.host.stats()).toMatchObject({ zygotes: 0, warming: 0 });
  });
});
