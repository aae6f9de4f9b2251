import type { Statement } from 'better-sqlite3';
import type { ExperimentBytes, KeepingDryRun, KeepingRule } from '../../../lib/contracts/keeping.ts';
import type { Catalog } from '../catalog.ts';
import type { RecordingPolicy } from '../types.ts';
import type { RunSizes } from './sizes.ts';
import { inTurns } from './turns.ts';
import { QUEUED } from '../annotation/queued.ts';

const DAY_MS = 86_400_000;
/** Ids that a dry run names. */
const NAMED = 200;

interface Run {
  readonly n: number;
  readonly id: string;
  readonly ended_at: number;
  readonly kept: RecordingPolicy | null;
  readonly verdict: string | null;
  readonly stays: number;
}

/** What a rule would do: runs that go, and runs whose states are cut down. */
export interface RulePlan {
  readonly deleted: readonly Run[];
  readonly reduced: readonly Run[];
  readonly kept: number;
}

const SIZE: Readonly<Record<RecordingPolicy, number>> = { calls: 0, final: 1, full: 2 };

export class KeepingRules {
  readonly #catalog: Catalog;
  readonly #sizes: RunSizes;
  readonly #stays: Statement<[number], { stays: number }>;

  constructor(catalog: Catalog, sizes: RunSizes) {
    this.#catalog = catalog;
    this.#stays = catalog.raw.prepare(`SELECT ${STAYS} AS stays FROM episodes AS e WHERE n = ?`);
    this.#sizes = sizes;
  }

  all(): KeepingRule[] {
    return this.#catalog.all(this.#catalog.query.selectFrom('keeping_rules').selectAll()).map((row) => ({
      experiment: row.experiment === '' ? null : row.experiment,
      states: row.states as KeepingRule['states'],
      days: row.days,
      newest: row.newest,
      bytes: row.bytes,
    }));
  }

  set({ experiment, ...rule }: KeepingRule): void {
    const name = experiment ?? '';
    const { query } = this.#catalog;
    if (Object.values(rule).every((value) => value === null)) {
      this.#catalog.run(query.deleteFrom('keeping_rules').where('experiment', '=', name));
      return;
    }
    const row = query.insertInto('keeping_rules').values({ experiment: name, ...rule });
    this.#catalog.run(row.onConflict((on) => on.column('experiment').doUpdateSet(rule)));
  }

  /** Which runs the rule takes now: the too old, those beyond the newest, the oldest until the rest fits. */
  async plan(rule: KeepingRule, signal?: AbortSignal): Promise<RulePlan> {
    const runs = this.#runs(rule.experiment);
    const oldest = rule.days === null ? -Infinity : Date.now() - rule.days * DAY_MS;
    const goes = new Set<Run>();
    runs.forEach((run, i) => {
      const tooMany = rule.newest !== null && runs.length - i > rule.newest;
      if (run.stays === 0 && (run.ended_at < oldest || tooMany)) goes.add(run);
    });
    if (rule.bytes !== null) await this.#fit(runs, goes, rule.bytes, signal);
    const { states } = rule;
    const reduced =
      states === null || states === 'full'
        ? []
        : runs.filter(
            (run) =>
              run.stays === 0 &&
              !goes.has(run) &&
              run.kept !== null &&
              SIZE[run.kept] > SIZE[states] &&
              (run.verdict === null || run.verdict === 'complete'),
          );
    return {
      deleted: [...goes].sort((a, b) => a.n - b.n),
      reduced,
      kept: runs.filter(({ stays }) => stays === 1).length,
    };
  }

  /** Whether no rule may touch the run now. */
  stays(n: number): boolean {
    return this.#stays.get(n)?.stays !== 0;
  }

  async dryRun(rule: KeepingRule, signal?: AbortSignal): Promise<KeepingDryRun> {
    const { deleted, reduced, kept } = await this.plan(rule, signal);
    const bytes = await this.#sizes.freedBy(
      deleted.map(({ n }) => n),
      signal,
    );
    const ids = (runs: readonly Run[]) => runs.slice(0, NAMED).map(({ id }) => id);
    return {
      deleted: deleted.length,
      deletedIds: ids(deleted),
      reduced: reduced.length,
      reducedIds: ids(reduced),
      bytes,
      kept,
    };
  }

  async experiments(signal?: AbortSignal): Promise<ExperimentBytes[]> {
    const rules = new Map(this.all().map((rule) => [rule.experiment, rule]));
    const found = new Map<string | null, { runs: number; kept: number; bytes: number }>();
    await inTurns(
      this.#everyRun(),
      ({ n, experiment, stays }) => {
        const of = found.get(experiment) ?? { runs: 0, kept: 0, bytes: 0 };
        of.runs += 1;
        of.kept += stays;
        of.bytes += this.#sizes.of(n);
        found.set(experiment, of);
      },
      signal,
    );
    for (const experiment of rules.keys())
      if (!found.has(experiment)) found.set(experiment, { runs: 0, kept: 0, bytes: 0 });
    return [...found]
      .map(([experiment, of]) => ({ experiment, ...of, rule: rules.get(experiment) ?? null }))
      .sort((a, b) => b.bytes - a.bytes);
  }

  async #fit(runs: readonly Run[], goes: Set<Run>, budget: number, signal?: AbortSignal): Promise<void> {
    const sizes = new Map<Run, number>();
    let total = 0;
    await inTurns(
      runs.filter((run) => !goes.has(run)),
      (run) => {
        const bytes = this.#sizes.of(run.n);
        sizes.set(run, bytes);
        total += bytes;
      },
      signal,
    );
    for (const [run, bytes] of sizes) {
      if (total <= budget) return;
      if (run.stays === 1) continue;
      goes.add(run);
      total -= bytes;
    }
  }

  /** Ended runs of an experiment, oldest first. */
  #runs(experiment: string | null): Run[] {
    return this.#catalog.raw
      .prepare<[string | null], Run>(
        `SELECT n, id, ended_at, kept, verdict, ${STAYS} AS stays FROM episodes AS e
         WHERE experiment IS ? AND ended_at IS NOT NULL ORDER BY n`,
      )
      .all(experiment);
  }

  #everyRun() {
    return this.#catalog.raw
      .prepare<[], { n: number; experiment: string | null; stays: number }>(
        `SELECT n, experiment, ${STAYS} AS stays FROM episodes AS e ORDER BY n`,
      )
      .all();
  }
}

const STAYS = `(pinned = 1 OR EXISTS (SELECT 1 FROM labels WHERE episode = n)
  OR ${QUEUED} OR EXISTS (SELECT 1 FROM outcome_tasks WHERE reference_run = e.id))`;
