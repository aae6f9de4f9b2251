import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { FLAGS, PASS } from './flags.ts';
import { mergeReads, parseReads, readsSchema, type Reads } from './reads.ts';

/** Passes from which on the end that more than half of them share counts as usual. */
const ENOUGH_PASSES = 5;

/** What the ends of a task's runs are compared with. */
export interface Basis {
  /** The reference end state; null where there is none, and no usual one. */
  readonly state: number | null;
  readonly from: 'marked' | 'label' | 'baseline' | 'gold' | 'majority' | null;
  /** Most passes change rows. */
  readonly mostWrite: boolean;
  /** The verifier is true of the seed. */
  readonly vacuous: boolean;
  /** What the task's verifiers read, the code and the SQL one; null: of none it is known. */
  readonly reads: Reads | null;
}

export interface OutcomeTask {
  readonly id: number;
  readonly scenario: string;
  readonly task_idx: number;
  readonly version: string;
  readonly last_episode: number;
  readonly verifier_hash: string | null;
  readonly sql_verifier_hash: string | null;
  readonly vacuous: number | null;
  readonly reference_state: number | null;
  readonly reference_run: string | null;
  readonly reference_by: string | null;
  readonly reference_at: number | null;
  readonly basis: string | null;
  readonly stale: number;
}

const basisSchema: z.ZodType<Basis> = z.object({
  state: z.number().nullable(),
  from: z.enum(['marked', 'label', 'baseline', 'gold', 'majority']).nullable(),
  mostWrite: z.boolean(),
  vacuous: z.boolean(),
  reads: readsSchema.nullable(),
});

/** As a task keeps it; undefined where it has none. */
export function keptBasis({ basis }: Pick<OutcomeTask, 'basis'>): Basis | undefined {
  return basis === null ? undefined : basisSchema.safeParse(JSON.parse(basis)).data;
}

/** Finds out what the runs of a task are compared with, from their counts. */
export class Bases {
  readonly #flagged: Statement<[number], { flags: number; state: number; runs: number }>;
  readonly #passes: Statement<[number, string], { state: number; runs: number; writes: number }>;
  readonly #reads: Statement<[number], { mode: string; tables: string | null }>;

  constructor(raw: Database) {
    this.#flagged = raw.prepare(
      'SELECT flags, state, count(*) AS runs FROM outcome_runs WHERE task = ? AND flags <> 0 GROUP BY flags, state',
    );
    this.#passes = raw.prepare(
      // Whether an end has rows is asked without unpacking them: a task may have hundreds.
      `SELECT state, runs, coalesce(changed, 0) > 0 AS writes FROM
         (SELECT state, sum(runs) AS runs FROM outcome_counts WHERE task = ? AND verdict = ? GROUP BY state)
       LEFT JOIN end_states ON id = state`,
    );
    this.#reads = raw.prepare(
      `SELECT mode, tables FROM outcome_verifiers
       LEFT JOIN verifier_reads ON verifier_hash = hash AND tables IS NOT NULL WHERE task = ?`,
    );
  }

  of(task: OutcomeTask): Basis {
    const passes = this.#passes.all(task.id, PASS);
    const total = passes.reduce((sum, { runs }) => sum + runs, 0);
    const writing = passes.reduce((sum, { runs, writes }) => sum + runs * writes, 0);
    const enough = total >= ENOUGH_PASSES;
    return {
      ...this.#reference(task, passes, enough ? total / 2 : null),
      mostWrite: enough && writing > total / 2,
      vacuous: task.vacuous === 1,
      reads: this.#readsOf(task.id),
    };
  }

  #reference(
    task: OutcomeTask,
    passes: readonly { state: number; runs: number }[],
    half: number | null,
  ): Pick<Basis, 'state' | 'from'> {
    if (task.reference_state !== null) return { state: task.reference_state, from: 'marked' };
    const flagged = this.#flagged.all(task.id);
    for (const [from, flag] of [
      ['label', FLAGS.labelledComplete],
      ['baseline', FLAGS.baselinePass],
      ['gold', FLAGS.gold],
    ] as const) {
      const state = mostFrequent(flagged.filter(({ flags }) => (flags & flag) !== 0));
      if (state !== undefined) return { state, from };
    }
    const usual = half === null ? undefined : passes.find(({ state, runs }) => state !== 0 && runs > half);
    return usual === undefined ? { state: null, from: null } : { state: usual.state, from: 'majority' };
  }

  #readsOf(task: number): Reads | null {
    const found = this.#reads.all(task);
    const known = found.flatMap(({ tables }) => (tables === null ? [] : [tables]));
    if (known.length === 0) return null;
    return {
      tables: mergeReads(known.flatMap(parseReads)),
      whole: found.every(({ tables }) => tables !== null),
    };
  }
}

/** Of the known ends; the one seen first where two are as frequent. */
function mostFrequent(rows: readonly { state: number; runs: number }[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { state, runs } of rows) if (state !== 0) counts.set(state, (counts.get(state) ?? 0) + runs);
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best?.[0];
}
