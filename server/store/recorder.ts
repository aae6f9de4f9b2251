import type { Statement } from 'better-sqlite3';
import { zstdCompressSync } from 'node:zlib';
import { AppError } from '../../lib/contracts/errors.ts';
import { ANSWER_LIMIT } from '../../lib/contracts/evidence.ts';
import { beginning } from '../../lib/domain/beginning.ts';
import { pageSizeOf } from '../../lib/domain/page-delta.ts';
import { redactedJson } from '../../lib/domain/redact.ts';
import type { Blobs } from './blobs.ts';
import type { Catalog } from './catalog.ts';
import type { LateEnds } from './late-ends.ts';
import type { LiveFileReader } from './live-file.ts';
import type { StepRow } from './schema.ts';
import { exactHash } from './snapshots.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';
import { storageError } from './storage-error.ts';
import type { EndReason, EpisodeRecorder, FileProblem, StepInput, StepRecord } from './types.ts';

/** Longest JSON of an action's metadata, in bytes. */
const METADATA_BYTES = 256 * 1024;
/** Observations over this many characters are stored as compressed blobs. */
const INLINE_OBSERVATION = 4096;
/** The same of a step's log. */
const INLINE_LOG = 2048;

const STEP_COLUMNS = [
  'episode',
  'seq',
  'kind',
  'tool_name',
  'arguments',
  'client_metadata',
  'observation',
  'observation_blob',
  'reward_type',
  'reward',
  'http_method',
  'http_route',
  'http_status',
  'started_at',
  'duration',
  'runtime',
  'log_start',
  'log_end',
  'log_text',
  'log_blob',
  'db_before',
  'db_after',
  'wrote',
  'problem',
  'normal_state',
  'normalised',
  'normal_problem',
  'tables_touched',
  'reconstructed',
] as const satisfies readonly (keyof StepRow)[];

/** What all recorders of a store share. */
export interface RecorderParts {
  readonly homeDir: string;
  readonly catalog: Catalog;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  readonly files: LiveFileReader;
  readonly statements: RecorderStatements;
  /** A step is on disk. */
  readonly onCommit: () => void;
  /** The episode has steps whose normalised hash is missing. */
  readonly onPending: (episode: number) => void;
  readonly ends: LateEnds;
}

type RecorderStatements = ReturnType<typeof prepareRecorder>;

