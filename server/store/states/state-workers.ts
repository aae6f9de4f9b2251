import { Worker } from 'node:worker_threads';
import { AppError } from '../../../lib/contracts/errors.ts';
import { READY, replySchema } from './tasks.ts';
import type { StateOutcome, StateTask } from './tasks.ts';

/** Two, so that one slow question does not hold up the others. */
const WORKERS = 2;
const QUEUE = 200;
const DEADLINE_MS = 10_000;
/** A crafted file may have its rows fill memory: then the worker ends, not the server. */
const HEAP_MB = 1024;

export interface StateWorkersOptions {
  readonly homeDir: string;
  /** Default 10 s, from the question to the answer. */
  readonly deadlineMs?: number | undefined;
  /** Default 200 questions that wait. */
  readonly queue?: number | undefined;
}

interface Job {
  readonly id: number;
  readonly task: StateTask;
  readonly settle: (result: StateOutcome | AppError) => void;
}

interface Slot {
  readonly worker: Worker;
  /** It has loaded its code; until then it is sent nothing. */
  ready: boolean;
  job: Job | undefined;
}

/**
 * Worker threads that read states, started when needed. One that works past the deadline or fails is ended and replaced;
 * what it reads is plain JavaScript, so that ending it always works.
 */
export class StateWorkers implements AsyncDisposable {
  readonly #options: StateWorkersOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting: Job[] = [];
  #ids = 0;
  #closed = false;

  constructor(options: StateWorkersOptions) {
    this.#options = options;
  }

  /** @throws AppError deadline_exceeded, capacity_reached, internal; the signal's reason where it is aborted */
  run(task: StateTask, signal?: AbortSignal): Promise<StateOutcome> {
    if (this.#closed) return Promise.reject(new AppError('conflict', 'The store is closed'));
    if (signal?.aborted === true) return Promise.reject(abortError(signal));
    if (this.#waiting.length >= (this.#options.queue ?? QUEUE)) {
      const message = 'Too many questions about recorded states wait; ask again in a moment';
      return Promise.reject(new AppError('capacity_reached', message));
    }
    return new Promise((resolve, reject) => {
      const deadlineMs = this.#options.deadlineMs ?? DEADLINE_MS;
      const job: Job = {
        id: ++this.#ids,
        task,
        settle: (result) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          if (result instanceof AppError) reject(result);
          else resolve(result);
        },
      };
      const onAbort = () => {
        // Where a worker has it already, the deadline stays: nobody else ends one that hangs.
        if (this.#drop(job)) clearTimeout(timer);
        reject(abortError(signal));
      };
      const timer = setTimeout(() => this.#expire(job, deadlineMs), deadlineMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const closed = new AppError('conflict', 'The store was closed');
    for (const job of this.#waiting.splice(0)) job.settle(closed);
    const slots = [...this.#slots];
    this.#slots.clear();
    for (const { job } of slots) job?.settle(closed);
    await Promise.all(slots.map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    while (!this.#closed) {
      const slots = [...this.#slots];
      const idle = slots.filter(({ job }) => job === undefined);
      const free = idle.find(({ ready }) => ready);
      if (this.#waiting.length > 0) {
        const slot = free ?? idle[0] ?? this.#start();
        const job = slot === undefined ? undefined : this.#waiting.shift();
        if (slot === undefined || job === undefined) return;
        this.#give(slot, job);
        continue;
      }
      // A start takes longer than most answers: who is free before it takes its question.
      const starting = slots.find(({ ready, job }) => !ready && job !== undefined);
      const job = starting?.job;
      if (free === undefined || starting === undefined || job === undefined) return;
      starting.job = undefined;
      this.#give(free, job);
    }
  }

  #give(slot: Slot, job: Job): void {
    slot.job = job;
    if (slot.ready) slot.worker.postMessage({ id: job.id, task: job.task });
  }

  #start(): Slot | undefined {
    if (this.#slots.size >= WORKERS) return undefined;
    const worker = new Worker(new URL('./state-worker.ts', import.meta.url), {
      workerData: { homeDir: this.#options.homeDir },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // It must not keep the process alive.
    worker.unref();
    const slot: Slot = { worker, ready: false, job: undefined };
    this.#slots.add(slot);
    worker.on('message', (message: unknown) => this.#receive(slot, message));
    worker.on('error', (error) => this.#fail(slot, error));
    worker.on('exit', () => this.#fail(slot, undefined));
    return slot;
  }

  #receive(slot: Slot, message: unknown): void {
    if (message === READY) {
      slot.ready = true;
      if (slot.job === undefined) this.#next();
      else this.#give(slot, slot.job);
      return;
    }
    const reply = replySchema.safeParse(message);
    if (!reply.success) {
      this.#fail(slot, reply.error);
      return;
    }
    const { id, outcome } = reply.data;
    const { job } = slot;
    slot.job = undefined;
    if (job?.id === id) job.settle(outcome);
    this.#next();
  }

  #expire(job: Job, deadlineMs: number): void {
    const late = new AppError(
      'deadline_exceeded',
      `The state could not be read within ${String(deadlineMs / 1000)} s; ask for less of it, or for another state`,
    );
    job.settle(late);
    if (this.#drop(job)) return;
    const slot = [...this.#slots].find((candidate) => candidate.job === job);
    if (slot !== undefined) this.#replace(slot);
  }

  /** Takes a job that waits out of the queue. */
  #drop(job: Job): boolean {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  #fail(slot: Slot, error: unknown): void {
    if (!this.#slots.has(slot)) return;
    const why = error instanceof Error ? `: ${error.message}` : '';
    slot.job?.settle(new AppError('internal', `Reading the state failed${why}`, { cause: error }));
    this.#replace(slot);
  }

  #replace(slot: Slot): void {
    this.#slots.delete(slot);
    void slot.worker.terminate();
    this.#next();
  }
}

function abortError(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('The question was withdrawn');
}
