import { AppError } from '../../lib/contracts/errors.ts';

export type Priority = 'normal' | 'background';

interface Waiting {
  readonly start: () => void;
  readonly abandon: () => void;
}

/** Runs at most `slots` jobs at once, first come first served, background ones only when no other waits. */
export class SlotQueue {
  readonly #slots: number;
  readonly #waiting: Record<Priority, Waiting[]> = { normal: [], background: [] };
  #running = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Jobs that wait for a slot. */
  get waiting(): number {
    return this.#waiting.normal.length + this.#waiting.background.length;
  }

  get size(): number {
    return this.#running + this.waiting;
  }

  async run<T>(priority: Priority, job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#slots) {
      await new Promise<void>((start, reject) => {
        this.#waiting[priority].push({
          start,
          abandon: () => {
            reject(new AppError('runtime_failed', 'the host is stopping'));
          },
        });
      });
    } else this.#running++;
    try {
      return await job();
    } finally {
      this.#next();
    }
  }

  /** Rejects all that wait. */
  clear(): void {
    for (const list of [this.#waiting.normal, this.#waiting.background]) {
      for (const waiting of list.splice(0)) waiting.abandon();
    }
  }

  #next(): void {
    const next = this.#waiting.normal.shift() ?? this.#waiting.background.shift();
    if (next === undefined) this.#running--;
    else next.start();
  }
}
