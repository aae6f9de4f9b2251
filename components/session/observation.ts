import type { LiveStep } from '../../lib/contracts/live.ts';

/** The newest verdict of the episode, if it was verified. */
export function lastVerdict(steps: readonly LiveStep[]): LiveStep | null {
  return steps.findLast((step) => step.kind === 'verify') ?? null;
}
