import { AppError } from '../../lib/contracts/errors.ts';

/** Waits for `work` no longer than `ms` and no longer than the signal allows; the work itself goes on. @throws AppError deadline_exceeded */
export function within<T>(work: Promise<T>, ms: number, what: string, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const fail = (message: string): void => {
      finish();
      reject(new AppError('deadline_exceeded', message));
    };
    const timer = setTimeout(() => {
      fail(`${what} took longer than ${String(ms / 1000)} s`);
    }, ms);
    const onAbort = (): void => {
      fail(`${what} was cancelled`);
    };
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    work.then(
      (value) => {
        finish();
        resolve(value);
      },
      (error: unknown) => {
        finish();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
