import { AppError } from '../../../lib/contracts/errors.ts';
import type {
  ChangeSet,
  RowHistory,
  TablePage,
  TableQuery,
  TablesAnswer,
  Unavailable,
  WholeCell,
} from '../../../lib/contracts/evidence.ts';
import type { Catalog } from '../catalog.ts';
import type { ChangesQuery, StatePlace, StateReader } from '../types.ts';
import { EpisodeStates } from './episode-states.ts';
import { RecentAnswers } from './recent-answers.ts';
import type { StateChanges } from './change-set.ts';
import type { StateWorkers } from './state-workers.ts';
import type { StateTask } from './tasks.ts';

type Answer = { readonly state: 'ok' } | Unavailable;

/** `StateReader` over the catalog: sequences become hashes here, rows are read by the workers. */
export class RecordedStates implements StateReader {
  readonly #episodes: EpisodeStates;
  readonly #workers: StateWorkers;
  readonly #recent = new RecentAnswers();

  constructor(catalog: Catalog, workers: StateWorkers) {
    this.#episodes = new EpisodeStates(catalog);
    this.#workers = workers;
  }

  warm(): void {
    this.#workers.warm();
  }

  changes(episodeId: string, { from, to, ...page }: ChangesQuery, signal?: AbortSignal) {
    return this.changesBetween({ episodeId, seq: from }, { episodeId, seq: to }, page, signal);
  }

  async changesBetween(
    from: StatePlace,
    to: StatePlace,
    page: Omit<ChangesQuery, 'from' | 'to'>,
    signal?: AbortSignal,
  ): Promise<ChangeSet | Unavailable> {
    const [before, after] = [from, to].map(({ episodeId, seq }) => this.#episodes.at(episodeId, seq));
    if (before === undefined || after === undefined) throw new AppError('internal', 'A state is missing.');
    if ('code' in before) return before;
    if ('code' in after) return after;
    const task: StateTask = { kind: 'changes', from: before, to: after, ...page };
    const changes = await this.#ask<StateChanges | Unavailable>(task, signal);
    return changes.state === 'ok' ? { ...changes, from: from.seq, to: to.seq } : changes;
  }

  async tables(episodeId: string, seq: number, signal?: AbortSignal): Promise<TablesAnswer> {
    const of = this.#episodes.at(episodeId, seq);
    return 'code' in of ? of : this.#ask<TablesAnswer>({ kind: 'tables', of }, signal);
  }

  async tableRows(
    episodeId: string,
    table: string,
    query: TableQuery,
    signal?: AbortSignal,
  ): Promise<TablePage | Unavailable> {
    const of = this.#episodes.at(episodeId, query.seq);
    // The state is what matters, not at which of the steps that left it so it is looked at.
    return 'code' in of
      ? of
      : this.#ask<TablePage | Unavailable>({ kind: 'rows', of, table, query: { ...query, seq: 0 } }, signal);
  }

  async rowHistory(
    episodeId: string,
    { table, key, to }: { readonly table: string; readonly key: string; readonly to: number },
    signal?: AbortSignal,
  ): Promise<RowHistory> {
    const { states, skipped } = this.#episodes.until(episodeId, to);
    const history = await this.#ask<Omit<RowHistory, 'skipped'> | Unavailable>(
      { kind: 'history', states, table, key },
      signal,
    );
    if ('state' in history) throw unavailable(history);
    return { ...history, skipped };
  }

  async cell(
    episodeId: string,
    {
      table,
      key,
      column,
      seq,
    }: { readonly table: string; readonly key: string; readonly column: string; readonly seq: number },
    signal?: AbortSignal,
  ): Promise<WholeCell> {
    const of = this.#episodes.at(episodeId, seq);
    if ('code' in of) throw unavailable(of);
    const cell = await this.#ask<WholeCell | Unavailable>({ kind: 'cell', of, table, key, column }, signal);
    if ('state' in cell) throw unavailable(cell);
    return cell;
  }

  fileTables(path: string, signal?: AbortSignal): Promise<TablesAnswer> {
    return this.#run<TablesAnswer>({ kind: 'tables', of: { path } }, signal);
  }

  fileRows(
    path: string,
    table: string,
    query: TableQuery,
    signal?: AbortSignal,
  ): Promise<TablePage | Unavailable> {
    return this.#run<TablePage | Unavailable>({ kind: 'rows', of: { path }, table, query }, signal);
  }

  /** Answers about recorded states stay true for ever. */
  async #ask<T extends object>(task: StateTask, signal: AbortSignal | undefined): Promise<T> {
    const key = JSON.stringify(task);
    const known = this.#recent.get(key);
    if (known !== undefined) return known as T;
    return this.#run<T>(task, signal, key);
  }

  async #run<T extends object>(task: StateTask, signal: AbortSignal | undefined, key?: string): Promise<T> {
    const outcome = await this.#workers.run(task, signal);
    switch (outcome.kind) {
      case 'value':
        if (key !== undefined) this.#recent.keep(key, outcome.value as object, outcome.bytes);
        return outcome.value as T;
      case 'unavailable':
        return outcome.answer satisfies Answer as unknown as T;
      case 'error':
        throw new AppError(outcome.code, outcome.message);
    }
  }
}

function unavailable({ code, message }: Unavailable): AppError {
  return new AppError('not_found', message, { details: { reason: code } });
}
