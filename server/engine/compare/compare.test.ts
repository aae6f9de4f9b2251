import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignPaths } from '../../../lib/domain/compare/index.ts';
import { PROJECT_DIR } from '../../config.ts';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { goldRun, play, type Run } from '../../testing/replay.ts';
import { compareGroup, comparePaths, compareStates } from './index.ts';

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await createEngineFixture([join(PROJECT_DIR, 'scenarios')]);
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** The run with its last call's first text argument, or the date in it, changed. */
function otherwise(run: Run): Run {
  const last = run.calls.findLastIndex(({ arguments: args }) => /\d{4}-\d\d-\d\d/.test(JSON.stringify(args)));
  const calls = run.calls.map((call, i) => {
    if (i !== last) return call;
    const text = JSON.stringify(call.arguments).replace(
      /(\d{4}-\d\d)-(\d\d)/,
      (_m, month: string, day: string) => `${month}-${day === '15' ? '16' : '15'}`,
    );
    return { ...call, arguments: JSON.parse(text) as Readonly<Record<string, unknown>> };
  });
  return { ...run, calls };
}

describe('rollouts of one task with the clock running', () => {
  it('merge into one path; those that differ in business data stay apart', async () => {
    const run = await goldRun(fixture, 'household_budget', 0);
    const ids: string[] = [];
    for (let batch = 0; batch < 4; batch += 1) {
      ids.push(...(await Promise.all(Array.from({ length: 4 }, () => play(fixture, run)))));
      await sleep(400);
    }
    await fixture.store.settled();
    expect(new Set(ids.map((id) => fixture.store.episode(id)?.finalHash)).size).toBeGreaterThan(1);
    const one = await compareGroup(fixture.store, { ids }, undefined);
    expect(one.left).toEqual([]);
    expect(one.nodes.length).toBeGreaterThan(1);
    expect(one.nodes.map(({ runs, parent }) => [runs, parent])).toEqual(
      one.nodes.map((_, i) => [16, i === 0 ? null : i - 1]),
    );
    expect(new Set(one.runs.map(({ leaf }) => leaf))).toEqual(new Set([one.nodes.length - 1]));

    const other = await play(fixture, otherwise(run));
    await fixture.store.settled();
    const apart = await compareGroup(fixture.store, { ids: [...ids.slice(0, 3), other] }, undefined);
    const leaves = apart.runs.map(({ leaf }) => leaf);
    expect(new Set(leaves.slice(0, 3)).size).toBe(1);
    expect(leaves[3]).not.toBe(leaves[0]);
    expect(apart.nodes[leaves[3] ?? 0]).toMatchObject({ runs: 1, witness: { id: other } });

    const paths = await comparePaths(fixture.store, [ids[0] ?? '', ids[15] ?? '', other], undefined);
    expect(paths.map(({ run: { id } }) => id)).toEqual([ids[0], ids[15], other]);
    const steps = paths.map((path) => path.steps);
    expect(alignPaths(steps.slice(0, 2), 'state').firstDivergence).toBeNull();
    expect(alignPaths(steps.slice(0, 2), 'call').firstDivergence).toBeNull();
    const parted = alignPaths(steps, 'state');
    expect(parted.firstDivergence).not.toBeNull();
    expect(parted.sharedPrefix).toBe(alignPaths(steps, 'call').sharedPrefix);

    const end = steps[0]?.length ?? 0;
    const page = { offset: 0, limit: 100 };
    const difference = await compareStates(
      fixture.store,
      { from: { episodeId: ids[0] ?? '', seq: end }, to: { episodeId: other, seq: end } },
      page,
      undefined,
    );
    expect(difference).toMatchObject({ state: 'ok', from: end, to: end });
    expect('tables' in difference && difference.tables.length).toBeGreaterThan(0);
    const same = { episodeId: other, seq: 0 };
    expect(
      await compareStates(
        fixture.store,
        { from: same, to: { episodeId: ids[0] ?? '', seq: 0 } },
        page,
        undefined,
      ),
    ).toMatchObject({ state: 'ok', tables: [] });
  });

  it('of other tasks and scenarios are not compared', async () => {
    const [a, b] = [
      await play(fixture, await goldRun(fixture, 'household_budget', 1)),
      await play(fixture, await goldRun(fixture, 'city_library', 1)),
    ];
    await expect(comparePaths(fixture.store, [a, b], undefined)).rejects.toMatchObject({ code: 'conflict' });
    await expect(comparePaths(fixture.store, ['0'.repeat(32)], undefined)).rejects.toMatchObject({
      code: 'not_found',
    });
    const states = { from: { episodeId: a, seq: 0 }, to: { episodeId: b, seq: 0 } };
    await expect(compareStates(fixture.store, states, { offset: 0, limit: 9 }, undefined)).rejects.toThrow(
      'of one scenario',
    );
    const beyond = { from: { episodeId: a, seq: 0 }, to: { episodeId: a, seq: 99 } };
    await expect(
      compareStates(fixture.store, beyond, { offset: 0, limit: 9 }, undefined),
    ).rejects.toMatchObject({ code: 'not_found' });
    const gone = await compareGroup(fixture.store, { ids: [a, 'e'.repeat(32)] }, undefined);
    expect(gone.left).toEqual([
      { id: 'e'.repeat(32), message: expect.stringContaining('no such run') as string },
    ]);
  });
});