/** The hot path's statements, prepared once. */
export function prepareRecorder(catalog: Catalog) {
  const { raw } = catalog;
  const insertStep: Statement<[StepRow]> = raw.prepare(
    `INSERT INTO steps (${STEP_COLUMNS.join(', ')}) VALUES (${STEP_COLUMNS.map((name) => `@${name}`).join(', ')})`,
  );
  const moveEpisode: Statement<[number, string, number]> = raw.prepare(
    'UPDATE episodes SET steps = ?, final_hash = ? WHERE n = ?',
  );
  const normalisedOf: Statement<[number, number], Pick<StepRow, 'normal_state' | 'normalised'>> = raw.prepare(
    'SELECT normal_state, normalised FROM steps WHERE episode = ? AND seq = ?',
  );
  const insertVerdict: Statement<[number, number, string, string, number, string | null, string, number]> =
    raw.prepare(
      `INSERT INTO verdicts (episode, seq, mode, reward_type, reward, final_answer, verifier_hash, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  const judgeEpisode: Statement<[string, number, string | null, number]> = raw.prepare(
    'UPDATE episodes SET verdict = ?, reward = ?, final_answer = ? WHERE n = ?',
  );
  return { insertStep, moveEpisode, normalisedOf, insertVerdict, judgeEpisode };
}

interface Look {
  /** The new state, on the reader's scratch buffer; null where the file did not change or could not be read. */
  readonly next: Snapshot | null;
  readonly problem: FileProblem | null;
}

/** Records one episode. Nothing of it is held that is not on disk but the last state's bytes, for the next comparison. */
export class Recorder implements EpisodeRecorder {
  readonly episodeId: string;
  readonly #n: number;
  readonly #dbPath: string;
  readonly #baseNormalised: string;
  readonly #parts: RecorderParts;
  #hash: string;
  /** Null after `relax`. */
  #bytes: Buffer | null;
  /** False while #bytes is shared with the initial state's other episodes. */
  #ownsBytes = false;
  #seq: number;
  #ended = false;

  constructor(
    parts: RecorderParts,
    episode: {
      n: number;
      id: string;
      dbPath: string;
      baseNormalised: string;
      /** Steps so far, and the state after the last one; its bytes are read back where they are null. */
      seq: number;
      hash: string;
      bytes: Buffer | null;
    },
  ) {
    this.#parts = parts;
    this.episodeId = episode.id;
    this.#n = episode.n;
    this.#dbPath = episode.dbPath;
    this.#baseNormalised = episode.baseNormalised;
    this.#seq = episode.seq;
    this.#hash = episode.hash;
    this.#bytes = episode.bytes;
  }

  /**
   * Never throws for what the database is.
   * @throws AppError storage_full: nothing was recorded and the same step may be given again; conflict after the end.
   */
  step(input: StepInput): StepRecord {
    if (this.#ended) throw new AppError('conflict', `Episode ${this.episodeId} has ended`);
    const { mayWrite, ...facts } = input;
    const look = mayWrite ? this.#look() : { next: null, problem: null };
    const prev = this.#bytes === null ? null : { hash: this.#hash, bytes: this.#bytes };
    const { catalog, snapshots, statements } = this.#parts;
    let row: StepRow | undefined;
    let pages: readonly number[] | null = null;
    try {
      catalog.raw
        .transaction(() => {
          if (look.next !== null) pages = snapshots.put(this.#n, look.next, prev);
          row = this.#row(input, look);
          statements.insertStep.run(row);
          statements.moveEpisode.run(row.seq, row.db_after, this.#n);
        })
        .immediate();
    } catch (error) {
      throw storageError(error, this.#parts.homeDir);
    }
    if (row === undefined) throw new AppError('internal', 'The step was not recorded');
    this.#seq = row.seq;
    this.#hash = row.db_after;
    if (look.next !== null) this.#adopt(look.next.bytes, pages);
    this.#parts.onCommit();
    if (row.normal_state === 0) this.#parts.onPending(this.#n);
    return {
      ...facts,
      clientMetadata: row.client_metadata === null ? null : (JSON.parse(row.client_metadata) as unknown),
      episodeId: this.episodeId,
      reconstructed: false,
      seq: row.seq,
      dbBefore: row.db_before,
      dbAfter: row.db_after,
      wrote: row.wrote === 1,
      problem: look.problem,
      normalisedAfter: row.normalised,
      normalisedProblem: null,
      tablesTouched: row.tables_touched === null ? null : [],
    };
  }

  verdict(
    mode: string,
    rewardType: string,
    reward: number,
    finalAnswer: string | null,
    verifierHash: string,
  ): void {
    const { catalog, statements, homeDir } = this.#parts;
    try {
      catalog.raw
        .transaction(() => {
          statements.insertVerdict.run(
            this.#n,
            this.#seq,
            mode,
            rewardType,
            reward,
            finalAnswer,
            verifierHash,
            Date.now(),
          );
          // The episode's row is read in lists; the whole answer is with its verdict and its step.
          const told = finalAnswer === null ? null : beginning(finalAnswer, ANSWER_LIMIT);
          statements.judgeEpisode.run(rewardType, reward, told, this.#n);
        })
        .immediate();
    } catch (error) {
      throw storageError(error, homeDir);
    }
  }

  end(reason: EndReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.relax();
    this.#parts.ends.end(this.#n, reason);
  }

  relax(): void {
    this.#bytes = null;
    this.#ownsBytes = false;
  }

  /** Compares the live file with the last recorded state. */
  #look(): Look {
    const read = this.#parts.files.read(this.#dbPath);
    if (read.kind === 'refused') return { next: null, problem: read.problem };
    const { bytes, problem } = read;
    if (this.#bytes !== null && bytes.equals(this.#bytes)) return { next: null, problem };
    const hash = exactHash(bytes);
    if (hash === this.#hash) {
      this.#adopt(bytes, null);
      return { next: null, problem };
    }
    this.#bytes ??= this.#recall();
    return { next: { hash, bytes }, problem };
  }

  /** Makes `bytes` the last state. A fresh 400 KB buffer costs 300 µs (page faults), copying changed pages 1 µs each. */
  #adopt(bytes: Buffer, pages: readonly number[] | null): void {
    if (pages === null || !this.#ownsBytes || this.#bytes?.length !== bytes.length) {
      this.#bytes = Buffer.from(bytes);
      this.#ownsBytes = true;
      return;
    }
    const pageSize = pageSizeOf(bytes);
    for (const page of pages)
      bytes.copy(this.#bytes, page * pageSize, page * pageSize, (page + 1) * pageSize);
  }

  /** The last state from the store; null where that fails: the next one is then stored whole. */
  #recall(): Buffer | null {
    try {
      return this.#parts.snapshots.rebuild(this.#hash).bytes;
    } catch {
      return null;
    }
  }

  #row(input: StepInput, look: Look): StepRow {
    const inline = input.observationJson.length <= INLINE_OBSERVATION;
    const before = look.next === null ? this.#normalisedBefore() : null;
    const shortLog = input.logText === null || input.logText.length <= INLINE_LOG;
    return {
      episode: this.#n,
      seq: this.#seq + 1,
      kind: input.kind,
      tool_name: input.toolName,
      arguments: input.argumentsJson,
      client_metadata: redactedJson(input.clientMetadata ?? undefined, METADATA_BYTES),
      observation: inline ? input.observationJson : null,
      observation_blob: inline ? null : this.#parts.blobs.put(zstdCompressSync(input.observationJson)),
      reward_type: input.rewardType,
      reward: input.reward,
      http_method: input.httpMethod,
      http_route: input.httpRoute,
      http_status: input.httpStatus,
      started_at: input.startedAtMs,
      duration: input.durationMs,
      runtime: input.runtimeMs,
      log_start: input.logStart,
      log_end: input.logEnd,
      log_text: shortLog ? input.logText : null,
      log_blob: shortLog ? null : this.#parts.blobs.put(zstdCompressSync(input.logText)),
      db_before: this.#hash,
      db_after: look.next?.hash ?? this.#hash,
      wrote: look.next === null ? 0 : 1,
      problem: look.problem === null ? null : JSON.stringify(look.problem),
      normal_state: before === null ? 0 : 1,
      normalised: before,
      normal_problem: null,
      tables_touched: before === null ? null : '[]',
      reconstructed: 0,
    };
  }

  /** The normalised hash so far, where it is known: a step that wrote nothing takes it over at once. */
  #normalisedBefore(): string | null {
    if (this.#seq === 0) return this.#baseNormalised;
    return this.#parts.statements.normalisedOf.get(this.#n, this.#seq)?.normalised ?? null;
  }
}
