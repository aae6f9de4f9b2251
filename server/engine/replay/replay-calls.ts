import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { CallResult, OpenSession, PreparedScenario, SessionProcess } from '../../host/types.ts';
import { createSessionFolder, removeSessionFolder, type SessionFolder } from '../session-folder.ts';
import type { ReplayCall, ReplayDeps, ReplayRequest } from './types.ts';

/**
 * Makes calls one after another in a session of its own, which leaves no record and is gone afterwards. A call that ends
 * its process (its deadline, a crash) is told as its result; the next one runs in a new process on what was committed.
 * @throws AppError not_found (no such scenario), sandbox_weak, scenario_broken, runtime_failed, storage_full;
 *   deadline_exceeded where `signal` aborts
 */
export async function replayCalls(deps: ReplayDeps, request: ReplayRequest): Promise<void> {
  const scenario = deps.dataset.find(request.scenario);
  if (scenario === undefined)
    throw new AppError('not_found', `The scenario ${request.scenario} is not served here.`);
  const refused = deps.refuse?.(scenario);
  if (refused !== undefined)
    throw new AppError('sandbox_weak', `'${scenario.key}' does not run here: ${refused}.`);
  const { signal } = request;
  const ready = AbortSignal.any([signal, AbortSignal.timeout(deps.readyTimeoutMs)]);
  const source = await deps.dataset.source(scenario.key);
  const prepared = await deps.host.prepare(source, { signal: ready, priority: 'background', stay: true });
  let folder: SessionFolder | undefined;
  try {
    folder = await createSessionFolder({
      root: deps.sessionsDir,
      scenario: scenario.key,
      // What a killed server leaves of it is swept like any session's folder.
      name: randomBytes(16).toString('hex'),
      templateDb: prepared.templateDb,
    });
    if (request.writeDb !== undefined) {
      await rm(folder.dbPath);
      await request.writeDb(folder.dbPath);
    }
    await run(deps, request, prepared, folder);
  } finally {
    prepared.release();
    if (folder !== undefined)
      await removeSessionFolder(folder).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'the folder of a replay could not be removed');
      });
  }
}

async function run(
  deps: ReplayDeps,
  request: ReplayRequest,
  prepared: PreparedScenario,
  folder: SessionFolder,
): Promise<void> {
  const place = { dbPath: folder.dbPath, prepared };
  await request.onStart?.(place);
  const process = new ReplayProcess(deps, request, prepared, folder);
  try {
    for (const call of request.calls) {
      const startMs = process.timeOfNext();
      const result = call.killed === true ? await process.end() : await process.call(call);
      if (request.signal.aborted) throw cutOff();
      const endMs = request.clock === undefined ? Date.now() : startMs;
      if ((await request.onStep({ ...place, seq: call.seq, result, startMs, endMs })) === false) return;
    }
  } finally {
    await process.end();
  }
}

class ReplayProcess {
  readonly #deps: ReplayDeps;
  readonly #request: ReplayRequest;
  readonly #prepared: PreparedScenario;
  readonly #folder: SessionFolder;
  #process: SessionProcess | undefined;
  #opened = false;
  #calls = 0;

  constructor(deps: ReplayDeps, request: ReplayRequest, prepared: PreparedScenario, folder: SessionFolder) {
    this.#deps = deps;
    this.#request = request;
    this.#prepared = prepared;
    this.#folder = folder;
  }

  /** By the session's clocks. */
  timeOfNext(): number {
    const { clock } = this.#request;
    return clock === undefined ? Date.now() : clock.startMs + (this.#calls + 1) * clock.tickMs;
  }

  async call({ tool, args }: ReplayCall): Promise<CallResult> {
    const { signal } = this.#request;
    if (signal.aborted) throw cutOff();
    this.#process ??= await this.#open();
    const result = await this.#process.call(tool, args, { deadlineMs: this.#deps.toolTimeoutMs, signal });
    this.#calls += 1;
    if (result.kind === 'timeout' || result.kind === 'exited') {
      this.#process = undefined;
      // SQLite rolls back what the call left half done.
      this.#process = await this.#open();
    }
    return result;
  }

  async end(): Promise<{ readonly kind: 'not_called' }> {
    const process = this.#process;
    this.#process = undefined;
    await process?.close('closed');
    return { kind: 'not_called' };
  }

  async #open(): Promise<SessionProcess> {
    const { clock, seed, signal } = this.#request;
    const session: OpenSession = {
      sessionId: `replay-${randomBytes(8).toString('hex')}`,
      workDir: this.#folder.dir,
      dbPath: this.#folder.dbPath,
      ...(clock && { clock }),
      ...(clock && seed !== undefined && { seed }),
      callsBefore: this.#calls,
      resumed: this.#opened && !this.#prepared.stateful,
    };
    const ready = AbortSignal.any([signal, AbortSignal.timeout(this.#deps.readyTimeoutMs)]);
    const process = await this.#deps.host.open(this.#prepared, session, ready);
    this.#opened = true;
    return process;
  }
}

function cutOff(): AppError {
  return new AppError('deadline_exceeded', 'Making the calls again was cut off.');
}
