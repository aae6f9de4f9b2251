import { availableParallelism } from 'node:os';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import {
  TRY_ROW_LIMIT,
  type TryDetail,
  type TryRows,
  type TrySummary,
} from '../../../lib/contracts/workbench.ts';
import type { JobProgress } from '../jobs/types.ts';
import type { CellResult, CellRuns } from './cell-runs.ts';
import type { Gathered } from './gather-runs.ts';
import { compare, endOf, isFlip, toRow, verdictsOf, type Cell, type RunEntry } from './try-rows.ts';

/** One of the host's four places stays free for sessions. */
const AT_ONCE = Math.max(2, Math.min(3, availableParallelism() - 1));
/** A draft that took its whole time twice in a row, or failed at so many different ends, does so everywhere. */
const MAX_TIMEOUTS = 2;
const MAX_FAILURES = 5;
/** Runs of verifiers for the strips; at 30 ms each, one and a half minutes. */
const MAX_STRIP_RUNS = 6_000;
/** Different first states that are asked whether the task is done before it began. */
const MAX_FIRST_STATES = 20;
const NAMED = 20;

export interface TryParts {
  readonly before: CellRuns & { readonly version: number };
  readonly after: CellRuns;
  readonly isSql: boolean;
  readonly gather: (signal: AbortSignal) => Promise<Gathered>;
  readonly looks: () => number;
}

/** A draft over the stored runs of a task, beside a version. Each different end is run once, then each different step. */
export class TryRun {
  readonly #parts: TryParts;
  #entries: readonly RunEntry[] = [];
  #running = 0;
  #revision = 1;
  #ends = 0;
  #ran = 0;
  #startedMs = 0;
  #endedMs: number | null = null;
  #stripsLeftOut = 0;
  #line: number | null = null;
  #uncovered = false;
  #summaryAt:
    { readonly revision: number; readonly of: Omit<TrySummary, 'state' | 'error' | 'ms'> } | undefined;

  constructor(parts: TryParts) {
    this.#parts = parts;
  }

  get parts(): TryParts {
    return this.#parts;
  }

  get entries(): readonly RunEntry[] {
    return this.#entries;
  }

  /** @throws AppError where the draft fails at one end after the other */
  async work(progress: JobProgress): Promise<{ readonly runs: number }> {
    this.#startedMs = performance.now();
    const { signal } = progress;
    try {
      const { entries, running } = await this.#parts.gather(signal);
      this.#entries = entries;
      this.#running = running;
      this.#touch(entries);
      const byEnd = group(entries, endOf);
      const ends = [...byEnd.keys()];
      this.#ends = ends.length;
      progress.total(ends.length);
      for (const { run, problem } of entries) {
        if (problem !== null)
          progress.line({ subject: run.id, run: run.id, outcome: 'skipped', message: problem });
      }
      progress.total(ends.length + entries.filter(({ problem }) => problem !== null).length);
      await this.#runEnds(ends, byEnd, progress);
      if (!this.#parts.isSql) {
        progress.now('steps');
        await this.#runStrips(signal);
      }
      return { runs: entries.length };
    } finally {
      this.#endedMs = performance.now();
      this.#revision += 1;
    }
  }

