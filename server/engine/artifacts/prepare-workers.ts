import { Worker } from 'node:worker_threads';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { CompareInput, PreparedExport, PreparedRun, WorkerAnswer, WorkerInput } from './prepared.ts';
import { ArtifactError } from './source.ts';

/** 256 MiB of JSON are read in 6 s; SQLite checks 32 MiB in 1 s. */
const DEADLINE_MS = 60_000;
const HEAP_MB = 2_048;

/** One artifact at a time is read in a thread of its own, which is ended where it takes too long or too much memory. */
export class PrepareWorker implements AsyncDisposable {
  #worker: Worker | undefined;

  /** @throws ArtifactError where the artifact is refused; AppError internal where reading it failed for another reason */
  async prepare(input: WorkerInput, signal?: AbortSignal): Promise<PreparedRun | PreparedExport> {
    const answer = await this.#ask(input, signal);
    if (answer.kind === 'run') return answer.run;
    throw refusal(answer);
  }

  /** Whether two ends are the same, times and random values aside. @throws like `prepare` */
  async compare(input: CompareInput, signal?: AbortSignal): Promise<boolean> {
    const answer = await this.#ask(input, signal);
    if (answer.kind === 'compared') return answer.same;
    throw refusal(answer);
  }

  async #ask(input: WorkerInput | CompareInput, signal?: AbortSignal): Promise<WorkerAnswer> {
    signal?.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    const answered = Promise.withResolvers<WorkerAnswer>();
    const onMessage = (answer: WorkerAnswer) => answered.resolve(answer);
    const onError = (error: Error) => answered.reject(error);
    const onExit = () => answered.reject(new Error('the thread ended'));
    const onAbort = () => answered.reject(new Error('stopped'));
    const timer = setTimeout(() => answered.reject(new Error('it took too long')), DEADLINE_MS);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      worker.postMessage(input);
      return await answered.promise;
    } catch (error) {
      this.#worker = undefined;
      await worker.terminate();
      signal?.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      throw new ArtifactError(`${input.name} could not be read: ${why}`);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./prepare-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    return worker;
  }
}

function refusal(answer: WorkerAnswer): Error {
  if (answer.kind === 'refused') return new ArtifactError(answer.message);
  const why = answer.kind === 'failed' ? answer.message : 'the thread answered something else';
  return new AppError('internal', `An artifact could not be read: ${why}`);
}
