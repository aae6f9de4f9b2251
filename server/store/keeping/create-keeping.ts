import { BY_RULE } from '../../../lib/contracts/keeping.ts';
import { storageError } from '../storage-error.ts';
import type { RecordingPolicy } from '../types.ts';
import { Deletions, type DeletionParts } from './deletions.ts';
import { KeepingRules } from './rules.ts';
import { inTurns } from './turns.ts';
import type { Keeping } from './types.ts';

interface KeepingParts extends DeletionParts {
  /** Cuts a run's states down. */
  readonly reduce: (episode: number, to: RecordingPolicy) => void;
}

/** Rules are applied this often. */
const APPLY_MS = 60 * 60_000;

/** Deleting and keeping; `start` takes out what an earlier process deleted. */
export function createKeeping(parts: KeepingParts): Keeping & AsyncDisposable & { start(): void } {
  const deletions = new Deletions(parts);
  const rules = new KeepingRules(parts.catalog, deletions.sizes);
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let applying: Promise<void> = Promise.resolve();

  async function applyAll(): Promise<void> {
    for (const rule of rules.all()) {
      const { deleted, reduced } = await rules.plan(rule, stop.signal);
      if (deleted.length > 0)
        await deletions.delete(
          deleted.map(({ id }) => id),
          BY_RULE,
        );
      const { states } = rule;
      if (states === null) continue;
      await inTurns(
        reduced,
        ({ n }) => {
          // Somebody may have pinned or queued it since the plan was made.
          if (!rules.stays(n)) parts.reduce(n, states);
        },
        stop.signal,
      );
    }
  }
  function apply(): Promise<void> {
    applying = applying.then(applyAll).catch((error: unknown) => {
      if (!stop.signal.aborted) parts.onProblem('what is kept of runs could not be cut down', error);
    });
    return applying;
  }

  return {
    start() {
      deletions.start();
      timer = setInterval(() => void apply(), APPLY_MS).unref();
    },
    preview: (ids, signal) => deletions.preview(ids, signal),
    delete: (ids, by) => deletions.delete(ids, by),
    deletions: () => deletions.list(),
    undo: (deletion) => deletions.undo(deletion),
    purgeNow: () => deletions.purge(Infinity),
    experiments: (signal) => rules.experiments(signal),
    rule: (experiment) => rules.all().find((each) => each.experiment === experiment),
    setRule(rule) {
      try {
        rules.set(rule);
      } catch (error) {
        throw storageError(error, parts.homeDir);
      }
    },
    dryRun: (rule, signal) => rules.dryRun(rule, signal),
    applyRules: apply,
    async [Symbol.asyncDispose]() {
      stop.abort();
      clearInterval(timer);
      await applying;
      await deletions[Symbol.asyncDispose]();
    },
  };
}
