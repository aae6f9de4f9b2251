import { hash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import type { TaskStats } from '../../lib/contracts/evidence.ts';
import { normalBase } from '../../lib/domain/normal-state.ts';
import { redactedJson } from '../../lib/domain/redact.ts';
import { CatalogAdjudication } from './adjudication/shelf.ts';
import type { AdjudicationShelf } from './adjudication/types.ts';
import { createAnnotationShelf } from './annotation/shelf.ts';
import type { AnnotationShelf } from './annotation/types.ts';
import { createRunArtifacts } from './artifacts/create-artifacts.ts';
import type { RunArtifacts } from './artifacts/types.ts';
import { Audits } from './audits/shelf.ts';
import type { RunFaults } from './audits/types.ts';
import { Blobs } from './blobs.ts';
import { Branches } from './branches/branches.ts';
import { Catalog } from './catalog.ts';
import { closeCrashed } from './close-crashed.ts';
import {
  episodeRecord,
  findEpisode,
  lastProblem,
  listEpisodes,
  listSteps,
  runColumns,
  setPinned,
  setRun,
  setSawVerdict,
} from './episodes.ts';
import { readFindings, writeFindings } from './findings.ts';
import { lockHome } from './home-lock.ts';
import { createVerdictsOfRuns, type VerdictsOfRuns } from './grading/verdicts-of-runs.ts';
import { InitialStates } from './initial-states.ts';
import { KeptSessions } from './kept-sessions.ts';
import { LateEnds } from './late-ends.ts';
import { LiveFileReader } from './live-file.ts';
import { createKeeping } from './keeping/create-keeping.ts';
import type { Keeping } from './keeping/types.ts';
import { nextNumber } from './next-number.ts';
import { CatalogPeople } from './people/people-shelf.ts';
import type { PeopleShelf } from './people/types.ts';
import { Normaliser } from './normaliser.ts';
import { createOutcomeLibrary, type OutcomeLibrary } from './outcomes/library.ts';
import { Outcomes } from './outcomes/outcomes.ts';
import { createTaskStatusShelf, type TaskStatusShelf } from './outcomes/task-statuses.ts';
import { openHiddenRuns } from './blindness/open-hidden-runs.ts';
import type { HiddenRuns } from './blindness/types.ts';
import { createProjectShelf } from './projects/project-shelf.ts';
import type { ProjectShelf } from './projects/types.ts';
import { prepareRecorder, Recorder } from './recorder.ts';
import type { RecorderParts } from './recorder.ts';
import { recordedStates } from './recorded-states.ts';
import { Retention } from './retention.ts';
import { FactsWriter } from './runs/facts/facts-writer.ts';
import { Runs } from './runs/library.ts';
import { exactHash, Snapshots } from './snapshots.ts';
import { findVerdict, keepVerdict } from './state-verdicts.ts';
import { RecordedStates } from './states/state-reader.ts';
import { StateWorkers } from './states/state-workers.ts';
import { openError, storageError } from './storage-error.ts';
import type { VerifierShelf } from './verifiers/types.ts';
import { createTrainingShelf, type TrainingShelf } from './training/index.ts';
import { CatalogVerifiers } from './verifiers/verifier-shelf.ts';
import type { EpisodeRow } from './schema.ts';
import type {
  EpisodeFilter,
  EpisodeRecorder,
  EpisodeStart,
  KeptVerdict,
  RunProvenance,
  StateReader,
  Store,
  VerdictKey,
} from './types.ts';

export interface StoreOptions {
  /** Made where it is missing, 0700; locked while open. */
  readonly homeDir: string;
  /** Largest database file that is recorded, in bytes. Default 32 MiB. */
  readonly maxDatabaseBytes?: number;
  /** Blobs and catalog together; over it the oldest episodes are cut down to their calls. Default: no budget. */
  readonly diskBudgetBytes?: number;
  /** One in so many of the episodes that a policy would cut down is kept in full. Default 0: none. */
  readonly keepFullOneIn?: number;
  /** Milliseconds before normalised hashes that could not be saved are computed again. Default 30 s. */
  readonly retryAfterMs?: number;
  /** Problems of the work behind the scenes; the engine's calls throw theirs. */
  readonly onProblem?: (message: string, error: unknown) => void;
}

/**
 * Scenarios have 0.2–0.4 MB. States are taken on the event loop, and one of each session is held: six sessions that
 * filled 150 MB each made the server hold 2.3 GB and the others wait 3 s for a step.
 */
const MAX_DATABASE_BYTES = 32 << 20;

/**
 * Opens the catalog (migrating it) and closes what a killed process left open.
 * @throws AppError conflict (home in use, catalog of a newer version), config_invalid (home not usable), storage_full
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { homeDir } = options;
  const owned = new AsyncDisposableStack();
  try {
    mkdirSync(homeDir, { recursive: true, mode: 0o700 });
    owned.use(lockHome(homeDir));
    const catalog = owned.use(new Catalog(join(homeDir, 'catalog.db')));
    return new StudioStore(options, catalog, owned).recover();
  } catch (error) {
    await owned.disposeAsync();
    throw openError(error, homeDir);
  }
}

class StudioStore implements Store {
  readonly states: StateReader;
  readonly runs: Runs;
  readonly branches: Branches;
  readonly outcomes: OutcomeLibrary;
  readonly taskStatuses: TaskStatusShelf;
  readonly audits: Audits;
  readonly #workers: StateWorkers;
  readonly #options: StoreOptions;
  readonly #catalog: Catalog;
  readonly #blobs: Blobs;
  readonly #snapshots: Snapshots;
  readonly #initial: InitialStates;
  readonly #facts: FactsWriter;
  readonly #retention: Retention;
  readonly #normaliser: Normaliser;
  readonly #outcomes: Outcomes;
  readonly #parts: RecorderParts;
  readonly #decideEnded: (episode: number) => void;
  readonly #owned: AsyncDisposableStack;
  readonly sessions: KeptSessions;
  readonly verifiers: VerifierShelf;
  readonly people: PeopleShelf;
  readonly projects: ProjectShelf;
  readonly adjudication: AdjudicationShelf;
  readonly verdictsOfRuns: VerdictsOfRuns;
  readonly hiddenRuns: HiddenRuns;
  readonly artifacts: RunArtifacts;
  readonly keeping: Keeping;
  readonly annotation: AnnotationShelf;
  readonly training: TrainingShelf;
  readonly #startKeeping: () => void;

  constructor(options: StoreOptions, catalog: Catalog, owned: AsyncDisposableStack) {
    const { homeDir, onProblem = () => undefined } = options;
    this.#options = options;
    this.#catalog = catalog;
    this.#owned = owned;
    this.#blobs = new Blobs(homeDir, catalog);
    this.#blobs.prepare();
    this.#snapshots = new Snapshots(catalog, this.#blobs);
    this.#workers = owned.use(new StateWorkers({ homeDir }));
    this.states = new RecordedStates(catalog, this.#workers);
    this.#facts = owned.use(new FactsWriter({ catalog, workers: this.#workers, onProblem }));
    this.runs = owned.use(new Runs(catalog, homeDir, this.#facts));
    this.branches = owned.use(
      new Branches({
        catalog,
        homeDir,
        workers: this.#workers,
        onPending: (episode) => this.#normaliser.enqueue(episode),
      }),
    );
    this.annotation = createAnnotationShelf(catalog, homeDir);
    this.taskStatuses = createTaskStatusShelf(catalog, homeDir);
    this.training = createTrainingShelf(catalog, homeDir);
    this.audits = new Audits(catalog, homeDir, async (signal) => {
      const outcome = await this.#workers.run({ kind: 'run_faults' }, signal);
      if (outcome.kind === 'value') return outcome.value as RunFaults;
      const message = outcome.kind === 'error' ? outcome.message : outcome.answer.message;
      throw new AppError('internal', message);
    });
    this.people = new CatalogPeople(catalog, homeDir);
    this.sessions = new KeptSessions(catalog, onProblem);
    this.verifiers = new CatalogVerifiers(catalog, this.#workers, homeDir);
    this.hiddenRuns = openHiddenRuns(catalog);
    this.projects = createProjectShelf(catalog, homeDir);
    this.adjudication = new CatalogAdjudication(catalog, homeDir);
    this.verdictsOfRuns = createVerdictsOfRuns(catalog);
    const files = new LiveFileReader(options.maxDatabaseBytes ?? MAX_DATABASE_BYTES);
    this.#initial = new InitialStates(files, this.#snapshots);
    this.#retention = new Retention({
      catalog,
      blobs: this.#blobs,
      snapshots: this.#snapshots,
      keepFullOneIn: options.keepFullOneIn ?? 0,
      diskBudgetBytes: options.diskBudgetBytes,
      onProblem,
    });
    this.#outcomes = owned.use(
      new Outcomes({
        catalog,
        askEnd: (episode) => this.#normaliser.enqueue(episode),
        isPending: (episode) => this.#normaliser.isBusyWith(episode),
        onProblem,
      }),
    );
    this.outcomes = createOutcomeLibrary(catalog, this.#outcomes, this.#workers);
    // What is known of its end is read from its states before the policy takes them away.
    const decide = (episode: number) =>
      this.#facts.take(episode, () => {
        this.#retention.apply(episode);
        this.#outcomes.again(episode);
      });
    this.#decideEnded = (episode) => {
      if (this.#normaliser.isPending(episode)) return;
      // Before the policy takes the states away.
      if (this.#outcomes.wantsEndOf(episode)) this.#normaliser.enqueue(episode);
      else decide(episode);
    };
    const ends = new LateEnds(catalog, this.#decideEnded, onProblem);
    owned.defer(() => ends.flush());
    this.#normaliser = owned.use(
      new Normaliser({
        homeDir,
        catalog,
        retryAfterMs: options.retryAfterMs,
        onEnd: (end) => this.#outcomes.keepEnd(end),
        onSettled: decide,
        onProblem,
      }),
    );
    this.#parts = {
      homeDir,
      catalog,
      blobs: this.#blobs,
      snapshots: this.#snapshots,
      files,
      statements: prepareRecorder(catalog),
      onCommit: () => {
        ends.flush();
        this.#normaliser.countCommit();
      },
      onPending: (episode) => this.#normaliser.enqueue(episode),
      ends,
    };
    const keeping = owned.use(
      createKeeping({
        homeDir,
        catalog,
        blobs: this.#blobs,
        onGone: (episode) => this.#normaliser.forget(episode),
        onBack: (episode) => this.#normaliser.again(episode),
        onProblem,
        reduce: (episode, to) => this.#retention.reduceTo(episode, to),
      }),
    );
    this.keeping = keeping;
    this.#startKeeping = () => keeping.start();
    this.artifacts = createRunArtifacts({
      homeDir,
      catalog,
      blobs: this.#blobs,
      snapshots: this.#snapshots,
      insertStep: (row) => this.#parts.statements.insertStep.run(row),
      release: (blob) => this.#retention.release(blob),
      onChanged: (episode) => this.#normaliser.again(episode),
    });
  }

  /** Ends what a killed process left open and takes up the work that it left. */
  recover(): this {
    closeCrashed(this.#catalog);
    for (const n of this.#retention.undecided()) this.#decideEnded(n);
    this.#normaliser.resume();
    this.#startKeeping();
    this.#facts.kick();
    const stop = new AbortController();
    const swept = this.#blobs.sweep(stop.signal).catch((error: unknown) => {
      this.#options.onProblem?.('left-over blob files could not be removed', error);
    });
    this.#owned.defer(async () => {
      stop.abort();
      await swept;
    });
    return this;
  }

  begin(start: EpisodeStart): EpisodeRecorder {
    const { seed, base } = this.#initial.take(start);
    const baseNormalised = hash('sha256', normalBase(start.scenarioHash), 'hex');
    let n = 0;
    try {
      this.#catalog.raw
        .transaction(() => {
          n = this.#insertEpisode(start, seed.hash, base.hash, baseNormalised);
          this.#snapshots.put(n, seed, null);
          this.#snapshots.put(n, base, seed);
        })
        .immediate();
    } catch (error) {
      throw storageError(error, this.#options.homeDir);
    }
    const { id, dbPath } = start;
    return new Recorder(this.#parts, { n, id, dbPath, baseNormalised, seq: 0, ...base });
  }

  async restoreFile(episodeId: string, dbPath: string): Promise<'database' | 'snapshot'> {
    const row = this.#known(episodeId);
    const read = this.#parts.files.read(dbPath);
    if (read.kind === 'read') {
      if (lastProblem(this.#catalog, row.n) !== null) return 'database';
      if (read.problem === null && exactHash(read.bytes) === row.final_hash) return 'database';
    } else if (read.problem.code === 'too_large') return 'database';
    await this.#replaceFile(row.final_hash, dbPath);
    return 'snapshot';
  }

  async rebuildFile(episodeId: string, seq: number, dbPath: string): Promise<void> {
    await this.#replaceFile(this.#stateAt(this.#known(episodeId), seq), dbPath);
  }

  isLastState(episodeId: string, dbPath: string): boolean {
    const read = this.#parts.files.read(dbPath);
    return read.kind === 'read' && exactHash(read.bytes) === this.#known(episodeId).final_hash;
  }

  resume(episodeId: string, dbPath: string): EpisodeRecorder {
    const row = this.#known(episodeId);
    if (row.ended_at !== null) throw new AppError('conflict', `Episode ${episodeId} has ended`);
    const { n, id, base_normalised: baseNormalised, steps: seq, final_hash: hash } = row;
    return new Recorder(this.#parts, { n, id, dbPath, baseNormalised, seq, hash, bytes: null });
  }

  episode(id: string) {
    const row = findEpisode(this.#catalog, id);
    return row === undefined ? undefined : episodeRecord(row);
  }

  episodes(filter: EpisodeFilter) {
    return listEpisodes(this.#catalog, filter);
  }

  steps(episodeId: string, range?: { readonly from: number; readonly to: number }) {
    const row = findEpisode(this.#catalog, episodeId);
    return row === undefined
      ? []
      : listSteps(this.#catalog, this.#blobs, row, range ?? { from: 1, to: row.steps });
  }

  setRun(episodeIds: readonly string[], run: RunProvenance): number {
    try {
      return setRun(this.#catalog, episodeIds, run);
    } catch (error) {
      throw storageError(error, this.#options.homeDir);
    }
  }

  async snapshotTo(episodeId: string, seq: number, path: string): Promise<void> {
    await this.#writeState(this.#stateAt(this.#known(episodeId), seq), path);
  }

  async initialTo(episodeId: string, path: string): Promise<void> {
    await this.#writeState(this.#known(episodeId).seed_hash, path);
  }

  recordedStates(episodeId: string) {
    return recordedStates(this.#catalog, this.#known(episodeId));
  }

  verifiedWith(episodeId: string): string | undefined {
    const query = this.#catalog.query
      .selectFrom('verdicts')
      .select('verifier_hash')
      .where('episode', '=', this.#known(episodeId).n)
      .where('mode', '=', 'code')
      .orderBy('seq', 'desc')
      .limit(1);
    // '' where a verdict came from elsewhere, without the verifier that gave it.
    return this.#catalog.get(query)?.verifier_hash || undefined;
  }

  verdictOf(key: VerdictKey) {
    return findVerdict(this.#catalog, key);
  }

  keepVerdict(key: VerdictKey, verdict: KeptVerdict, readsClock: boolean): void {
    try {
      keepVerdict(this.#catalog, key, verdict, readsClock);
    } catch (error) {
      throw storageError(error, this.#options.homeDir);
    }
  }

  findings(scenarioHash: string) {
    return readFindings(this.#catalog, scenarioHash);
  }

  setFindings(
    scenarioHash: string,
    key: string,
    checked: { readonly tools: number; readonly findings: readonly unknown[] },
  ): void {
    writeFindings(this.#catalog, scenarioHash, key, checked);
  }

  setPinned(episodeIds: readonly string[], pinned: boolean): number {
    return setPinned(this.#catalog, episodeIds, pinned);
  }

  markSawVerdict(episodeId: string, seq: number): void {
    try {
      setSawVerdict(this.#catalog, episodeId, seq);
    } catch (error) {
      this.#options.onProblem?.('that a verdict was seen could not be recorded', error);
    }
  }

  async taskStats(signal?: AbortSignal): Promise<readonly TaskStats[]> {
    const outcome = await this.#workers.run({ kind: 'task_stats' }, signal);
    if (outcome.kind === 'value') return outcome.value as TaskStats[];
    const message = outcome.kind === 'error' ? outcome.message : outcome.answer.message;
    throw new AppError('internal', message);
  }

  async settled(): Promise<void> {
    await this.#normaliser.settled();
    await this.#facts.settled();
    await this.#outcomes.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync();
  }

  #insertEpisode(start: EpisodeStart, seedHash: string, baseHash: string, baseNormalised: string): number {
    const row = {
      n: nextNumber(this.#catalog),
      id: start.id,
      client_episode_id: start.clientEpisodeId,
      session_id: start.sessionId,
      scenario: start.scenario,
      pack: start.pack,
      scenario_hash: start.scenarioHash,
      task_idx: start.taskIdx,
      task: start.task,
      actor: start.actor,
      transport: start.transport,
      recording: start.policy,
      options: redactedJson(start.options, OPTIONS_BYTES) ?? '{}',
      ...runColumns(start.run),
      seed_hash: seedHash,
      base_hash: baseHash,
      final_hash: baseHash,
      base_normalised: baseNormalised,
      steps: 0,
      started_at: start.startedAtMs,
      pinned: 0,
      baseline: start.baseline ? 1 : 0,
    };
    const inserted = this.#catalog.get(this.#catalog.query.insertInto('episodes').values(row).returning('n'));
    if (inserted === undefined) throw new AppError('internal', 'The episode was not recorded');
    return inserted.n;
  }

  #known(episodeId: string): EpisodeRow {
    const row = findEpisode(this.#catalog, episodeId);
    if (row === undefined) throw new AppError('not_found', `There is no episode ${episodeId}`);
    return row;
  }

  #stateAt(episode: EpisodeRow, seq: number): string {
    if (seq === 0) return episode.base_hash;
    const query = this.#catalog.query
      .selectFrom('steps')
      .select('db_after')
      .where('episode', '=', episode.n)
      .where('seq', '=', seq);
    const step = this.#catalog.get(query);
    if (step === undefined) throw new AppError('not_found', `Episode ${episode.id} has no step ${seq}`);
    return step.db_after;
  }

  /** A journal of another state would be played into the new file. */
  async #replaceFile(name: string, dbPath: string): Promise<void> {
    for (const suffix of ['', '-journal', '-wal', '-shm'])
      await rm(dbPath + suffix, { recursive: true, force: true });
    await this.#writeState(name, dbPath);
  }

  async #writeState(name: string, path: string): Promise<void> {
    const partial = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await writeFile(partial, this.#snapshots.rebuild(name).bytes, { mode: 0o600, flag: 'wx' });
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw storageError(error, path);
    }
  }
}

const OPTIONS_BYTES = 64 * 1024;
