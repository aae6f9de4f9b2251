import type { Database } from 'better-sqlite3';
import {
  ANSWER_SAMPLE,
  OUTCOME_LIMIT,
  OUTCOME_ROW_LIMIT,
  type Outcome,
  type OutcomeDetail,
  type OutcomeReference,
  type OutcomeRow,
  type Outcomes,
} from '../../../lib/contracts/outcomes.ts';
import { labelOutcomeSchema } from '../../../lib/contracts/runs.ts';
import { beginning } from '../../../lib/domain/beginning.ts';
import { firstOtherCell, summarise, type EndRow } from '../../../lib/domain/end-rows.ts';
import type { Catalog } from '../catalog.ts';
import { Bases, type Basis, type OutcomeTask } from './basis.ts';
import { EndStates, UNKNOWN_END, type EndState } from './end-states.ts';
import { compare, endFacts, suspicionsOf } from './facts.ts';
import { FLAGS, NO_STEP, PASS } from './flags.ts';
import { isUnread } from './reads.ts';

export interface OutcomesQuery {
  readonly scenario: string;
  readonly taskIdx: number;
  readonly passes: boolean;
  readonly version?: string | undefined;
}

export interface OutcomeQuery {
  readonly scenario: string;
  readonly taskIdx: number;
  readonly state: string;
  readonly version?: string | undefined;
}

/** Bins of train_step: as many as a small histogram shows. */
const BINS = 12;
const ANSWERS = 3;
/** Parts of a summary; who wants more opens the outcome. */
const PARTS = 4;
/** Candidates among which the run that stands for an outcome is chosen. */
const CANDIDATES = 50;

interface Count {
  readonly state: number;
  readonly verdict: string;
  readonly step: number;
  readonly runs: number;
}

interface Cluster {
  readonly state: number;
  runs: number;
  readonly verdicts: Map<string, number>;
  readonly steps: number[];
}

/** Answers from the catalog what runs of a task came to. Reads only, for the thread that reads states. */
export class OutcomeViews {
  readonly #raw: Database;
  readonly #ends: EndStates;
  readonly #bases: Bases;

  constructor(catalog: Catalog) {
    this.#raw = catalog.raw;
    this.#ends = new EndStates(catalog);
    this.#bases = new Bases(catalog.raw);
  }

  outcomes({ scenario, taskIdx, passes, version }: OutcomesQuery): Outcomes {
    const versions = this.#versions(scenario, taskIdx);
    const task = versions.find((each) => each.version === version) ?? versions[0];
    const answer = {
      scenario,
      taskIdx,
      version: task?.version ?? null,
      versions: versions.map((each, i) => ({ version: each.version, runs: each.runs, newest: i === 0 })),
      pending: this.#raw.prepare('SELECT 1 FROM outcome_pending LIMIT 1').get() !== undefined,
    };
    if (task === undefined) {
      const none = { runs: 0, passes: 0, allRuns: 0, ends: 0, reference: null, bins: [], items: [] };
      return { ...answer, ...none, more: 0, moreRuns: 0 };
    }
    const all = this.#raw
      .prepare<[number], Count>('SELECT state, verdict, step, runs FROM outcome_counts WHERE task = ?')
      .all(task.id);
    const counts = passes ? all.filter(({ verdict }) => verdict === PASS) : all;
    const bins = binsOf(counts);
    const clusters = clustersOf(counts, bins);
    const basis = this.#bases.of(task);
    const shown = clusters.slice(0, OUTCOME_LIMIT);
    const reference = clusters.find(({ state }) => state === basis.state);
    if (reference !== undefined && !shown.includes(reference)) shown.push(reference);
    const sum = (rows: readonly { runs: number }[]) => rows.reduce((total, { runs }) => total + runs, 0);
    const runs = sum(counts);
    return {
      ...answer,
      runs,
      passes: sum(all.filter(({ verdict }) => verdict === PASS)),
      allRuns: sum(all),
      ends: clusters.length,
      reference: this.#reference(task, basis),
      bins: bins.map(({ from, to, runs: count }) => ({ from, to, runs: count })),
      items: shown.map((cluster) => this.#outcome(task, cluster, basis, passes)),
      more: clusters.length - shown.length,
      moreRuns: runs - sum(shown),
    };
  }

  /** Undefined: no run of the task ends so. */
  outcome({ scenario, taskIdx, state: hash, version }: OutcomeQuery): OutcomeDetail | undefined {
    const versions = this.#versions(scenario, taskIdx);
    const task = versions.find((each) => each.version === version) ?? versions[0];
    const id = this.#ends.find(hash)?.id;
    if (task === undefined || id === undefined) return undefined;
    const counted = this.#raw
      .prepare<[number, number], { state: number }>(
        'SELECT state FROM outcome_counts WHERE task = ? AND state = ? LIMIT 1',
      )
      .get(task.id, id);
    if (counted === undefined) return undefined;
    const basis = this.#bases.of(task);
    const end = this.#ends.get(id);
    const marked = markedRows(end, this.#referenceEnd(basis));
    const shown = marked.slice(0, OUTCOME_ROW_LIMIT);
    return {
      state: hash,
      changed: end.changed,
      problem: end.rows === null ? this.#problem(id) : null,
      reference: this.#reference(task, basis),
      representative: this.#representative(task, id, basis, false),
      rows: shown.map(({ mark, row, reference }) => ({
        mark,
        row: told(row),
        reference: reference === null ? null : told(reference),
        unread: isUnread(row, basis.reads),
      })),
      more: marked.length - shown.length,
      answers: this.#answers(task.id, id, false),
    };
  }

  #outcome(task: OutcomeTask, cluster: Cluster, basis: Basis, passes: boolean): Outcome {
    const { state } = cluster;
    const end = this.#ends.get(state);
    const reference = this.#referenceEnd(basis);
    const facts = endFacts(end, reference, basis);
    const against = compare(end, reference);
    return {
      state: state === UNKNOWN_END ? null : this.#hash(state),
      runs: cluster.runs,
      verdicts: [...cluster.verdicts]
        .map(([verdict, runs]) => ({ verdict: verdict === '' ? 'none' : verdict, runs }))
        .sort((a, b) => b.runs - a.runs || (a.verdict < b.verdict ? -1 : 1)),
      steps: cluster.steps,
      representative: this.#representative(task, state, basis, passes),
      labels: this.#labels(task.id, state),
      answers: this.#answers(task.id, state, passes),
      changed: end.changed,
      summary: summarise(end.rows ?? []).slice(0, PARTS),
      isReference: state === basis.state,
      against:
        against === null
          ? null
          : {
              same: against.same,
              collateral: against.collateral.length,
              omitted: against.omitted.length,
              differs: against.differs.length,
              cell: toldCell(firstOtherCell(against)),
              unread: facts.unread,
            },
      suspicions: cluster.verdicts.has(PASS) ? suspicionsOf(facts, PASS, 0) : [],
    };
  }

  #versions(scenario: string, taskIdx: number): (OutcomeTask & { readonly runs: number })[] {
    return this.#raw
      .prepare<[string, number], OutcomeTask & { runs: number }>(
        `SELECT *, (SELECT coalesce(sum(runs), 0) FROM outcome_counts WHERE task = outcome_tasks.id) AS runs
         FROM outcome_tasks WHERE scenario = ? AND task_idx = ? AND runs > 0 ORDER BY last_episode DESC LIMIT 20`,
      )
      .all(scenario, taskIdx);
  }

