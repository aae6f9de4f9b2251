import { Worker } from 'node:worker_threads';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Column } from './columns.ts';
import type { ParquetMessage, ParquetWorkerData } from './parquet-worker.ts';

/** From a message to its answer: a row group is encoded in about a second. */
const ANSWER_MS = 120_000;
const HEAP_MB = 1024;

/** A Parquet file that a thread of its own writes: the encoder does a row group, and the footer, at one go. */
export class ParquetThread implements AsyncDisposable {
  readonly #worker: Worker;
  #fault: Error | undefined;
  #settle: (() => void) | undefined;

  constructor(path: string, columns: readonly Column[]) {
    this.#worker = new Worker(new URL('./parquet-worker.ts', import.meta.url), {
      workerData: {
        path,
        columns: columns.map(({ name, type }) => ({ name, type })),
      } satisfies ParquetWorkerData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', () => this.#settle?.());
    this.#worker.on('error', (error) =>
      this.#fail(error instanceof Error ? error : new Error('The thread failed', { cause: error })),
    );
    this.#worker.on('exit', () => this.#fail(new AppError('internal', 'The Parquet file was given up')));
  }

  /**
   * One at a time; the rows may stay in the thread's memory until `null` ends the file.
   * @throws the file system's error; AppError deadline_exceeded, internal
   */
  async write(message: ParquetMessage): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        const late = `A Parquet file was not written on within ${String(ANSWER_MS / 1_000)} s`;
        this.#fail(new AppError('deadline_exceeded', late));
      }, ANSWER_MS);
      this.#settle = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#fault === undefined) this.#worker.postMessage(message);
      else this.#settle();
    });
    if (this.#fault !== undefined) throw this.#fault;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#settle?.();
  }
}