  rows(after: number, job: Pick<Job, 'state' | 'error'>): TryRows {
    const changed = [...this.#entries.entries()]
      .filter(([, { revision }]) => revision > after)
      .sort(([, a], [, b]) => a.revision - b.revision);
    const taken = changed.slice(0, TRY_ROW_LIMIT);
    const more = changed.length > taken.length;
    const look = { isSql: this.#parts.isSql, uncovered: this.#uncovered };
    return {
      revision: more ? (taken.at(-1)?.[1].revision ?? after) : this.#revision,
      items: taken.map(([at, entry]) => toRow(entry, at, look)),
      more,
      summary: this.summary(job),
    };
  }

  summary({ state, error }: Pick<Job, 'state' | 'error'>): TrySummary {
    const ms = this.#startedMs === 0 ? 0 : (this.#endedMs ?? performance.now()) - this.#startedMs;
    if (this.#summaryAt?.revision !== this.#revision)
      this.#summaryAt = { revision: this.#revision, of: this.#summarise() };
    return { state, error, ms, ...this.#summaryAt.of };
  }

  uncover(): void {
    this.#uncovered = true;
    this.#touch(this.#entries.filter(({ half }) => half === 'held_out'));
  }

  /** @throws AppError not_found, conflict */
  async detail(id: string, of: 'before' | 'after', signal: AbortSignal | undefined): Promise<TryDetail> {
    const entry = this.#entries.find(({ run }) => run.id === id);
    if (entry === undefined) throw new AppError('not_found', 'This run is not among those of the try.');
    const end = endOf(entry);
    if (end === null) throw new AppError('conflict', entry.problem ?? 'The end of this run is not kept.');
    const told = await this.#parts[of].tell(end.place, signal);
    const { seq, answer } = end.place.state;
    return { run: id, seq: entry.cells.length - 1 || seq, answer, ...told };
  }

  async #runEnds(
    ends: readonly Cell[],
    byEnd: ReadonlyMap<Cell, readonly RunEntry[]>,
    progress: JobProgress,
  ): Promise<void> {
    const fails = new FailingDraft(ends.length);
    await inParallel(ends, progress.signal, async (cell) => {
      const after = await this.#ask('after', cell, true, progress.signal);
      fails.see(after, (line) => {
        this.#line = line;
      });
      await this.#ask('before', cell, true, progress.signal);
      this.#touch(byEnd.get(cell) ?? []);
      progress.advance(1);
    });
  }

  /** First the states before anything was done, then step by step in the order of the rows. */
  async #runStrips(signal: AbortSignal): Promise<void> {
    const firsts = [...group(this.#entries, ({ cells }) => cells[0] ?? null).keys()].slice(
      0,
      MAX_FIRST_STATES,
    );
    await inParallel(firsts, signal, (cell) => this.#askBoth(cell, signal));
    this.#revision += 1;
    const byCell = new Map<Cell, RunEntry[]>();
    for (const entry of this.#entries) {
      for (const cell of new Set(entry.cells)) {
        if (cell !== null && (cell.before === undefined || cell.after === undefined))
          byCell.set(cell, [...(byCell.get(cell) ?? []), entry]);
      }
    }
    const wanted = [...byCell.keys()];
    const taken = wanted.slice(0, MAX_STRIP_RUNS / 2);
    this.#stripsLeftOut = wanted.length - taken.length;
    this.#touch(this.#entries);
    await inParallel(taken, signal, async (cell) => {
      await this.#askBoth(cell, signal);
      this.#touch(byCell.get(cell) ?? []);
    });
  }

  async #askBoth(cell: Cell, signal: AbortSignal): Promise<void> {
    await this.#ask('after', cell, false, signal);
    await this.#ask('before', cell, false, signal);
  }

  async #ask(of: 'before' | 'after', cell: Cell, end: boolean, signal: AbortSignal): Promise<CellResult> {
    const runs = this.#parts[of];
    // Before an unchanged draft stands the same verifier: it is not run again.
    const { before, after, isSql } = this.#parts;
    const isTwin = !isSql && before.verifier.hash === after.verifier.hash;
    const twin = isTwin ? (cell.after ?? cell.before) : undefined;
    const found = cell[of] ?? twin ?? runs.known(cell.place);
    if (found === undefined) this.#ran += 1;
    const result = found ?? (await runs.run(cell.place, { end }, signal));
    cell[of] = result;
    return result;
  }

  #touch(entries: readonly RunEntry[]): void {
    for (const entry of entries) {
      this.#revision += 1;
      entry.revision = this.#revision;
    }
  }

  #summarise(): Omit<TrySummary, 'state' | 'error' | 'ms'> {
    const entries = this.#entries;
    const { isSql, before, after, looks } = this.#parts;
    const unkept = entries.filter(({ problem }) => problem !== null);
    return {
      runs: entries.length,
      running: this.#running,
      ends: this.#ends,
      ran: this.#ran,
      unkept: unkept.length,
      unkeptRuns: unkept.slice(0, NAMED).map(({ run }) => run.id),
      flips: entries.filter((entry) => isFlip(verdictsOf(entry, isSql))).length,
      before: { version: before.version, hash: before.verifier.hash },
      after: { hash: after.verifier.hash, line: this.#line },
      vacuous: { before: this.#isVacuous('before'), after: this.#isVacuous('after') },
      stripsLeftOut: this.#stripsLeftOut,
      tuning: compare(entries, 'tuning', isSql),
      heldOut: this.#uncovered ? compare(entries, 'held_out', isSql) : null,
      heldOutLabels: entries.filter(({ half }) => half === 'held_out').length,
      looks: looks(),
    };
  }

  /** True where it is so of any first state. */
  #isVacuous(of: 'before' | 'after'): boolean | null {
    if (this.#parts.isSql) return null;
    let known: boolean | null = null;
    for (const { cells } of this.#entries) {
      const verdict = cells[0]?.[of]?.verdict;
      if (verdict === 'complete') return true;
      if (verdict !== undefined && verdict !== null) known = false;
    }
    return known;
  }
}

/** Ends a try whose draft cannot be what its author wants. */
class FailingDraft {
  readonly #ends: number;
  #timeouts = 0;
  #failures = 0;

  constructor(ends: number) {
    this.#ends = ends;
  }

  /** @throws AppError deadline_exceeded, invalid_request */
  see({ problem, tookTooLong, line }: CellResult, at: (line: number | null) => void): void {
    this.#timeouts = tookTooLong ? this.#timeouts + 1 : 0;
    this.#failures = problem === null ? 0 : this.#failures + 1;
    if (this.#timeouts >= Math.min(MAX_TIMEOUTS, this.#ends))
      throw new AppError(
        'deadline_exceeded',
        `Stopped: ${problem ?? ''} It did so at one end after the other.`,
      );
    if (this.#failures < Math.min(MAX_FAILURES, this.#ends)) return;
    at(line);
    const where = line === null ? '' : ` (line ${String(line)})`;
    throw new AppError(
      'invalid_request',
      `Stopped: the draft fails at every end so far${where}: ${problem ?? ''}`,
    );
  }
}

function group<K>(entries: readonly RunEntry[], keyOf: (entry: RunEntry) => K | null): Map<K, RunEntry[]> {
  const groups = new Map<K, RunEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === null) continue;
    const found = groups.get(key);
    if (found === undefined) groups.set(key, [entry]);
    else found.push(entry);
  }
  return groups;
}

/** A few at once, in order; the first that fails ends the rest. */
async function inParallel<T>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  let failed = false;
  const one = async () => {
    for (const item of left) {
      if (failed) return;
      signal.throwIfAborted();
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, one));
  const rejected = ends.find(({ status }) => status === 'rejected');
  if (rejected?.status === 'rejected') throw rejected.reason;
}