  #reference(task: OutcomeTask, { state, from }: Basis): OutcomeReference | null {
    if (state === null || from === null) return null;
    const hash = this.#hash(state);
    if (hash === null) return null;
    const isMarked = from === 'marked';
    return {
      state: hash,
      from,
      run: isMarked ? task.reference_run : this.#standsFor(task.id, state, from),
      by: isMarked ? task.reference_by : null,
      atMs: isMarked ? task.reference_at : null,
    };
  }

  #referenceEnd({ state }: Basis): EndState | null {
    return state === null ? null : this.#ends.get(state);
  }

  /** A run for which the end was proposed. */
  #standsFor(task: number, state: number, from: Exclude<Basis['from'], 'marked' | null>): string | null {
    if (from === 'majority') return this.#candidate(task, state, true);
    const flag = { label: FLAGS.labelledComplete, baseline: FLAGS.baselinePass, gold: FLAGS.gold }[from];
    const found = this.#raw
      .prepare<[number, number, number], { id: string }>(
        `SELECT id FROM outcome_runs JOIN episodes ON n = episode
         WHERE outcome_runs.task = ? AND flags <> 0 AND state = ? AND flags & ? <> 0 ORDER BY episode LIMIT 1`,
      )
      .get(task, state, flag);
    return found?.id ?? null;
  }

  #representative(task: OutcomeTask, state: number, basis: Basis, passes: boolean): string | null {
    if (state === basis.state) {
      const run = this.#reference(task, basis)?.run;
      if (run !== undefined && run !== null) return run;
    }
    return this.#candidate(task.id, state, passes) ?? this.#candidate(task.id, state, false);
  }

  /** Of the newest runs one whose states are kept, with few steps. */
  #candidate(task: number, state: number, passes: boolean): string | null {
    const found = this.#raw
      .prepare<[number, number, number], { id: string }>(
        `SELECT id FROM (SELECT id, kept, steps, n FROM outcome_runs AS r JOIN episodes ON n = episode
           WHERE r.task = ? AND state = ? AND (? = 0 OR r.verdict = '${PASS}')
           ORDER BY episode DESC LIMIT ${String(CANDIDATES)})
         ORDER BY kept IS NOT 'full', steps, n LIMIT 1`,
      )
      .get(task, state, passes ? 1 : 0);
    return found?.id ?? null;
  }

  #labels(task: number, state: number): Outcome['labels'] {
    return this.#raw
      .prepare<[number, number], { outcome: string; count: number }>(
        `SELECT outcome, count(*) AS count FROM outcome_runs AS r JOIN counted_labels AS l ON l.episode = r.episode
         WHERE r.task = ? AND r.flags <> 0 AND r.state = ? GROUP BY outcome ORDER BY count DESC`,
      )
      .all(task, state)
      .map(({ outcome, count }) => ({ outcome: labelOutcomeSchema.parse(outcome), count }));
  }

  #answers(task: number, state: number, passes: boolean): Outcome['answers'] {
    return this.#raw
      .prepare<[number, number, number], { text: string; count: number }>(
        `SELECT text, count(*) AS count FROM (SELECT final_answer AS text FROM outcome_runs AS r
             JOIN episodes ON n = episode
             WHERE r.task = ? AND state = ? AND (? = 0 OR r.verdict = '${PASS}')
             ORDER BY episode DESC LIMIT ${String(ANSWER_SAMPLE)})
         WHERE text IS NOT NULL AND text <> '' GROUP BY text ORDER BY count DESC, text LIMIT ${String(ANSWERS)}`,
      )
      .all(task, state, passes ? 1 : 0);
  }

  #hash(state: number): string | null {
    const found = this.#raw
      .prepare<[number], { hash: string }>('SELECT hash FROM end_states WHERE id = ?')
      .get(state);
    return found?.hash ?? null;
  }

  #problem(state: number): string | null {
    const found = this.#raw
      .prepare<[number], { problem: string | null }>('SELECT problem FROM end_states WHERE id = ?')
      .get(state);
    return found?.problem ?? 'the states of its runs are not kept';
  }
}

