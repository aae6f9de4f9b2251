import { Worker } from 'node:worker_threads';
import { AppError } from '../../lib/contracts/errors.ts';

/** What a worker says once it takes questions. */
export const READY = 'ready';

export interface WorkerPoolOptions<Outcome> {
  /** The module that the workers run; `homeDir` is their workerData. */
  readonly script: URL;
  readonly homeDir: string;
  readonly workers: number;
  /** Questions that may wait. */
  readonly queue: number;
  /** From the question to the answer. */
  readonly deadlineMs: number;
  /** What fills more memory ends its worker, not the server. */
  readonly heapMb: number;
  /** Reads a worker's reply. Throws for what is none. */
  readonly parse: (message: unknown) => { readonly id: number; readonly outcome: Outcome };
  readonly words: {
    /** Too many wait. */
    readonly busy: string;
    /** Cut off at the deadline. */
    readonly late: (seconds: number) => string;
    /** The worker failed; why follows. */
    readonly failed: string;
  };
}

interface Job<Task, Outcome> {
  readonly id: number;
  readonly task: Task;
  readonly settle: (result: { readonly outcome: Outcome } | AppError) => void;
}

interface Slot<Task, Outcome> {
  readonly worker: Worker;
  /** It has loaded its code; until then it is sent nothing. */
  ready: boolean;
  job: Job<Task, Outcome> | undefined;
}

/**
 * Worker threads that answer questions, one each at a time, started when needed. One that works past the deadline or fails
 * is ended and replaced.
 */
export class WorkerPool<Task, Outcome> implements AsyncDisposable {
  readonly #options: WorkerPoolOptions<Outcome>;
  readonly #slots = new Set<Slot<Task, Outcome>>();
  readonly #waiting: Job<Task, Outcome>[] = [];
  #ids = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions<Outcome>) {
    this.#options = options;
  }

  /** @throws AppError deadline_exceeded, capacity_reached, internal; the signal's reason where it is aborted */
  run(task: Task, signal?: AbortSignal): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new AppError('conflict', 'The store is closed'));
    if (signal?.aborted === true) return Promise.reject(abortError(signal));
    if (this.#waiting.length >= this.#options.queue)
      return Promise.reject(new AppError('capacity_reached', this.#options.words.busy));
    return new Promise((resolve, reject) => {
      const { deadlineMs } = this.#options;
      const job: Job<Task, Outcome> = {
        id: ++this.#ids,
        task,
        settle: (result) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          if (result instanceof AppError) reject(result);
          else resolve(result.outcome);
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

  /** Starts a worker where there is none: the first question then waits for its answer alone. */
  warm(): void {
    if (!this.#closed && this.#slots.size === 0) this.#start();
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

  #give(slot: Slot<Task, Outcome>, job: Job<Task, Outcome>): void {
    slot.job = job;
    if (slot.ready) slot.worker.postMessage({ id: job.id, task: job.task });
  }

  #start(): Slot<Task, Outcome> | undefined {
    if (this.#slots.size >= this.#options.workers) return undefined;
    const worker = new Worker(this.#options.script, {
      workerData: { homeDir: this.#options.homeDir },
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    });
    // It must not keep the process alive.
    worker.unref();
    const slot: Slot<Task, Outcome> = { worker, ready: false, job: undefined };
    this.#slots.add(slot);
    worker.on('message', (message: unknown) => this.#receive(slot, message));
    worker.on('error', (error) => this.#fail(slot, error));
    worker.on('exit', () => this.#fail(slot, undefined));
    return slot;
  }

  #receive(slot: Slot<Task, Outcome>, message: unknown): void {
    if (message === READY) {
      slot.ready = true;
      if (slot.job === undefined) this.#next();
      else this.#give(slot, slot.job);
      return;
    }
    let reply: ReturnType<WorkerPoolOptions<Outcome>['parse']>;
    try {
      reply = this.#options.parse(message);
    } catch (error) {
      this.#fail(slot, error);
      return;
    }
    const { job } = slot;
    slot.job = undefined;
    if (job?.id === reply.id) job.settle({ outcome: reply.outcome });
    this.#next();
  }

  #expire(job: Job<Task, Outcome>, deadlineMs: number): void {
    job.settle(new AppError('deadline_exceeded', this.#options.words.late(deadlineMs / 1000)));
    if (this.#drop(job)) return;
    const slot = [...this.#slots].find((candidate) => candidate.job === job);
    if (slot !== undefined) this.#replace(slot);
  }

  /** Takes a job that waits out of the queue. */
  #drop(job: Job<Task, Outcome>): boolean {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  #fail(slot: Slot<Task, Outcome>, error: unknown): void {
    if (!this.#slots.has(slot)) return;
    const why = error instanceof Error ? `: ${error.message}` : '';
    slot.job?.settle(new AppError('internal', `${this.#options.words.failed}${why}`, { cause: error }));
    this.#replace(slot);
  }

  #replace(slot: Slot<Task, Outcome>): void {
    this.#slots.delete(slot);
    void slot.worker.terminate();
    this.#next();
  }
}

function abortError(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('The question was withdrawn');
}
