import { AppError } from '../../../lib/contracts/errors.ts';
import type { RunCurves, RunFacets, RunPage, RunSelection, RunTarget } from '../../../lib/contracts/runs.ts';
import type { TaskPlace } from '../../../lib/contracts/task-statuses.ts';
import type { ExportFormat } from './export/columns.ts';
import type { Exports } from './export/exports.ts';
import type { HiddenRuns, IndexTask, Selected } from './index/tasks.ts';
import type { IndexWorker } from './index/worker-of-index.ts';
import { packIds, unpackIds, type Selections } from './selections.ts';
import type { LeftOut, ManyRuns, SelectInput } from './types.ts';

export interface ManyRunsParts {
  readonly index: Pick<IndexWorker, 'run'>;
  readonly selections: Selections;
  readonly exports: Pick<Exports, 'open'>;
}

/** Many runs at once, for somebody who may know of all, or of all but some. */
export class SeenRuns implements ManyRuns {
  readonly #parts: ManyRunsParts;
  readonly #hidden: LeftOut | undefined;

  constructor(parts: ManyRunsParts, hidden?: LeftOut) {
    this.#parts = parts;
    this.#hidden = hidden;
  }

  resolve(target: RunTarget): readonly string[] {
    const hidden = this.#hidden?.runs;
    if ('ids' in target) {
      if (hidden !== undefined && target.ids.some((id) => hidden.has(id)))
        throw new AppError(
          'blind',
          'You have one of these runs to label: leave it out, or label or reveal it first.',
        );
      return [...new Set(target.ids)];
    }
    const ids = this.#seen(this.#parts.selections.ids(target.selection));
    if (target.except === undefined || target.except.length === 0) return ids;
    const except = new Set(target.except);
    return ids.filter((id) => !except.has(id));
  }

  page(q: string, offset: number, limit: number, signal?: AbortSignal): Promise<RunPage> {
    return this.#ask<RunPage>({ kind: 'page', q, offset, limit }, signal);
  }

  facets(q: string, signal?: AbortSignal): Promise<RunFacets> {
    return this.#ask<RunFacets>({ kind: 'facets', q }, signal);
  }

  curves(q: string, signal?: AbortSignal): Promise<RunCurves> {
    return this.#ask<RunCurves>({ kind: 'curves', q }, signal);
  }

  async counts(queries: readonly string[], signal?: AbortSignal): Promise<readonly number[]> {
    const task: IndexTask = { kind: 'counts', queries: [...queries] };
    return (await this.#ask<{ readonly matched: readonly number[] }>(task, signal)).matched;
  }

  async select({ q, ids, sample }: SelectInput, signal?: AbortSignal): Promise<RunSelection> {
    const task: IndexTask = { kind: 'select', q, ids: ids && [...ids], sample };
    return this.#parts.selections.keep(q ?? '', await this.#ask<Selected>(task, signal));
  }

  async matching({ q, ids }: Pick<SelectInput, 'q' | 'ids'>, signal?: AbortSignal) {
    const task: IndexTask = { kind: 'select', q, ids: ids && [...ids] };
    return unpackIds((await this.#ask<Selected>(task, signal)).ids);
  }

  async selection(id: string, signal?: AbortSignal): Promise<RunSelection> {
    const { selections } = this.#parts;
    const info = selections.info(id);
    const anew = await this.#selectedAnew(id, signal);
    return anew === undefined ? info : selections.describe(info, anew);
  }

  async tasksOf(selection: string, signal?: AbortSignal): Promise<readonly TaskPlace[]> {
    const anew = await this.#selectedAnew(selection, signal);
    return anew?.places ?? this.#parts.selections.places(selection);
  }

  selected(id: string, offset: number, limit: number) {
    const { selections } = this.#parts;
    if (this.#hidden === undefined)
      return { ids: selections.ids(id, offset, limit), total: selections.info(id).count };
    const seen = this.#seen(selections.ids(id));
    return { ids: seen.slice(offset, offset + limit), total: seen.length };
  }

  exportTable(selection: string, format: ExportFormat) {
    const { selections, exports } = this.#parts;
    const packed =
      this.#hidden === undefined
        ? selections.packed(selection)
        : packIds(this.#seen(selections.ids(selection)));
    return exports.open(packed, format);
  }

  /** Made when more was known to whoever made it: what it counts and shows is told anew. Undefined: all of it is known. */
  async #selectedAnew(id: string, signal: AbortSignal | undefined): Promise<Selected | undefined> {
    if (this.#hidden === undefined) return undefined;
    const all = this.#parts.selections.ids(id);
    const seen = this.#seen(all);
    return seen.length === all.length ? undefined : this.#ask({ kind: 'select', ids: [...seen] }, signal);
  }

  #seen(ids: readonly string[]): readonly string[] {
    const hidden = this.#hidden?.runs;
    return hidden === undefined ? ids : ids.filter((id) => !hidden.has(id));
  }

  async #ask<T>(task: IndexTask, signal: AbortSignal | undefined): Promise<T> {
    const outcome = await this.#parts.index.run(this.#without(task), signal);
    if (outcome.kind === 'value') return outcome.value as T;
    throw new AppError(outcome.code, outcome.message);
  }

  #without(task: IndexTask): IndexTask {
    if (this.#hidden === undefined) return task;
    const hidden: HiddenRuns = { key: this.#hidden.key, ids: new Uint8Array(this.#hidden.packed()) };
    return { ...task, hidden };
  }
}
