import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromRuns } from './from-runs.ts';
import { createStore } from '../../store/index.ts';
import { makeSeed, startOn, stepInput, tempDir } from '../../store/testing.ts';
import type { EpisodeStart, StepInput } from '../../store/types.ts';

describe('what recorded runs say', () => {
  it('tells misclassed answers, peeks, disputes and tools that never work, of ended runs only', async () => {
    using dir = tempDir();
    const seed = join(dir.path, 'seed.db');
    makeSeed(seed, 5);
    await using store = await createStore({ homeDir: join(dir.path, 'home') });
    const play = (
      over: Partial<EpisodeStart>,
      steps: readonly Partial<StepInput>[],
      verdict?: string,
      end = true,
    ) => {
      const start = startOn(seed, dir.path, over);
      const recorder = store.begin(start);
      for (const step of steps) recorder.step(stepInput({ mayWrite: false, ...step }));
      if (verdict !== undefined) recorder.verdict('code', verdict, 0, null, 'v');
      if (end) recorder.end('done');
      return start.id;
    };
    const verify = { kind: 'verify', toolName: 'verify', httpStatus: null, rewardType: 'others' } as const;
    const absent = { toolName: 'get_order', httpStatus: 404, rewardType: 'tool_not_found' };
    const punished = play({}, [{}, absent]);
    play({}, [
      { ...absent, rewardType: 'business_error' },
      { httpStatus: 422, rewardType: 'invalid_args' },
    ]);
    const fault = play({}, [{ httpStatus: 503, rewardType: 'invalid_args' }]);
    play({}, [absent], undefined, false);
    const peeked = play({ taskIdx: 2 }, [{}, verify, {}]);
    play({ taskIdx: 2 }, [{}, verify]);
    play({ taskIdx: 2, actor: 'human' }, [{}, verify, {}]);
    const refused = play({ taskIdx: 3 }, [{}], 'others');
    const accepted = play({ taskIdx: 4 }, [{}], 'complete');
    const agreed = play({ taskIdx: 5 }, [{}], 'complete');
    const label = (id: string, outcome: 'complete' | 'incomplete', by = 'Ada') =>
      store.runs.setLabel(id, { by, outcome, note: null });
    label(refused, 'complete');
    label(accepted, 'incomplete');
    label(agreed, 'complete');
    label(agreed, 'incomplete', 'Ben');
    for (let run = 0; run < 3; run++)
      play({}, [
        {
          toolName: 'pay',
          httpStatus: 500,
          rewardType: 'server_error',
          argumentsJson: `{"id":${String(run)}}`,
        },
        {
          toolName: 'pay',
          httpStatus: 400,
          rewardType: 'server_error',
          argumentsJson: `{"id":${String(run + 9)}}`,
        },
      ]);

    const faults = await store.audits.runFaults();
    const shop = { key: 'shop', pack: 'p', tasks: [] };
    const found = fromRuns(
      faults,
      () => shop,
      () => ({ tools: ['pay', 'get_order'], usable: [] }),
    );
    expect(
      found.map(({ code, taskIdx, tool, evidence }) => [
        code,
        taskIdx ?? tool,
        evidence.flatMap((one) => (one.kind === 'run' ? [[one.run, one.seq]] : [])),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['business_error_punished', 'get_order', [[punished, 2]]],
        ['server_error_misclassed', 'create_order', [[fault, 1]]],
        ['peeked_verdict', 2, [[peeked, 2]]],
        ['unsatisfiable_verifier', 3, [[refused, null]]],
        ['accepts_unsolved', 4, [[accepted, null]]],
        ['uncallable_tool', 'pay', expect.any(Array)],
      ]),
    );
    expect(found).toHaveLength(6);
    expect(
      fromRuns(
        faults,
        () => undefined,
        () => undefined,
      ),
    ).toEqual([]);
  });

  it('keeps audits and the baseline', async () => {
    using dir = tempDir();
    await using store = await createStore({ homeDir: join(dir.path, 'home') });
    const audit = { scenarioHash: 'h', scenario: 'shop', atMs: 5, result: { findings: [] } };
    store.audits.keep(1, audit);
    store.audits.keep(1, { ...audit, scenarioHash: 'h2' });
    expect(store.audits.all(1)).toEqual([{ ...audit, scenarioHash: 'h2' }]);
    expect(store.audits.all(2)).toEqual([]);
    const entry = {
      fingerprint: 'f',
      code: 'seed_error',
      scenario: 'shop',
      taskIdx: null,
      tool: null,
      message: 'm',
      reason: '<b>r</b>',
      by: 'Ada',
      atMs: 1,
    };
    store.audits.accept([entry]);
    expect(store.audits.baseline()).toEqual([entry]);
    expect([store.audits.drop(['f', 'g']), store.audits.baseline()]).toEqual([1, []]);
  });
});
