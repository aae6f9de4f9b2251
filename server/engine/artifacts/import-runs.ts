import type { Dataset } from '../../dataset/types.ts';
import type { Store } from '../../store/types.ts';
import type { JobProgress } from '../jobs/types.ts';
import { contentHashOf } from './content-hash.ts';
import { findRuns, type Candidate, type SessionFiles, type StudioFiles } from './find-runs.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { longLines } from './lines.ts';
import { RunPlaces, type ImportDefaults } from './place-run.ts';
import type { PreparedExport, PreparedRun, SessionRole, WorkerInput } from './prepared.ts';
import { PrepareWorker } from './prepare-workers.ts';
import { ArtifactError, artifactProblem, leftOutLine, type Source, type SourceFile } from './source.ts';

export interface ImportOptions {
  readonly store: Store;
  readonly dataset: Pick<Dataset, 'find' | 'source'>;
  readonly defaults: ImportDefaults;
  /** Rebuild states between, where the scenario is known. */
  readonly reconstruct: boolean;
  /** imported, or pulled from another studio. */
  readonly origin?: 'imported' | 'pulled';
  /** Opens a zip that is a file of a source; undefined where zips are not opened (in a zip). */
  readonly openZip: (file: SourceFile) => Promise<Source>;
}

export interface Imported {
  readonly runs: string[];
  /** Runs whose states are to be rebuilt. */
  readonly rebuild: string[];
}

type Progress = Pick<JobProgress, 'line' | 'now' | 'total' | 'signal'>;

/** Reads a source into the library; each run and each file that is none has a line in the report. */
export class RunImporter implements AsyncDisposable {
  readonly #options: ImportOptions;
  readonly #worker = new PrepareWorker();
  readonly #places: RunPlaces;
  readonly imported: Imported = { runs: [], rebuild: [] };
  #total = 0;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#places = new RunPlaces(options.dataset);
  }

  async import(source: Source, progress: Progress): Promise<void> {
    await this.#source(source, progress, '', true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]();
  }

  async #source(source: Source, progress: Progress, prefix: string, opensZips: boolean): Promise<void> {
    for (const left of source.skipped) progress.line(leftOutLine(left, prefix));
    const found = findRuns(source.files);
    if (!found.some(({ kind }) => kind !== 'other'))
      progress.line({
        subject: prefix === '' ? 'import' : prefix,
        outcome: 'failed',
        message: 'There is no run in it: no trajectory.json, no log of tool calls, no export.',
      });
    this.#total += found.length + source.skipped.length;
    progress.total(this.#total);
    for (const candidate of found) {
      progress.signal.throwIfAborted();
      progress.now(prefix + candidate.name);
      await this.#candidate(candidate, progress, prefix, opensZips);
    }
  }

  async #candidate(
    candidate: Candidate,
    progress: Progress,
    prefix: string,
    opensZips: boolean,
  ): Promise<void> {
    const subject = prefix + candidate.name;
    try {
      switch (candidate.kind) {
        case 'other':
          progress.line({ subject, outcome: 'skipped', message: candidate.why });
          return;
        case 'zip': {
          if (!opensZips)
            throw new ArtifactError('It is a zip in a zip, which is not opened: unpack the outer one');
          await using zip = await this.#options.openZip(candidate.file);
          await this.#source(zip, progress, `${subject}/`, false);
          return;
        }
        case 'jsonl':
          await this.#lines(candidate.file, progress, subject);
          return;
        case 'json': {
          const bytes = await candidate.file.read(IMPORT_LIMITS.jsonBytes);
          await this.#one({ kind: 'json', name: candidate.name, bytes }, progress, subject);
          return;
        }
        case 'session':
          await this.#one(await sessionInput(candidate.name, candidate.files), progress, subject);
          return;
        case 'studio':
          await this.#one(await studioInput(candidate.name, candidate.files), progress, subject);
          return;
      }
    } catch (error) {
      progress.signal.throwIfAborted();
      progress.line({ subject, outcome: 'failed', message: sentence(artifactProblem(error)) });
    }
  }

  async #lines(file: SourceFile, progress: Progress, subject: string): Promise<void> {
    for await (const line of longLines(await file.stream(), IMPORT_LIMITS.lineBytes)) {
      progress.signal.throwIfAborted();
      const name = `${subject}, line ${String(line.number)}`;
      if (line.bytes === null) {
        const limit = String(IMPORT_LIMITS.lineBytes);
        progress.line({
          subject: name,
          outcome: 'failed',
          message: `The line has more than ${limit} bytes: it was not read.`,
        });
        continue;
      }
      try {
        await this.#one({ kind: 'json', name, bytes: line.bytes }, progress, name);
      } catch (error) {
        progress.line({ subject: name, outcome: 'failed', message: sentence(artifactProblem(error)) });
      }
    }
  }

  async #one(input: WorkerInput, progress: Progress, subject: string): Promise<void> {
    const prepared = await this.#worker.prepare(input, progress.signal);
    const { run, isNew, missing } =
      prepared.kind === 'studio' ? await this.#addExport(prepared) : await this.#addForeign(prepared);
    if (!isNew) {
      progress.line({ subject, outcome: 'skipped', message: 'This run is here already.', run });
      return;
    }
    this.imported.runs.push(run);
    const message = missing.length === 0 ? 'Imported whole.' : `Imported. ${missing.join(' ')}`;
    progress.line({ subject, outcome: missing.length === 0 ? 'ok' : 'warning', message, run });
  }

  async #addForeign(prepared: PreparedRun) {
    const { store, defaults, reconstruct } = this.#options;
    const { run, canRebuild } = await this.#places.place(prepared, defaults, Date.now());
    const episode = { ...run.episode, rebuild: reconstruct ? run.episode.rebuild : null };
    const { id, isNew } = store.artifacts.add({ ...run, episode });
    if (isNew && canRebuild && episode.rebuild !== null) this.imported.rebuild.push(id);
    const missing = JSON.parse(run.episode.missing ?? '[]') as string[];
    return { run: id, isNew, missing };
  }

  async #addExport({ run }: PreparedExport) {
    const { store, origin = 'imported' } = this.#options;
    const here = store.episode(run.episode.id);
    if (here !== undefined && (await contentHashOf(store, here.id)) === run.episode.content_hash)
      return { run: here.id, isNew: false, missing: [] };
    // What it was before stays said by its parent and by who played it.
    const kept = run.episode.origin === 'played' ? origin : run.episode.origin;
    const { id, isNew } = store.artifacts.add({ ...run, episode: { ...run.episode, origin: kept } });
    return { run: id, isNew, missing: [] };
  }
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

