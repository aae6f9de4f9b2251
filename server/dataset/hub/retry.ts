import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import { HttpStatusError, isTransient, reasonOf, toAppError, type HubPlace } from './hub-error.ts';

export interface RetryPolicy {
  /** Attempts in a row that may bring nothing. */
  readonly attempts: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 6, firstWaitMs: 500, longestWaitMs: 30_000 };

export interface RetryContext {
  readonly place: HubPlace;
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /** When all of it must have ended, by performance.now(). */
  readonly deadlineAt: number;
  readonly onRetry: (reason: string, waitMs: number) => void;
}

/**
 * Runs an attempt until it succeeds. The wait doubles from attempt to attempt, with a random part; an attempt that made
 * progress before it failed starts the count anew.
 * @throws AppError
 */
export async function withRetry<T>(
  context: RetryContext,
  attempt: (progress: () => void) => Promise<T>,
): Promise<T> {
  let failures = 0;
  for (;;) {
    const made = { progress: false };
    try {
      return await attempt(() => {
        made.progress = true;
      });
    } catch (error) {
      if (context.signal.aborted) throw stopped();
      failures = made.progress ? 1 : failures + 1;
      if (!isTransient(error, context.place) || failures >= context.policy.attempts)
        throw toAppError(error, context.place);
      const asked = error instanceof HttpStatusError ? (error.retryAfterMs ?? 0) : 0;
      const grown = context.policy.firstWaitMs * 2 ** (failures - 1) * (0.75 + Math.random() / 2);
      const waitMs = Math.min(context.policy.longestWaitMs, Math.max(asked, grown));
      if (performance.now() + waitMs > context.deadlineAt) {
        const message = `The download did not end in time (last: ${reasonOf(error)}). Run the command again: it goes on where it stopped.`;
        throw new AppError('deadline_exceeded', message, { cause: error });
      }
      context.onRetry(reasonOf(error), waitMs);
      await sleep(waitMs, undefined, { signal: context.signal }).catch(() => {
        throw stopped();
      });
    }
  }
}

export function stopped(): AppError {
  return new AppError('conflict', 'Stopped. Run the command again: it goes on where it stopped.');
}
