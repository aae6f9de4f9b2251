import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../lib/contracts/errors.ts';
import type { ExportFormat } from './columns.ts';

/** At once; each has a thread. */
const MAX_EXPORTS = 3;
/** For one part. A reader that takes none ends its export after this too. */
const PART_MS = 120_000;
const HEAP_MB = 2048;

/** Files of run tables, made in threads of their own as they are read. */
export class Exports implements AsyncDisposable {
  readonly #homeDir: string;
  readonly #running = new Set<Readable>();

  constructor(homeDir: string) {
    this.#homeDir = homeDir;
  }

  /** `ids`: 16 bytes each. @throws AppError capacity_reached */
  open(ids: Uint8Array, format: ExportFormat): Readable {
    if (this.#running.size >= MAX_EXPORTS)
      throw new AppError('capacity_reached', 'Several exports are being written; try again in a moment.');
    const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
      workerData: { homeDir: this.#homeDir, format, ids },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    let timer: NodeJS.Timeout | undefined;
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        file.destroy(new AppError('deadline_exceeded', 'The export stood still for too long and was ended.'));
      }, PART_MS).unref();
    };
    const file = new Readable({
      read() {
        watch();
        worker.postMessage('next');
      },
      destroy: (error, done) => {
        clearTimeout(timer);
        this.#running.delete(file);
        void worker.terminate();
        done(error);
      },
    });
    worker.on('message', (part: Uint8Array | null) => {
      watch();
      file.push(part === null ? null : Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    });
    worker.on('error', (error: Error) => file.destroy(error));
    this.#running.add(file);
    watch();
    return file;
  }

  [Symbol.asyncDispose](): Promise<void> {
    for (const file of this.#running) file.destroy();
    return Promise.resolve();
  }
}