async function sessionInput(name: string, files: SessionFiles): Promise<WorkerInput> {
  const missing = [...files.unclear];
  const read: Partial<Record<SessionRole, Buffer>> = {};
  const take = async (role: SessionRole, file: SourceFile | undefined, limit: number) => {
    if (file === undefined) return;
    try {
      read[role] = await file.read(limit);
    } catch (error) {
      if (role === 'trajectory') throw error;
      missing.push(sentence(artifactProblem(error)));
    }
  };
  await take('trajectory', files.trajectory, IMPORT_LIMITS.jsonBytes);
  await take('initial', files.initial, IMPORT_LIMITS.databaseBytes);
  await take('final', files.final, IMPORT_LIMITS.databaseBytes);
  await take('code', files.code, IMPORT_LIMITS.codeBytes);
  await take('log', files.log, IMPORT_LIMITS.logBytes);
  if (files.code === undefined) missing.push('server.py is not there.');
  if (files.log === undefined) missing.push('server.log is not there.');
  const journals = files.journals.map(({ path, size }) => ({ path, size }));
  return { kind: 'session', name, files: read, journals, missing };
}

async function studioInput(name: string, files: StudioFiles): Promise<WorkerInput> {
  const none = Buffer.alloc(0);
  const beside: Record<string, Buffer> = {};
  for (const [base, limit] of BESIDE) {
    const file = files.beside.get(base);
    if (file !== undefined) beside[base] = await file.read(limit);
  }
  return {
    kind: 'studio',
    name,
    head: await files.head.read(IMPORT_LIMITS.jsonBytes),
    steps: (await files.steps?.read(IMPORT_LIMITS.statesBytes)) ?? none,
    states: (await files.states?.read(IMPORT_LIMITS.statesBytes)) ?? none,
    beside,
  };
}

const BESIDE = [
  ['trajectory.json', IMPORT_LIMITS.jsonBytes],
  ['server.py', IMPORT_LIMITS.codeBytes],
  ['server.log', IMPORT_LIMITS.logBytes],
] as const;
