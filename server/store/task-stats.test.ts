import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { makeSeed, startOn, stepInput, tempDir } from './testing.ts';
import type { EndReason, EpisodeStart } from './types.ts';

describe('statistics of tasks', () => {
  it('count people’s baseline plays and agents’ verified runs apart, and tell the best verdict', async () => {
    using dir = tempDir();
    const seed = join(dir.path, 'seed.db');
    makeSeed(seed, 5);
    await using store = await createStore({ homeDir: join(dir.path, 'home') });
    expect(await store.taskStats()).toEqual([]);
    const play = (over: Partial<EpisodeStart>, end: EndReason | null, verdict?: string, seen = false) => {
      const start = startOn(seed, dir.path, over);
      const recorder = store.begin(start);
      recorder.step(stepInput({ mayWrite: false }));
      if (seen) store.markSawVerdict(start.id, 1);
      if (verdict !== undefined) recorder.verdict('code', verdict, verdict === 'complete' ? 1 : 0, null, 'v');
      if (end !== null) recorder.end(end);
    };
    const person = { actor: 'human', baseline: true } as const;
    play({ ...person, startedAtMs: 5000 }, 'done', 'others');
    play(person, 'done', 'complete');
    play(person, 'done', 'complete', true);
    play({ ...person, baseline: false }, 'done', 'complete');
    play(person, 'closed');
    play({ actor: 'agent' }, 'done', 'complete');
    play({ actor: 'unnamed client' }, 'idle', 'others');
    play({ actor: 'agent' }, 'done');
    play({ actor: 'agent' }, null, 'complete');
    play({ actor: 'agent', taskIdx: 3, startedAtMs: 7000 }, 'done', 'judge_error');
    play({ actor: 'agent', taskIdx: 4, startedAtMs: 8000 }, null);
    play({ actor: 'agent', taskIdx: null }, 'done');
    const [first, ...others] = await store.taskStats();
    expect(first).toMatchObject({
      scenario: 'shop',
      taskIdx: 0,
      humanRuns: 2,
      humanPasses: 1,
      agentRuns: 2,
      agentPasses: 1,
      otherRuns: 3,
      best: 'complete',
    });
    expect(first?.lastRunMs).toBeGreaterThan(10_000);
    expect(others).toEqual([
      {
        scenario: 'shop',
        taskIdx: 3,
        humanRuns: 0,
        humanPasses: 0,
        agentRuns: 1,
        agentPasses: 0,
        otherRuns: 0,
        best: 'error',
        lastRunMs: 7000,
      },
      expect.objectContaining({ taskIdx: 4, agentRuns: 0, best: null }),
    ]);
  });
});