function clustersOf(counts: readonly Count[], bins: readonly Bin[]): Cluster[] {
  const clusters = new Map<number, Cluster>();
  for (const { state, verdict, step, runs } of counts) {
    const cluster: Cluster = clusters.get(state) ?? {
      state,
      runs: 0,
      verdicts: new Map<string, number>(),
      steps: bins.map(() => 0),
    };
    clusters.set(state, cluster);
    cluster.runs += runs;
    cluster.verdicts.set(verdict, (cluster.verdicts.get(verdict) ?? 0) + runs);
    const bin = step === NO_STEP ? -1 : bins.findIndex(({ to }) => step <= to);
    if (bin >= 0) cluster.steps[bin] = (cluster.steps[bin] ?? 0) + runs;
  }
  return [...clusters.values()].sort((a, b) => b.runs - a.runs || a.state - b.state);
}

interface Bin {
  readonly from: number;
  readonly to: number;
  runs: number;
}

/** Distinct steps put together, so that each bin has about as many of them. */
function binsOf(counts: readonly Count[]): Bin[] {
  const runs = new Map<number, number>();
  for (const { step, runs: count } of counts)
    if (step !== NO_STEP) runs.set(step, (runs.get(step) ?? 0) + count);
  const steps = [...runs.keys()].sort((a, b) => a - b);
  const size = Math.max(1, Math.ceil(steps.length / BINS));
  const bins: Bin[] = [];
  for (let at = 0; at < steps.length; at += size) {
    const part = steps.slice(at, at + size);
    const count = part.reduce((sum, step) => sum + (runs.get(step) ?? 0), 0);
    bins.push({ from: part[0] ?? 0, to: part.at(-1) ?? 0, runs: count });
  }
  return bins;
}

interface Marked {
  readonly mark: OutcomeDetail['rows'][number]['mark'];
  readonly row: EndRow;
  readonly reference: EndRow | null;
}

/** What is strange first: rows beside the reference, other values, what is missing; then what is as it should be. */
function markedRows(end: EndState, reference: EndState | null): Marked[] {
  const rows = end.rows ?? [];
  const against = compare(end, reference);
  if (against === null) return rows.map((row) => ({ mark: 'new', row, reference: null }));
  const strange = new Set([...against.collateral, ...against.differs.map(({ here }) => here)]);
  return [
    ...against.collateral.map((row) => ({ mark: 'collateral', row, reference: null }) as const),
    ...against.differs.map(
      ({ here, reference: other }) => ({ mark: 'differs', row: here, reference: other }) as const,
    ),
    ...against.omitted.map((row) => ({ mark: 'omitted', row, reference: null }) as const),
    ...rows
      .filter((row) => !strange.has(row))
      .map((row) => ({ mark: 'same', row, reference: null }) as const),
  ];
}

function told({ kind, table, key, label, cells }: EndRow): OutcomeRow {
  return { kind, table, key, label, cells: cells.map((cell) => ({ ...cell })) };
}

/** Characters of a value in one line. */
const SHORT_VALUE = 80;

function toldCell(cell: ReturnType<typeof firstOtherCell>) {
  const short = (text: string | null) => (text === null ? null : beginning(text, SHORT_VALUE));
  return cell && { ...cell, here: short(cell.here), reference: short(cell.reference) };
}
