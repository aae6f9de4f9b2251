import { setImmediate } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { RunCurves, RunFacets, RunPage, RunSelection, RunTarget } from '../../../lib/contracts/runs.ts';
import type { Catalog } from '../catalog.ts';
import { setPinned } from '../episodes.ts';
import { storageError } from '../storage-error.ts';
import { listLabels, writeLabel } from './labels.ts';
import type { ExportFormat } from './export/columns.ts';
import { Exports } from './export/exports.ts';
import type { FactsWriter } from './facts/facts-writer.ts';
import type { IndexTask, Selected } from './index/tasks.ts';
import { IndexWorker } from './index/worker-of-index.ts';
import { deleteNote, insertNote, listNotes } from './notes.ts';
import { runRow, SELECT_RUNS } from './run-rows.ts';
import type { RawRun } from './run-rows.ts';
import type { ChangesFileRequest } from './search/changes-file.ts';
import { makeChangesFile } from './search/changes-files.ts';
import { Selections } from './selections.ts';
import type { LabelInput, NoteInput, RunLibrary, SelectInput, ViewInput } from './types.ts';
import { deleteView, listViews, writeView } from './views.ts';

/** Runs whose rows take noticeable time to read. */
const LARGE = 5_000;
/** Pins written in one turn. */
const TURN = 200;

export class Runs implements RunLibrary, AsyncDisposable {
  readonly #index: IndexWorker;
  readonly #facts: Pick<FactsWriter, 'kick'>;
  readonly #exports: Exports;
  readonly #selections = new Selections();
  readonly #catalog: Catalog;
  readonly #homeDir: string;
  readonly #row: Statement<[string], RawRun>;
  readonly #n: Statement<[string], { n: number; steps: number }>;
  readonly #changed: Statement<[number]>;
  readonly #revision: Statement<[], { revision: number; total: number }>;

  constructor(catalog: Catalog, homeDir: string, facts: Pick<FactsWriter, 'kick'>) {
    this.#facts = facts;
    this.#catalog = catalog;
    this.#homeDir = homeDir;
    this.#exports = new Exports(homeDir);
    this.#index = new IndexWorker({ homeDir });
    this.#row = catalog.raw.prepare(`${SELECT_RUNS} WHERE e.id = ?`);
    this.#n = catalog.raw.prepare('SELECT n, steps FROM episodes WHERE id = ?');
    this.#changed = catalog.raw.prepare('INSERT OR REPLACE INTO run_revisions (episode) VALUES (?)');
    this.#revision = catalog.raw.prepare(
      `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'run_revisions'), 0) AS revision,
       (SELECT count(*) FROM episodes) AS total`,
    );
  }

  resolve(target: RunTarget): readonly string[] {
    if ('ids' in target) return [...new Set(target.ids)];
    const ids = this.#selections.ids(target.selection);
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
    return this.#selections.keep(q ?? '', await this.#ask<Selected>(task, signal));
  }

  selection(id: string) {
    return this.#selections.info(id);
  }

  selected(id: string, offset: number, limit: number) {
    return this.#selections.ids(id, offset, limit);
  }

  exportTable(selection: string, format: ExportFormat) {
    return this.#exports.open(this.#selections.packed(selection), format);
  }

  changesFile(request: ChangesFileRequest, signal?: AbortSignal) {
    return makeChangesFile(this.#homeDir, request, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#exports[Symbol.asyncDispose]();
    await this.#index[Symbol.asyncDispose]();
  }

  touch(episodeId: string): void {
    const known = this.#n.get(episodeId);
    if (known !== undefined) this.#write(() => this.#changed.run(known.n));
    this.#facts.kick();
  }

  get(id: string) {
    const raw = this.#row.get(id);
    return raw === undefined ? undefined : runRow(raw);
  }

  warm(): void {
    // Nobody waits for it; a question that fails would say why.
    if (this.revision().total >= LARGE) this.counts(['']).catch(() => undefined);
  }

  revision() {
    return this.#revision.get() ?? { revision: 0, total: 0 };
  }

  async setPinned(ids: readonly string[], pinned: boolean): Promise<number> {
    let changed = 0;
    for (let start = 0; start < ids.length; start += TURN) {
      changed += this.#write(() => setPinned(this.#catalog, ids.slice(start, start + TURN), pinned));
      await setImmediate();
    }
    return changed;
  }

  labels(id: string) {
    return listLabels(this.#catalog, this.#known(id).n);
  }

  setLabel(id: string, label: LabelInput) {
    const { n } = this.#known(id);
    this.#write(() => writeLabel(this.#catalog, n, label));
    return listLabels(this.#catalog, n);
  }

  notes(id: string) {
    return listNotes(this.#catalog, this.#known(id).n);
  }

  addNote(id: string, note: NoteInput) {
    const { n, steps } = this.#known(id);
    if (note.seq !== null && note.seq > steps)
      throw new AppError(
        'not_found',
        `This run has no step ${String(note.seq)}; its last one is ${String(steps)}.`,
      );
    return this.#write(() => insertNote(this.#catalog, n, note));
  }

  removeNote(id: string, note: string): void {
    const { n } = this.#known(id);
    this.#write(() => deleteNote(this.#catalog, n, note));
  }

  views() {
    return listViews(this.#catalog);
  }

  saveView(view: ViewInput) {
    return this.#write(() => writeView(this.#catalog, view));
  }

  removeView(id: string): void {
    this.#write(() => deleteView(this.#catalog, id));
  }

  async #ask<T>(task: IndexTask, signal: AbortSignal | undefined): Promise<T> {
    const outcome = await this.#index.run(task, signal);
    if (outcome.kind === 'value') return outcome.value as T;
    throw new AppError(outcome.code, outcome.message);
  }

  #known(id: string): { n: number; steps: number } {
    const known = this.#n.get(id);
    if (known === undefined)
      throw new AppError('not_found', `There is no run ${id}; it may have been deleted.`);
    return known;
  }

  #write<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      throw storageError(error, this.#homeDir);
    }
  }
}
