import { parseLossless } from '../../lib/util/lossless-json.ts';
import { rawNumber } from '../../lib/util/raw-number.ts';
import type { StepRecord } from '../store/types.ts';
import { rewardOf, type RewardConfig } from './rewards.ts';

/** trajectory.json, made from the step rows in the reference's shape and spelling. */

export interface TrajectoryHead {
  readonly scenario: string;
  readonly task: string | null;
  readonly taskIdx: number | null;
  /** All steps of the episode, those that the trajectory leaves out too. */
  readonly steps: number;
  readonly toolNames: readonly string[];
  readonly rewards: RewardConfig;
}

type Entry = Readonly<Record<string, unknown>>;

function record(json: string): Readonly<Record<string, unknown>> {
  const value = parseLossless(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function entryOf(head: TrajectoryHead, step: StepRecord): Entry | undefined {
  const observation = record(step.observationJson);
  const args = step.argumentsJson === null ? {} : parseLossless(step.argumentsJson);
  switch (step.kind) {
    case 'list_tools':
      return {
        action: 'list_tools',
        success: true,
        num_tools: head.toolNames.length,
        tool_names: head.toolNames,
      };
    case 'call_tool': {
      const success = step.rewardType === 'tool_call_ok';
      return {
        action: 'call_tool',
        tool_name: step.toolName,
        arguments: args,
        success,
        result: success ? (observation['tool_result'] ?? null) : null,
        error: success ? null : (observation['error'] ?? null),
      };
    }
    case 'verify':
      if (observation['verify_result'] === undefined || step.rewardType === null) return undefined;
      return {
        action: 'verify',
        arguments: args,
        success: true,
        reward_type: step.rewardType,
        reward: rawNumber(rewardOf(head.rewards, step.rewardType).json),
        verify_result: observation['verify_result'],
      };
    case 'done':
    case 'list_scenarios':
      return undefined;
  }
}

/** Entries in order; refused verifies, done and `__list_scenarios__` are left out, as by the reference. */
export function trajectoryEntries(head: TrajectoryHead, steps: readonly StepRecord[]): readonly Entry[] {
  return steps.map((step) => entryOf(head, step)).filter((entry) => entry !== undefined);
}

export function trajectoryJson(head: TrajectoryHead, entries: readonly Entry[]): string {
  const { scenario, task, taskIdx, steps } = head;
  return JSON.stringify({ scenario, task, task_idx: taskIdx, steps, trajectory: entries }, null, 2);
}
