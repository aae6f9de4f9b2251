import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_DIR } from '../config.ts';
import type { EngineSession } from '../engine/index.ts';
import { createEngineFixture, type EngineFixture } from './engine-fixture.ts';

let fixture: EngineFixture;

beforeAll(async () => {
  fixture = await createEngineFixture([join(PROJECT_DIR, 'scenarios')]);
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

interface Played {
  readonly verdict: unknown;
  readonly recordId: string;
}

async function playGold(session: EngineSession, scenario: string, taskIdx: number): Promise<Played> {
  const gold = await fixture.dataset.gold(scenario, taskIdx);
  if (gold === undefined) throw new Error(`${scenario} task ${String(taskIdx)} has no gold solution`);
  const reset = await session.reset({ scenario, task_idx: taskIdx });
  expect(reset.observation).toMatchObject({
    reward_type: 'reset_ok',
    has_verifier: { code: true, sql: true },
  });
  expect(reset.metadata).not.toHaveProperty('seed_errors');
  const untouched = await session.step({ type: 'call_tool', tool_name: 'verify', arguments: {} });
  expect(untouched.observation['reward_type']).toBe('others');
  for (const { tool, arguments: args } of gold.calls) {
    const { observation } = await session.step({ type: 'call_tool', tool_name: tool, arguments: args });
    expect(
      observation['reward_type'],
      `${scenario} ${String(taskIdx)} ${tool}: ${String(observation['error'])}`,
    ).toBe('tool_call_ok');
  }
  const final = await session.step({
    type: 'call_tool',
    tool_name: 'verify',
    arguments: {
      verifier_mode: 'code',
      ...(gold.finalAnswer !== null && { final_answer: gold.finalAnswer }),
    },
  });
  await session.step({ type: 'call_tool', tool_name: 'done', arguments: {} });
  return { verdict: final.observation['reward_type'], recordId: String(reset.metadata?.['record_id']) };
}

describe('gold solutions through the engine', () => {
  it('there are six scenarios of ten tasks', () => {
    expect(fixture.dataset.list().map(({ tasks }) => tasks.length)).toEqual([10, 10, 10, 10, 10, 10]);
    expect(fixture.dataset.packs().flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('end every task as complete', async () => {
    const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
    const failed: string[] = [];
    for (const { key, tasks } of fixture.dataset.list()) {
      for (const taskIdx of tasks.keys()) {
        const { verdict } = await playGold(session, key, taskIdx);
        if (verdict !== 'complete') failed.push(`${key} ${String(taskIdx)}: ${String(verdict)}`);
      }
    }
    await session.close('closed');
    expect(failed).toEqual([]);
  }, 180_000);
});
