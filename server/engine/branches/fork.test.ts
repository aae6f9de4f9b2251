import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../../config.ts';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { goldRun, play } from '../../testing/replay.ts';
import { writeTinyScenario } from '../../testing/tiny-pack.ts';
import type { EngineSession } from '../types.ts';

const AT_ONCE = 4;

let fixture: EngineFixture;
let tiny: string;
/** Key of the scenario that may not run. */
let refused: string | undefined;

beforeAll(async () => {
  tiny = await mkdtemp(join(tmpdir(), 'awm-fork-pack-'));
  await writeTinyScenario(tiny);
  await writeTinyScenario(tiny, 'counting', (app) =>
    app.replace(
      '@app.get("/pid"',
      `seen = []


@app.post("/count", operation_id="count", summary="How often it was called")
def count():
    seen.append(1)
    return {"count": len(seen)}


@app.get("/pid"`,
    ),
  );
  fixture = await createEngineFixture([join(PROJECT_DIR, 'scenarios'), tiny], {
    maxSessions: 20,
    refuse: ({ key }) => (refused === key ? 'the sandbox is too weak for it' : undefined),
  });
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await rm(tiny, { recursive: true, force: true });
});

function call(session: EngineSession, tool_name: string, args: Readonly<Record<string, unknown>> = {}) {
  return session.step({ type: 'call_tool', tool_name, arguments: args });
}

async function finish(session: EngineSession, scenario: string, taskIdx: number, from: number) {
  const gold = await fixture.dataset.gold(scenario, taskIdx);
  for (const { tool, arguments: args } of gold?.calls.slice(from) ?? []) await call(session, tool, args);
  const { finalAnswer = null } = gold ?? {};
  const answer = finalAnswer === null ? {} : { final_answer: finalAnswer };
  const { observation } = await call(session, 'verify', { verifier_mode: 'code', ...answer });
  return observation['reward_type'];
}

describe('forks of gold runs', () => {
  it('at every step end complete when the gold calls are finished', async () => {
    const scenarios = fixture.dataset.list().filter(({ pack }) => pack === 'scenarios');
    const jobs: (() => Promise<string[]>)[] = [];
    let forks = 0;
    for (const { key, tasks } of scenarios)
      for (const taskIdx of tasks.keys())
        jobs.push(async () => {
          const run = await goldRun(fixture, key, taskIdx);
          const parent = await play(fixture, run);
          const failed: string[] = [];
          for (let seq = 0; seq <= run.calls.length; seq += 1) {
            const session = await fixture.engine.fork({ episodeId: parent, seq }, { transport: 'test' });
            expect(session.info).toMatchObject({ stepCount: seq, done: false, taskIdx });
            const verdict = await finish(session, key, taskIdx, seq);
            if (verdict !== 'complete')
              failed.push(`${key} ${String(taskIdx)} at ${String(seq)}: ${String(verdict)}`);
            await session.close('closed');
            forks += 1;
          }
          return failed;
        });
    const failed: string[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) failed.push(...(await job()));
      }),
    );
    expect(failed).toEqual([]);
    expect(forks).toBeGreaterThan(300);
  }, 600_000);
});

const add = (name: string) => ({ tool: 'add_item', arguments: { name } });

function fork(episodeId: string, seq: number): Promise<EngineSession> {
  return fixture.engine.fork({ episodeId, seq }, { transport: 'test' });
}

async function names(session: EngineSession): Promise<string[]> {
  const { observation } = await call(session, 'list_items');
  return (JSON.parse(String(observation['tool_result'])) as { name: string }[]).map(({ name }) => name);
}

