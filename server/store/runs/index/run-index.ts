import type { Statement } from 'better-sqlite3';
import type { RunCurves, RunFacets, RunPage, RunRow } from '../../../../lib/contracts/runs.ts';
import type { TaskPlace } from '../../../../lib/contracts/task-statuses.ts';
import { sortOf } from '../../../../lib/domain/filter-query/index.ts';
import type { FilterToken } from '../../../../lib/domain/filter-query/index.ts';
import { parseRunFilter, problemText } from '../../../../lib/domain/run-filter/index.ts';
import type { Catalog } from '../../catalog.ts';
import { RUN_COLUMNS, runRow, SELECT_RUNS } from '../run-rows.ts';
import type { RawRun } from '../run-rows.ts';
import { curvesOf } from './curves.ts';
import { facetsOf } from './facets.ts';
import { HiddenSlots } from './hidden-slots.ts';
import { matchRuns, withoutSlots } from './matches.ts';
import type { Matches, TextTest } from './matches.ts';
import { Orders } from './order.ts';
import { RunColumns } from './run-columns.ts';
import type { RunTexts } from './run-texts.ts';
import { sampleOf } from './sample.ts';
import type { SampleRequest } from './sample.ts';
import type { HiddenRuns, Selected } from './tasks.ts';

/** Answers of queries that are kept. */
const KEPT = 16;
/** With `since:` what matches changes without a change of the runs. */
const KEPT_MS = 1_000;
/** Rows shown of a selection. */
const SHOWN = 10;

type Change = { readonly revision: number; readonly episode: number } & (RawRun | { readonly n: null });

interface PageRequest {
  readonly q: string;
  readonly offset: number;
  readonly limit: number;
  readonly hidden?: HiddenRuns | undefined;
}

interface Query {
  readonly tokens: readonly FilterToken[];
  readonly matches: Matches;
  readonly version: string;
  readonly atMs: number;
}

/** The run table over the catalog: columns in memory, brought up to date by revision with every question. */
export class RunIndex {
  readonly #catalog: Catalog;
  readonly #texts: RunTexts;
  readonly #columns = new RunColumns();
  readonly #orders = new Orders(this.#columns);
  readonly #hidden = new HiddenSlots(this.#columns);
  readonly #queries = new Map<string, Query>();
  readonly #changes: Statement<[number], Change>;
  readonly #row: Statement<[number], RawRun>;
  #revision = 0;

