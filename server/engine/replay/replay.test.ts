import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplayResult } from '../../../lib/contracts/branches.ts';
import { PROJECT_DIR } from '../../config.ts';
import { createLog } from '../../log.ts';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { goldRun, play, type Run } from '../../testing/replay.ts';
import { writeTinyScenario } from '../../testing/tiny-pack.ts';
import { sessionsRoot } from '../engine.ts';
import { createJobs } from '../jobs/index.ts';
import { startReplays, type RunReplayDeps } from './index.ts';

const CLOCK = { clock: { start: '2025-03-01T09:00:00Z', tick_ms: 1000 }, seed: 7 };

let fixture: EngineFixture;
let deps: RunReplayDeps;
let tiny: string;
let refused: string | undefined;

beforeAll(async () => {
  tiny = await mkdtemp(join(tmpdir(), 'awm-replay-pack-'));
  await writeTinyScenario(tiny, 'moody', (app) =>
    app.replace(
      '@app.get("/pid"',
      `import random


@app.post("/draw", operation_id="draw", summary="A number")
def draw():
    return {"number": random.randint(1, 10**9)}


@app.post("/mix", operation_id="mix", summary="Numbers in some order")
def mix():
    return random.sample(range(40), 40)


@app.post("/hour", operation_id="hour", summary="What the time does")
def hour():
    return {"ms": int(time.time() * 1000) % 99991}


@app.post("/stamp", operation_id="stamp", summary="A time and a code")
def stamp():
    import uuid
    return {"at": datetime.utcnow().isoformat(), "code": str(uuid.uuid4())}


@app.get("/pid"`,
    ),
  );
  fixture = await createEngineFixture([join(PROJECT_DIR, 'scenarios'), tiny], { toolTimeoutMs: 2_000 });
  deps = {
    store: fixture.store,
    host: fixture.host,
    dataset: fixture.dataset,
    sessionsDir: sessionsRoot(fixture.homeDir),
    toolTimeoutMs: 2_000,
    readyTimeoutMs: 55_000,
    log: createLog('error'),
    refuse: ({ key }) => (refused === key ? 'the sandbox is too weak' : undefined),
  };
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await rm(tiny, { recursive: true, force: true });
});

async function replayAll(
  ids: readonly string[],
  clock: ReplayResult['clock'],
): Promise<(ReplayResult | undefined)[]> {
  await using jobs = createJobs(createLog('silent'));
  const job = await jobs.ended(startReplays(deps, jobs, ids, clock).id);
  expect(jobs.report(job.id, { outcome: 'failed', offset: 0 }).items).toEqual([]);
  expect(job).toMatchObject({ state: 'done', done: ids.length, total: ids.length, failed: 0 });
  return ids.map((id) => fixture.store.branches.replay(id));
}

async function replayOf(calls: Run['calls'], clock: ReplayResult['clock'] = 'recorded') {
  const id = await play(fixture, { scenario: 'moody', taskIdx: 0, calls });
  const [result] = await replayAll([id], clock);
  return result;
}

const tool = (name: string, args: Record<string, unknown> = {}) => ({ tool: name, arguments: args });

describe('replays of gold runs', () => {
  it('under the logical clock are exact, all sixty', async () => {
    const ids: string[] = [];
    for (const { key, tasks, pack } of fixture.dataset.list())
      if (pack === 'scenarios')
        for (const taskIdx of tasks.keys())
          ids.push(await play(fixture, await goldRun(fixture, key, taskIdx), CLOCK));
    expect(ids).toHaveLength(60);
    const results = await replayAll(ids, 'recorded');
    expect(results.filter((result) => result?.outcome !== 'exact')).toEqual([]);
    expect(results.every((result) => result?.steps.every(({ result: said }) => said === 'same'))).toBe(true);
  }, 300_000);

  it('that were played with the clock running are equal under either clock', async () => {
    const ids: string[] = [];
    for (const { key, pack } of fixture.dataset.list())
      if (pack === 'scenarios')
        for (const taskIdx of [0, 3, 7]) ids.push(await play(fixture, await goldRun(fixture, key, taskIdx)));
    for (const clock of ['recorded', 'now'] as const) {
      const results = await replayAll(ids, clock);
      expect(results.filter((result) => result?.outcome !== 'exact' && result?.outcome !== 'equal')).toEqual(
        [],
      );
      expect(results.some((result) => result?.outcome === 'equal')).toBe(true);
    }
  }, 300_000);
});

