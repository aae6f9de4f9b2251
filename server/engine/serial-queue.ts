import { AppError } from '../../lib/contracts/errors.ts';

/** Runs one piece of work at a time, in order; refuses when more than `limit` wait. */
export interface SerialQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Settles when nothing runs or waits. */
  idle(): Promise<void>;
}

export function createSerialQueue(limit: number): SerialQueue {
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      if (waiting > limit) {
        throw new AppError(
          'session_busy',
          `The session has ${String(waiting)} requests waiting; send the next one after an answer.`,
        );
      }
      waiting += 1;
      const result = tail.then(work).finally(() => {
        waiting -= 1;
      });
      tail = result.catch(() => undefined);
      return result;
    },
    async idle() {
      await tail;
    },
  };
}
