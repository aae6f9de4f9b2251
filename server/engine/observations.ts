import type { Reward } from './rewards.ts';
import type { Outcome } from './types.ts';

/** The reference's sentences; they are part of the wire. */
export const MESSAGES = {
  scenarioRequired: "Parameter 'scenario' is required",
  notRunning: 'Sub-environment is not running. Call reset() first.',
  cannotVerify: 'Cannot verify: environment not initialized (reset failed or not called)',
  cannotFinish: 'Cannot call done: environment not initialized (reset failed or not called)',
  noTask: 'Cannot verify: no task specified at reset',
  alreadyDone: 'Episode has ended. Call reset() to start a new episode.',
} as const;

/** An outcome and the class that its step row gets. */
export interface Answered {
  readonly outcome: Outcome;
  readonly rewardType: string | null;
}

/** Drops what is null or undefined: on the wire such keys are absent. */
export function observationOf(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

export function answer(
  observation: Readonly<Record<string, unknown>>,
  reward: Reward | null,
  metadata?: Readonly<Record<string, unknown>>,
  done = false,
): Outcome {
  return {
    observation,
    observationJson: JSON.stringify(observation),
    reward: reward?.value ?? null,
    rewardJson: reward?.json ?? 'null',
    done,
    metadata,
  };
}