  constructor(catalog: Catalog, texts: RunTexts) {
    this.#catalog = catalog;
    this.#texts = texts;
    this.#changes = catalog.raw.prepare(
      `SELECT r.revision, r.episode, ${RUN_COLUMNS} FROM run_revisions AS r LEFT JOIN episodes AS e ON e.n = r.episode
       LEFT JOIN run_facts AS f ON f.episode = e.n WHERE r.revision > ? ORDER BY r.revision`,
    );
    this.#row = catalog.raw.prepare(`${SELECT_RUNS} WHERE e.n = ?`);
  }

  /** All of one moment: what `act` reads is as the columns are. */
  now<T>(act: () => T): T {
    return this.#catalog.raw.transaction(() => {
      this.#catchUp();
      return act();
    })();
  }

  page({ q, offset, limit, hidden }: PageRequest): RunPage {
    const { tokens, matches } = this.#query(q, hidden);
    const hiddenCount = this.#hidden.of(hidden).length;
    return {
      items: this.#rows(this.#slots(tokens, matches, offset, limit)),
      matched: matches.matched,
      total: this.#columns.count - hiddenCount,
      offset,
      revision: this.#revision,
      ...(hiddenCount > 0 && { hidden: hiddenCount }),
      ...(this.#texts.pending > 0 && { unsearched: this.#texts.pending }),
      problems: tokens.flatMap(({ start, end, condition }) =>
        condition.kind === 'problem' ? [{ start, end, message: problemText(condition.problem) }] : [],
      ),
    };
  }

  facets(q: string, hidden?: HiddenRuns): RunFacets {
    const { matches } = this.#query(q, hidden);
    return {
      matched: matches.matched,
      revision: this.#revision,
      facets: facetsOf(this.#columns, matches),
    };
  }

  curves(q: string, hidden?: HiddenRuns): RunCurves {
    return { revision: this.#revision, curves: curvesOf(this.#columns, this.#query(q, hidden).matches) };
  }

  counts(
    queries: readonly string[],
    hidden?: HiddenRuns,
  ): { readonly revision: number; readonly matched: number[] } {
    return { revision: this.#revision, matched: queries.map((q) => this.#query(q, hidden).matches.matched) };
  }

  /** What matches, in its order; of `ids` those that do. */
  select(request: {
    readonly q?: string | undefined;
    readonly ids?: readonly string[] | undefined;
    readonly sample?: SampleRequest | undefined;
    readonly hidden?: HiddenRuns | undefined;
  }): Selected {
    const { q, ids, sample, hidden } = request;
    let slots: number[];
    if (ids === undefined || q !== undefined) {
      const { tokens, matches } = this.#query(q ?? '', hidden);
      slots = this.#slots(tokens, matches, 0, Infinity);
    } else slots = this.#named(ids, hidden);
    if (ids !== undefined && q !== undefined) {
      const named = new Set(this.#named(ids, hidden));
      slots = slots.filter((slot) => named.has(slot));
    }
    if (sample !== undefined) slots = sampleOf(this.#columns, slots, sample);
    const { numbers, values } = this.#columns;
    const [tasks, labels, pins] = ['task', 'label', 'pinned'].map((name) => values.get(name));
    const taskNumbers = numbers.get('task')?.values;
    const distinct = new Map<string, TaskPlace>();
    for (const slot of slots) {
      const scenario = values.get('scenario')?.at(slot)[0] ?? '';
      const name = `${scenario}\n${tasks?.at(slot)[0] ?? ''}`;
      if (!distinct.has(name)) distinct.set(name, { scenario, taskIdx: taskNumbers?.[slot] ?? NaN });
    }
    const isKept = (slot: number) => labels?.at(slot)[0] !== 'unlabelled' || pins?.at(slot)[0] === 'yes';
    return {
      revision: this.#revision,
      ids: Buffer.from(slots.map((slot) => this.#columns.ids[slot] ?? '').join(''), 'hex'),
      tasks: distinct.size,
      places: [...distinct.values()].filter(({ taskIdx }) => Number.isInteger(taskIdx)),
      kept: slots.filter(isKept).length,
      sample: this.#rows(slots.slice(0, SHOWN)),
    };
  }

  #named(ids: readonly string[], hidden: HiddenRuns | undefined): number[] {
    const left = new Set(this.#hidden.of(hidden));
    const slots = ids.map((id) => this.#columns.slotOf(id)).filter((slot) => slot !== undefined);
    return [...new Set(slots)].filter((slot) => !left.has(slot));
  }

  #rows(slots: readonly number[]): RunRow[] {
    return slots.flatMap((slot) => {
      const raw = this.#row.get(this.#columns.ns[slot] ?? -1);
      return raw === undefined ? [] : [runRow(raw)];
    });
  }

  #slots(tokens: readonly FilterToken[], { states }: Matches, offset: number, limit: number): number[] {
    const sort = sortOf(tokens);
    const order = this.#orders.of(sort?.by ?? null, sort?.reversed ?? false);
    const slots: number[] = [];
    let skip = offset;
    for (const slot of order) {
      if (states[slot] !== 0) continue;
      if (skip-- > 0) continue;
      if (slots.length >= limit) break;
      slots.push(slot);
    }
    return slots;
  }

  #query(q: string, hidden: HiddenRuns | undefined): Query {
    const query = this.#queryOfAll(q);
    const slots = this.#hidden.of(hidden);
    return slots.length === 0 ? query : { ...query, matches: withoutSlots(query.matches, slots) };
  }

  #queryOfAll(q: string): Query {
    const version = `${String(this.#columns.version)} ${String(this.#texts.version)}`;
    const kept = this.#queries.get(q);
    this.#queries.delete(q);
    const isFresh =
      kept?.version === version && (!q.includes('since') || performance.now() - kept.atMs < KEPT_MS);
    const tokens = kept?.tokens ?? parseRunFilter(q);
    const query: Query = isFresh
      ? kept
      : { tokens, version, atMs: performance.now(), matches: matchRuns(this.#columns, tokens, this.#words) };
    this.#queries.set(q, query);
    if (this.#queries.size > KEPT) this.#queries.delete(this.#queries.keys().next().value ?? '');
    return query;
  }

  readonly #words: TextTest = (text) => {
    const { text: tasks, ns } = this.#columns;
    const found = new Set(this.#texts.search(text));
    const inTask = Uint8Array.from(tasks.lists, (list) => (list[0]?.includes(text) === true ? 1 : 0));
    return (slot) => {
      const n = ns[slot] ?? -1;
      return found.has(n) || (!this.#texts.isRead(n) && inTask[tasks.codes[slot] ?? 0] === 1);
    };
  };

  #catchUp(): void {
    for (const change of this.#changes.iterate(this.#revision)) {
      const { revision, episode } = change;
      if (change.n === null) {
        this.#columns.remove(episode);
        this.#texts.forget(episode);
      } else {
        this.#columns.put(episode, runRow(change));
        if (change.ended_at !== null) this.#texts.want(episode, revision);
      }
      this.#revision = revision;
    }
  }
}
