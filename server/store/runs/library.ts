import { setImmediate } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Catalog } from '../catalog.ts';
import { setPinned } from '../episodes.ts';
import { storageError } from '../storage-error.ts';
import { listLabels, writeLabel } from './labels.ts';
import { Exports } from './export/exports.ts';
import type { FactsWriter } from './facts/facts-writer.ts';
import { IndexWorker } from './index/worker-of-index.ts';
import { SeenRuns, type ManyRunsParts } from './many-runs.ts';
import { deleteNote, insertNote, listNotes } from './notes.ts';
import { runRow, SELECT_RUNS } from './run-rows.ts';
import type { RawRun } from './run-rows.ts';
import type { ChangesFileRequest } from './search/changes-file.ts';
import { makeChangesFile } from './search/changes-files.ts';
import { Selections } from './selections.ts';
import type { LabelInput, LeftOut, ManyRuns, NoteInput, RunLibrary, ViewInput } from './types.ts';
import { deleteView, listViews, writeView } from './views.ts';

/** Runs whose rows take noticeable time to read. */
const LARGE = 5_000;
/** Pins written in one turn. */
const TURN = 200;

export class Runs extends SeenRuns implements RunLibrary, AsyncDisposable {
  readonly #index: IndexWorker;
  readonly #facts: Pick<FactsWriter, 'kick'>;
  readonly #exports: Exports;
  readonly #parts: ManyRunsParts;
  readonly #catalog: Catalog;
  readonly #homeDir: string;
  readonly #row: Statement<[string], RawRun>;
  readonly #n: Statement<[string], { n: number; steps: number }>;
  readonly #changed: Statement<[number]>;
  readonly #since: Statement<[number, number], { revision: number; id: string | null }>;
  readonly #revision: Statement<[], { revision: number; total: number }>;

  constructor(catalog: Catalog, homeDir: string, facts: Pick<FactsWriter, 'kick'>) {
    const parts = {
      index: new IndexWorker({ homeDir }),
      exports: new Exports(homeDir),
      selections: new Selections(),
    };
    super(parts);
    this.#parts = parts;
    this.#facts = facts;
    this.#catalog = catalog;
    this.#homeDir = homeDir;
    this.#exports = parts.exports;
    this.#index = parts.index;
    this.#row = catalog.raw.prepare(`${SELECT_RUNS} WHERE e.id = ?`);
    this.#n = catalog.raw.prepare('SELECT n, steps FROM episodes WHERE id = ?');
    this.#changed = catalog.raw.prepare('INSERT OR REPLACE INTO run_revisions (episode) VALUES (?)');
    this.#since = catalog.raw.prepare(
      `SELECT r.revision, iif(f.episode IS NULL OR e.ended_at IS NULL, NULL, e.id) AS id FROM run_revisions AS r
       LEFT JOIN episodes AS e ON e.n = r.episode LEFT JOIN run_facts AS f ON f.episode = r.episode
       WHERE r.revision > ? ORDER BY r.revision LIMIT ?`,
    );
    this.#revision = catalog.raw.prepare(
      `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'run_revisions'), 0) AS revision,
       (SELECT count(*) FROM episodes) AS total`,
    );
  }

  without(hidden: LeftOut): ManyRuns {
    return new SeenRuns(this.#parts, hidden);
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

  changedSince(revision: number, limit: number) {
    const rows = this.#since.all(revision, limit);
    return {
      ids: rows.flatMap(({ id }) => (id === null ? [] : [id])),
      revision: rows.at(-1)?.revision ?? revision,
      more: rows.length === limit,
    };
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
