import { AppError } from '../../lib/contracts/errors.ts';

const WINDOW_MS = 60_000;
/** Wrong secrets for one id in a window; then not even the right one is looked at. */
const MOST = 10;
/** Ids that are watched at once. Only those of credentials that exist get here, so that strangers cannot fill it. */
const WATCHED = 10_000;

/**
 * Counts wrong secrets for each credential. By the credential and not by the address of whoever asks: behind a proxy all
 * have one address, and many have many.
 */
export class Guesses {
  readonly #now: () => number;
  readonly #wrong = new Map<string, { since: number; count: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @throws AppError rate_limited */
  check(id: string): void {
    const entry = this.#wrong.get(id);
    if (entry === undefined || entry.count < MOST) return;
    const left = entry.since + WINDOW_MS - this.#now();
    if (left <= 0) this.#wrong.delete(id);
    else
      throw new AppError(
        'rate_limited',
        `Too many wrong secrets came for this one; try again in ${String(Math.ceil(left / 1000))} s.`,
      );
  }

  wrong(id: string): void {
    const entry = this.#wrong.get(id);
    const now = this.#now();
    if (entry !== undefined && entry.since + WINDOW_MS > now) {
      entry.count += 1;
      return;
    }
    this.#wrong.delete(id);
    if (this.#wrong.size >= WATCHED) {
      const [oldest] = this.#wrong.keys();
      if (oldest !== undefined) this.#wrong.delete(oldest);
    }
    this.#wrong.set(id, { since: now, count: 1 });
  }
}
