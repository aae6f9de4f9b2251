import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../../config.ts';
import { createEngineFixture, type EngineFixture } from '../../testing/engine-fixture.ts';
import { goldRun, play } from '../../testing/replay.ts';
import type { EngineSession } from '../types.ts';

/** All sixty tasks take a minute and more; two scenarios do in every run of the tests. */
const ALL = process.env['STUDIO_TEST_ALL_FORKS'] === '1';
const AT_ONCE = 4;

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await createEngineFixture([join(PROJECT_DIR, 'scenarios')]);
});

afterAll(() => fixture[Symbol.asyncDispose]());

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
    const scenarios = fixture.dataset.list().slice(0, ALL ? 6 : 2);
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
    const started = performance.now();
    const failed: string[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) failed.push(...(await job()));
      }),
    );
    expect(failed).toEqual([]);
    expect(forks).toBeGreaterThan(20);
    if (ALL) console.info(`${String(forks)} forks in ${String(Math.round(performance.now() - started))} ms`);
  }, 600_000);
});
