import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Dataset } from '../../dataset/types.ts';
import type { BackgroundCheck } from '../check/index.ts';
import type { Evidence, VerifierReads } from '../evidence/types.ts';
import type { OutcomeLibrary, TableRead, TaskVerifiers } from '../../store/types.ts';

/** Pause between two verifier runs: sessions come first. */
const PAUSE_MS = 100;
/** A verifier that could not be run now is tried again after. */
const RETRY_MS = 60_000;

export interface WatchDeps {
  readonly outcomes: Pick<
    OutcomeLibrary,
    'keepReads' | 'onChange' | 'scenarios' | 'setVacuous' | 'setVerifiers' | 'unchecked' | 'unobserved'
  >;
  readonly evidence: Pick<Evidence, 'reads'>;
  readonly dataset: Pick<Dataset, 'find' | 'onChange' | 'verifier'>;
  readonly check: Pick<BackgroundCheck, 'findings' | 'onChecked'>;
  readonly log: { warn(details: Readonly<Record<string, unknown>>, message: string): void };
}

/**
 * Tells the outcomes what their verifiers are like: which there are, what the code and the SQL one read of passes (by running
 * them on one pass of each end, behind the scenes), and which of them are true of the seed (from the check).
 */
export function watchVerifiers(deps: WatchDeps): AsyncDisposable {
  return new VerifierWatch(deps);
}

class VerifierWatch implements AsyncDisposable {
  readonly #deps: WatchDeps;
  readonly #stop = new AbortController();
  readonly #unsubscribe: readonly (() => void)[];
  readonly #later = new Map<string, number>();
  /** Scenarios whose verifiers the outcomes were told of. */
  readonly #told = new Set<string>();
  #running: Promise<void> | undefined;
  #again = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#unsubscribe = [
      deps.outcomes.onChange(() => this.#wake()),
      deps.check.onChecked((key) => this.#tellVacuous(key)),
      deps.dataset.onChange((keys) => {
        for (const key of keys) this.#told.delete(key);
        this.#wake();
      }),
    ];
    this.#wake();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#stop.abort();
    await this.#running;
  }

  #wake(): void {
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    this.#running = this.#run()
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted)
          this.#deps.log.warn({ err: error }, 'what verifiers read could not be watched');
      })
      .finally(() => {
        this.#running = undefined;
        if (!this.#again || this.#stop.signal.aborted) return;
        this.#again = false;
        this.#wake();
      });
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    await sleep(PAUSE_MS, undefined, { signal });
    for (const key of this.#deps.outcomes.unchecked()) this.#tellVacuous(key);
    for (const key of this.#deps.outcomes.scenarios()) {
      if (signal.aborted) return;
      if (!this.#told.has(key)) await this.#tellVerifiers(key);
    }
    for (;;) {
      const pass = this.#deps.outcomes.unobserved(this.#postponed());
      if (pass === undefined) return;
      const { verifierHash, state, mode } = pass;
      try {
        const found = await this.#deps.evidence.reads(pass.episodeId, pass.steps, mode, signal);
        const isSame = found.verifierHash === verifierHash;
        // A version was taken into use, or given up.
        if (!isSame) this.#told.delete(pass.scenario);
        this.#deps.outcomes.keepReads(verifierHash, state, isSame ? readsOf(found) : null);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof AppError)) throw error;
        const isPassing = error.code === 'capacity_reached' || error.code === 'deadline_exceeded';
        if (isPassing) this.#later.set(verifierHash, Date.now() + RETRY_MS);
        else this.#deps.outcomes.keepReads(verifierHash, state, null);
      }
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }

  #postponed(): string[] {
    for (const [verifierHash, untilMs] of this.#later)
      if (untilMs <= Date.now()) this.#later.delete(verifierHash);
    return [...this.#later.keys()];
  }

  async #tellVerifiers(key: string): Promise<void> {
    const { dataset, outcomes } = this.#deps;
    const scenario = dataset.find(key);
    if (scenario === undefined) return;
    const hashOf = async (taskIdx: number, mode: 'code' | 'sql') =>
      scenario.verifiers[taskIdx]?.[mode] === true
        ? ((await dataset.verifier(key, taskIdx, mode))?.hash ?? null)
        : null;
    try {
      const tasks: TaskVerifiers[] = [];
      for (const taskIdx of scenario.tasks.keys())
        tasks.push({ code: await hashOf(taskIdx, 'code'), sql: await hashOf(taskIdx, 'sql') });
      outcomes.setVerifiers(key, tasks);
    } catch (error) {
      // What stood there stays: the pack broke, or went away.
      if (!(error instanceof AppError)) throw error;
    }
    this.#told.add(key);
  }

  #tellVacuous(key: string): void {
    const checked = this.#deps.check.findings(key);
    if (checked === undefined) return;
    const tasks = checked.findings.flatMap(({ code, details }) => {
      const taskIdx = details?.['task_idx'];
      return code === 'trivial_verifier' && typeof taskIdx === 'number' ? [taskIdx] : [];
    });
    this.#deps.outcomes.setVacuous(key, new Set(tasks));
  }
}

function readsOf({ reads }: VerifierReads): TableRead[] | null {
  return reads?.map(({ table, columns }) => ({ table, columns: [...columns] })) ?? null;
}