describe('a replay', () => {
  it('knows the times of earlier calls again, when later ones tell them in another spelling', async () => {
    const gold = await goldRun(fixture, 'support_helpdesk', 7);
    expect(gold.calls.map((call) => call.tool)).toContain('tag_ticket');
    const id = await play(fixture, { ...gold, pauseMs: 1_200 });
    const [result] = await replayAll([id], 'now');
    expect(result).toMatchObject({ outcome: 'equal', driftAt: null });
    expect(result?.steps.at(-1)).toMatchObject({ result: 'equal', state: 'equal' });
  });

  it('leaves times and random values aside, in answers and states', async () => {
    const calls = [
      tool('stamp'),
      tool('add_item', { name: 'wanted' }),
      tool('list_items'),
      tool('get_item', { item_id: 99 }),
    ];
    const result = await replayOf(calls, 'now');
    expect(result).toMatchObject({ outcome: 'equal', driftAt: null, cause: null, scenarioChanged: false });
    expect(result?.steps).toEqual([
      { seq: 1, result: 'equal', state: 'same', got: null },
      { seq: 2, result: 'equal', state: 'equal', got: null },
      { seq: 3, result: 'same', state: 'equal', got: null },
      { seq: 4, result: 'same', state: 'equal', got: null },
    ]);
  });

  it.each([
    ['draw', 'random'],
    ['mix', 'order'],
    ['hour', 'clock'],
    ['pid', 'random'],
  ] as const)('that drifts at %s says that it is %s', async (name, cause) => {
    const before = [tool('add_item', { name: 'wanted' })];
    for (const clock of ['recorded', 'now'] as const) {
      const result = await replayOf([...before, tool(name), tool('list_items')], clock);
      expect(result).toMatchObject({ outcome: 'drift', driftAt: 2, cause });
      expect(result?.message).toContain(`Step 2 (${name}) answered otherwise`);
      expect(result?.steps.map((step) => step.result)).toEqual([
        clock === 'now' ? 'equal' : 'equal',
        'different',
        'same',
      ]);
      expect(result?.steps[1]?.got).toBeTruthy();
    }
  });

  it('goes on past a call that ended its process', async () => {
    const result = await replayOf([
      tool('add_then_spin'),
      tool('add_item', { name: 'wanted' }),
      tool('list_items'),
    ]);
    expect(result).toMatchObject({ outcome: 'equal' });
    expect(result?.steps[0]).toEqual({ seq: 1, result: 'not_called', state: 'same', got: null });
    expect(result?.message).toContain('1 calls that ended their process');
  });

  it('that cannot be made says why; the last one counts', async () => {
    const id = await play(fixture, { scenario: 'moody', taskIdx: 0, calls: [tool('list_items')] });
    expect(fixture.store.branches.replay(id)).toBeUndefined();
    refused = 'moody';
    const [weak] = await replayAll([id], 'now');
    refused = undefined;
    expect(weak).toMatchObject({ outcome: 'not_replayable', steps: [] });
    expect(weak?.message).toContain('too weak');
    const [fine] = await replayAll([id], 'now');
    expect(fine).toMatchObject({
      outcome: 'exact',
      message: expect.stringContaining('The one call') as string,
    });
  });

  it('leaves no folder and no episode', async () => {
    const before = fixture.store.episodes({ limit: 500 }).items.length;
    const id = await play(fixture, { scenario: 'moody', taskIdx: 0, calls: [tool('list_items')] });
    await replayAll([id], 'now');
    expect(readdirSync(join(sessionsRoot(fixture.homeDir), 'moody'))).toEqual([]);
    expect(fixture.store.episodes({ limit: 500 }).items.length).toBe(Math.min(500, before + 1));
  });
});
