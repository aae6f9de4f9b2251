import { isDeepStrictEqual } from 'node:util';
import type { KeptQueue } from '../../store/annotation/types.ts';
import type { Store } from '../../store/types.ts';
import type { AddOptions } from '../../store/annotation/types.ts';

/** Changed runs that are looked at in one go. */
const BATCH = 500;
/** The library is asked this often whether something changed: one row of its catalog. */
const EVERY_MS = 2_000;

interface Parts {
  readonly store: Pick<Store, 'annotation' | 'runs'>;
  readonly meansOf: AddOptions['meansOf'];
  readonly onProblem: (message: string, error: unknown) => void;
}

/**
 * Fills queues from their views. Each queue notes up to which change of the library it has read, so that a server that was away
 * goes on where it was, and only runs that changed since are looked at.
 */
export class Filler implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  /** The library's revision when all queues were full. */
  #seen = -1;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#parts.store.runs.revision().revision !== this.#seen) void this.fill();
    }, EVERY_MS).unref();
  }

  /** One after the other. Never throws. */
  fill(): Promise<void> {
    this.#work = this.#work
      .then(() => this.#fillAll())
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted)
          this.#parts.onProblem('queues could not be filled; it is tried again', error);
      });
    return this.#work;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#work;
  }

  async #fillAll(): Promise<void> {
    const { annotation, runs } = this.#parts.store;
    const { revision } = runs.revision();
    let failed = false;
    for (const queue of annotation.queues()) {
      if (queue.source === null || queue.state === 'closed') continue;
      try {
        await this.#fillOne(queue);
      } catch (error) {
        failed = true;
        if (!this.#stop.signal.aborted)
          this.#parts.onProblem(`queue ${queue.name} could not be filled; it is tried again`, error);
      }
    }
    if (!failed) this.#seen = revision;
  }

  async #fillOne({ id }: KeptQueue): Promise<void> {
    const { annotation, runs } = this.#parts.store;
    let more = true;
    while (more) {
      this.#stop.signal.throwIfAborted();
      const queue = annotation.queue(id);
      if (queue.source === null) return;
      const changed = runs.changedSince(queue.filledTo, BATCH);
      more = changed.more;
      if (changed.revision === queue.filledTo) return;
      const { q, perTaskPerDay } = queue.source;
      const matching =
        changed.ids.length === 0 ? [] : await runs.matching({ q, ids: changed.ids }, this.#stop.signal);
      const options = { merge: queue.settings.mergeIdentical, again: false, perTaskPerDay, dryRun: false };
      await annotation.addItems(
        queue,
        matching.map((run) => ({ run })),
        { ...options, meansOf: this.#parts.meansOf },
        this.#stop.signal,
      );
      // Another view since: it is read from its beginning.
      const now = annotation.queue(id);
      if (now.filledTo === queue.filledTo && isDeepStrictEqual(now.source, queue.source))
        annotation.changeQueue(id, { filledTo: changed.revision });
    }
  }
}
