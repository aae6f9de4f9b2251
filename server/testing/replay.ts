import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_DIR } from '../config.ts';
import type { EngineFixture } from './engine-fixture.ts';

/** A run that can be played again: tool calls in order. */
export interface Run {
  readonly scenario: string;
  readonly taskIdx: number;
  readonly calls: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  /** Before each call, as a model thinks. */
  readonly pauseMs?: number;
}

interface Recording {
  readonly scenario: string;
  readonly steps: readonly {
    readonly send: { readonly type: string; readonly data?: Record<string, unknown> };
  }[];
}

const PARITY = join(PROJECT_DIR, '..', 'shared', 'parity');
export const SAMPLE_PACK = join(PROJECT_DIR, '..', 'shared', 'awm-1k-sample');

export async function goldRun(fixture: EngineFixture, scenario: string, taskIdx: number): Promise<Run> {
  const gold = await fixture.dataset.gold(scenario, taskIdx);
  if (gold === undefined) throw new Error(`${scenario} task ${String(taskIdx)} has no gold solution`);
  return { scenario, taskIdx, calls: gold.calls };
}

/** The first episodes of the reference's recordings, without verify and done; none where they are not on this machine. */
export function recordedRuns(): readonly Run[] {
  if (!existsSync(PARITY) || !existsSync(SAMPLE_PACK)) return [];
  return readdirSync(PARITY)
    .filter((name) => /_\d+\.json$/.test(name))
    .map((name) => {
      const { scenario, steps } = JSON.parse(readFileSync(join(PARITY, name), 'utf8')) as Recording;
      const calls = [];
      for (const { send } of steps.slice(1)) {
        const { data = {} } = send;
        if (send.type === 'reset' || data['tool_name'] === 'done') break;
        if (send.type !== 'step' || data['type'] !== 'call_tool' || data['tool_name'] === 'verify') continue;
        const args = (data['arguments'] ?? {}) as Readonly<Record<string, unknown>>;
        calls.push({ tool: String(data['tool_name']), arguments: args });
      }
      return { scenario, taskIdx: 0, calls };
    });
}

/** Plays a run in a session of its own; gives back the record's id. */
export async function play(
  fixture: EngineFixture,
  run: Run,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const session = fixture.engine.createSession({ actor: 'agent', transport: 'test' });
  const reset = await session.reset({ scenario: run.scenario, task_idx: run.taskIdx, options });
  if (reset.observation['reward_type'] !== 'reset_ok') throw new Error(reset.observationJson);
  for (const { tool, arguments: args } of run.calls) {
    if (run.pauseMs !== undefined) await sleep(run.pauseMs);
    await session.step({ type: 'call_tool', tool_name: tool, arguments: args });
  }
  await session.step({ type: 'call_tool', tool_name: 'done', arguments: {} });
  await session.close('closed');
  return String(reset.metadata?.['record_id']);
}