describe('a fork', () => {
  it('has its parent’s steps as its own, goes on with its state, and its normalised states continue', async () => {
    const calls = [add('wanted'), { tool: 'list_items', arguments: {} }, add('second'), add('third')];
    const parent = await play(fixture, { scenario: 'tiny', taskIdx: 0, calls });
    const session = await fork(parent, 2);
    const id = session.info.recordId ?? '';
    expect(session.info).toMatchObject({ actor: 'human', stepCount: 2, phase: 'hibernated' });
    await call(session, 'add_item', { name: 'second' });
    expect(await names(session)).toEqual(['first', 'wanted', 'second']);
    await call(session, 'add_item', { name: 'third' });
    expect((await call(session, 'verify', {})).observation).toMatchObject({
      reward_type: 'complete',
      steps_taken: 6,
    });
    await call(session, 'done');
    await session.close('closed');
    await fixture.store.settled();
    expect(fixture.store.episode(id)).toMatchObject({
      origin: 'fork',
      parent: { id: parent, seq: 2 },
      endReason: 'done',
      steps: 7,
      finalNormalised: fixture.store.episode(parent)?.finalNormalised,
    });
    const [own, theirs] = [fixture.store.steps(id), fixture.store.steps(parent)];
    expect(own.slice(0, 2)).toEqual(theirs.slice(0, 2).map((step) => ({ ...step, episodeId: id })));
    expect(own[2]?.dbBefore).toBe(theirs[1]?.dbAfter);
    expect(own[2]?.normalisedAfter).toBe(theirs[2]?.normalisedAfter);
  });

  it('of a fork, of a run that goes on, and of a done, stands in the family', async () => {
    const live = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
    const reset = await live.reset({ scenario: 'tiny', task_idx: 0 });
    const root = String(reset.metadata?.['record_id']);
    await call(live, 'add_item', { name: 'one' });
    const child = await fork(root, 1);
    await call(child, 'add_item', { name: 'two' });
    const grandchild = await fork(child.info.recordId ?? '', 2);
    expect(await names(grandchild)).toEqual(['first', 'one', 'two']);
    expect(await names(live)).toEqual(['first', 'one']);
    await call(live, 'done');
    const late = await fork(root, 3);
    expect(late.info.stepCount).toBe(2);
    const ids = [child, grandchild, late].map(({ info }) => info.recordId);
    const { nodes, more } = fixture.store.branches.lineage(ids[1] ?? '');
    expect(more).toBe(0);
    expect(nodes.map(({ id, parent }) => [id, parent])).toEqual([
      [root, null],
      [ids[0], { id: root, seq: 1 }],
      [ids[2], { id: root, seq: 2 }],
      [ids[1], { id: ids[0], seq: 2 }],
    ]);
    for (const session of [child, grandchild, late, live]) await session.close('closed');
  });

  it('of a scenario with state outside its database has that state too', async () => {
    const count = { tool: 'count', arguments: {} };
    const parent = await play(fixture, {
      scenario: 'counting',
      taskIdx: 0,
      calls: [count, add('a'), count, count],
    });
    const session = await fork(parent, 3);
    expect((await call(session, 'count')).observation['tool_result']).toContain('3');
    await session.close('closed');
  });

  it('is refused with the reason, and leaves nothing', async () => {
    const parent = await play(
      fixture,
      { scenario: 'tiny', taskIdx: 0, calls: [add('wanted'), add('second')] },
      { record: 'calls' },
    );
    await fixture.store.settled();
    const before = fixture.store.episodes({ limit: 1 }).items[0]?.id;
    await expect(fork('f'.repeat(32), 0)).rejects.toMatchObject({ code: 'not_found' });
    await expect(fork(parent, 9)).rejects.toThrow('no step 9; its last one is 3');
    await expect(fork(parent, 1)).rejects.toThrow('not kept any more');
    refused = 'tiny';
    await expect(fork(parent, 0)).rejects.toMatchObject({ code: 'sandbox_weak' });
    refused = undefined;
    expect(fixture.store.episodes({ limit: 1 }).items[0]?.id).toBe(before);
    const open = fixture.engine.sessions().length;
    const session = await fork(parent, 0);
    expect(await names(session)).toEqual(['first']);
    await session.close('closed');
    expect(fixture.engine.sessions()).toHaveLength(open);
  });
});
