import type { LiveStep } from '../contracts/live.ts';

/** What a step did, as its mark shows it. */
export type Effect = 'read' | 'wrote' | 'error' | 'verify' | 'end';

/** Reward types of steps that were answered with an error. */
export const FAILED_TYPES: ReadonlySet<string> = new Set([
  'tool_not_found',
  'invalid_args',
  'invalid_action',
  'server_error',
  'timeout',
  'judge_error',
  'no_verifier',
]);

export function effectOf(step: Pick<LiveStep, 'kind' | 'rewardType' | 'wrote'>): Effect {
  if (step.rewardType !== null && FAILED_TYPES.has(step.rewardType)) return 'error';
  switch (step.kind) {
    case 'verify':
      return 'verify';
    case 'done':
      return 'end';
    case 'list_tools':
    case 'list_scenarios':
    case 'call_tool':
      return step.wrote ? 'wrote' : 'read';
  }
}
