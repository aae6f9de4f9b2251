import { parseLossless } from '../../lib/util/lossless-json.ts';
import { isRawNumber, rawNumber } from '../../lib/util/raw-number.ts';
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

export type Entry = Readonly<Record<string, unknown>>;

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

/**
 * Entries in order; refused verifies, done and `__list_scenarios__` are left out, as by the reference. Steps are taken
 * one at a time: one may hold 100 MiB.
 */
export function* trajectoryEntries(head: TrajectoryHead, steps: Iterable<StepRecord>): Generator<Entry> {
  for (const step of steps) {
    const entry = entryOf(head, step);
    if (entry !== undefined) yield entry;
  }
}

/** The file's text, a piece per entry: what `JSON.stringify` of the whole with an indent of 2 would give. */
export function* trajectoryJson(head: TrajectoryHead, entries: Iterable<Entry>): Generator<string> {
  const { scenario, task, taskIdx, steps } = head;
  const frame = JSON.stringify({ scenario, task, task_idx: taskIdx, steps, trajectory: [] }, null, 2);
  const end = ']\n}';
  yield frame.slice(0, -end.length);
  let comma = '';
  for (const entry of entries) {
    // Line ends stand between values only: in a text they are escaped.
    yield `${comma}\n    ${JSON.stringify(entry, null, 2).replaceAll('\n', '\n    ')}`;
    comma = ',';
  }
  yield comma === '' ? end : `\n  ${end}`;
}

/** Characters of one text that a judge reads, and of a whole run. */
const JUDGED_TEXT = 16_384;
const JUDGED_RUN = 4 * 1024 * 1024;
/** Never cut: names, numbers as text, short messages. */
const SHORT_TEXT = 256;

/** A run as a judge gets it: long texts are cut and say by how much; past 4 MiB of a run only what was called is left. */
export function judgedEntries(entries: Iterable<Entry>): readonly Entry[] {
  const judged: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    const limit = size < JUDGED_RUN ? JUDGED_TEXT : 0;
    const kept = Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [name, cutTexts(value, limit)]),
    );
    judged.push(kept);
    size += JSON.stringify(kept).length;
  }
  return judged;
}

function cutTexts(value: unknown, limit: number): unknown {
  if (typeof value === 'string') {
    if (value.length <= Math.max(limit, SHORT_TEXT)) return value;
    return `${value.slice(0, limit)}… [cut ${String(value.length - limit)} characters]`;
  }
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, limit));
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, limit)]));
}
