import { describe, expect, it } from 'vitest';
import type { StepRecord } from '../store/types.ts';
import { DEFAULT_REWARDS } from './rewards.ts';
import { judgedEntries, trajectoryEntries, trajectoryJson } from './trajectory.ts';

const HEAD = {
  scenario: 's',
  task: 'Say "trajectory": []\n}',
  taskIdx: 0,
  steps: 4,
  toolNames: ['a', 'b'],
  rewards: DEFAULT_REWARDS,
};

const step = (more: Partial<StepRecord>) =>
  ({
    kind: 'call_tool',
    toolName: 'a',
    argumentsJson: '{"price": 5.0, "text": "two\\nlines"}',
    observationJson: '{"tool_result": "[\\n  1\\n]"}',
    rewardType: 'tool_call_ok',
    ...more,
  }) as StepRecord;

const STEPS = [
  step({ kind: 'list_tools', argumentsJson: null, observationJson: '{}', rewardType: null }),
  step({}),
  step({ rewardType: 'server_error', observationJson: '{"error": "it broke"}' }),
  step({ kind: 'done', argumentsJson: '{}' }),
];

describe('the trajectory', () => {
  it('is written piece by piece as JSON.stringify writes it whole', () => {
    for (const steps of [STEPS, STEPS.slice(1, 2), []]) {
      const { scenario, task, taskIdx, steps: count } = HEAD;
      const trajectory = [...trajectoryEntries(HEAD, steps)];
      const whole = JSON.stringify({ scenario, task, task_idx: taskIdx, steps: count, trajectory }, null, 2);
      expect([...trajectoryJson(HEAD, trajectory)].join('')).toBe(whole);
    }
  });

  it('reads a step only when the one before it was taken', () => {
    let read = 0;
    const steps = STEPS.values().map((one) => {
      read += 1;
      return one;
    });
    const entries = trajectoryEntries(HEAD, steps);
    entries.next();
    expect(read).toBe(1);
  });

  it('reaches a judge with long texts cut, and all of its calls', () => {
    const long = { action: 'call_tool', tool_name: 'a', result: 'x'.repeat(1_000_000), price: 1 };
    const judged = judgedEntries(Array.from({ length: 400 }, () => long));
    expect(judged).toHaveLength(400);
    expect(String(judged[0]?.['result'])).toMatch(/x{16384}… \[cut 983616 characters\]$/);
    expect(judged[399]).toEqual({ ...long, result: '… [cut 1000000 characters]' });
  });
});
