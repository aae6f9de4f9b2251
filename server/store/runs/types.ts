import type { Readable } from 'node:stream';
import type {
  LabelOutcome,
  LabelSource,
  RunCurves,
  RunFacets,
  RunPage,
  RunSelection,
  RunLabel,
  RunNote,
  RunRow,
  RunTarget,
  SavedView,
} from '../../../lib/contracts/runs.ts';
import type { TaskPlace } from '../../../lib/contracts/task-statuses.ts';

import type { ChangesFile, ChangesFileRequest } from './search/changes-file.ts';

/** A person's word to be written down; `outcome` null takes it back. */
export interface LabelInput {
  readonly by: string;
  /** Default: library. */
  readonly source?: LabelSource;
  readonly outcome: LabelOutcome | null;
  readonly note: string | null;
}

export interface NoteInput {
  readonly by: string;
  /** Null: of the run as a whole. */
  readonly seq: number | null;
  readonly text: string;
}

export interface ViewInput {
  /** Absent: a new one. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly query: string;
  readonly columns: readonly string[] | null;
}

/** What is to be fixed as a set: what matches, those named, or those named that match. */
export interface SelectInput {
  readonly q?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly sample?:
    { readonly by: 'task' | 'end_state'; readonly count: number; readonly seed: number } | undefined;
}

/** Runs that somebody must not be told of. */
export interface LeftOut {
  /** Names the set: the same key, the same runs. */
  readonly key: string;
  readonly runs: ReadonlySet<string>;
  /** The same as 16 bytes a run. */
  packed(): Uint8Array;
}

/** What is asked of many runs at once. */
export interface ManyRuns {
  /**
   * Ids, each once, of runs that may have gone since.
   * @throws AppError not_found for a selection that is not kept any more; blind where one that is named is hidden
   */
  resolve(target: RunTarget): readonly string[];
  /**
   * Questions about all runs are answered off the event loop, by a table in memory.
   * Each @throws AppError deadline_exceeded, capacity_reached; the signal's reason where it is aborted.
   */
  page(q: string, offset: number, limit: number, signal?: AbortSignal): Promise<RunPage>;
  facets(q: string, signal?: AbortSignal): Promise<RunFacets>;
  curves(q: string, signal?: AbortSignal): Promise<RunCurves>;
  /** How many runs match each of the filters. */
  counts(queries: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
  /** Ids of what matches, of all or of those that are named; nothing is kept of it. */
  matching(input: Pick<SelectInput, 'q' | 'ids'>, signal?: AbortSignal): Promise<readonly string[]>;
  /** Fixed: what matches later does not join. */
  select(input: SelectInput, signal?: AbortSignal): Promise<RunSelection>;
  /** @throws AppError not_found for one that is not kept any more */
  selection(id: string, signal?: AbortSignal): Promise<RunSelection>;
  /** Tasks that its runs are of, each once. @throws AppError not_found */
  tasksOf(selection: string, signal?: AbortSignal): Promise<readonly TaskPlace[]>;
  /** In order; `total`: all there are. @throws AppError not_found */
  selected(
    id: string,
    offset: number,
    limit: number,
  ): { readonly ids: readonly string[]; readonly total: number };
  /** The selection's runs that are there, with the columns of EXPORT_COLUMNS. @throws AppError not_found, capacity_reached */
  exportTable(selection: string, format: 'csv' | 'jsonl' | 'parquet'): Readable;
}

/** Every episode as a run, with what people say of it. */
export interface RunLibrary extends ManyRuns {
  /** The same library as if those runs were not in it. */
  without(hidden: LeftOut): ManyRuns;
  /** The run's rows were written by somebody else: what is not known of its end yet is found out. */
  touch(episodeId: string): void;
  get(id: string): RunRow | undefined;
  /** Reads a large library's rows before somebody asks: the first question then waits for nothing. */
  warm(): void;
  /** Rises with every change of a run. */
  revision(): { readonly revision: number; readonly total: number };
  /**
   * Ended runs of which all is known, that changed after a revision, in the order of their changes; `limit` changes are looked at, and
   * `revision` is that of the last of them.
   */
  changedSince(
    revision: number,
    limit: number,
  ): { readonly ids: readonly string[]; readonly revision: number; readonly more: boolean };
  /** Writes what changed in runs as a SQLite file with tables `runs` and `changes`, off the event loop. @throws AppError deadline_exceeded, internal */
  changesFile(request: ChangesFileRequest, signal?: AbortSignal): Promise<ChangesFile>;
  /** In turns, so that many do not hold up others. Returns how many were changed. @throws AppError storage_full */
  setPinned(ids: readonly string[], pinned: boolean): Promise<number>;
  /** @throws AppError not_found */
  labels(id: string): readonly RunLabel[];
  /** @throws AppError not_found, storage_full */
  setLabel(id: string, label: LabelInput): readonly RunLabel[];
  /** Oldest first. @throws AppError not_found */
  notes(id: string): readonly RunNote[];
  /** @throws AppError not_found (run, step), storage_full */
  addNote(id: string, note: NoteInput): RunNote;
  /** @throws AppError not_found */
  removeNote(id: string, note: string): void;
  /** Those that come with the studio first; `count` null. */
  views(): readonly SavedView[];
  /** @throws AppError not_found, conflict (shipped, too many), storage_full */
  saveView(view: ViewInput): SavedView;
  /** @throws AppError not_found, conflict (shipped) */
  removeView(id: string): void;
}
