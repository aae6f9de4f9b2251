import type { Statement } from 'better-sqlite3';
import { sql } from 'kysely';
import { QUEUED } from './annotation/queued.ts';
import type { Blobs } from './blobs.ts';
import type { Catalog } from './catalog.ts';
import type { EpisodeRow, SnapshotRow } from './schema.ts';
import type { Snapshots } from './snapshots.ts';
import type { RecordingPolicy } from './types.ts';

/** Ends between two looks at the disk budget. */
const BUDGET_EVERY = 64;
/** Episodes cut down in one look. */
const BUDGET_BATCH = 200;

interface RetentionOptions {
  readonly catalog: Catalog;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  /** Of the episodes that a policy would cut down, one in so many is kept in full; 0: none. */
  readonly keepFullOneIn: number;
  /** Undefined: no budget. */
  readonly diskBudgetBytes: number | undefined;
  readonly onProblem: (message: string, error: unknown) => void;
}

type Decided = Pick<
  EpisodeRow,
  'n' | 'id' | 'recording' | 'verdict' | 'pinned' | 'seed_hash' | 'base_hash' | 'final_hash'
>;

/**
 * Applies recording policies to episodes that have ended and whose normalised hashes are there: `full` keeps every
 * state, `final` the first and the last, `calls` the first (which its scenario's other episodes share). Steps, hashes
 * and observations stay in any case.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #used: Statement<[string], { hash: string }>;
  readonly #child: Statement<[string], { hash: string }>;
  readonly #snapshot: Statement<[string], SnapshotRow>;
  readonly #dropSnapshot: Statement<[string]>;
  readonly #rest: Statement<[number, string, string, string], { hash: string }>;
  readonly #dropUse: Statement<[number, string]>;
  readonly #blobUsed: Statement<[{ blob: string }], { one: number }>;
  readonly #decide: Statement<[string, number]>;
  #ends = 0;

  constructor(options: RetentionOptions) {
    const { raw } = options.catalog;
    this.#options = options;
    this.#used = raw.prepare('SELECT hash FROM snapshot_uses WHERE hash = ? LIMIT 1');
    this.#child = raw.prepare('SELECT hash FROM snapshots WHERE base = ? LIMIT 1');
    this.#snapshot = raw.prepare('SELECT hash, size, base, depth, blob FROM snapshots WHERE hash = ?');
    this.#dropSnapshot = raw.prepare('DELETE FROM snapshots WHERE hash = ?');
    this.#rest = raw.prepare('SELECT hash FROM snapshot_uses WHERE episode = ? AND hash NOT IN (?, ?, ?)');
    this.#dropUse = raw.prepare('DELETE FROM snapshot_uses WHERE episode = ? AND hash = ?');
    this.#blobUsed = raw.prepare(
      `SELECT 1 AS one FROM snapshots WHERE blob = @blob
       UNION ALL SELECT 1 FROM steps WHERE observation_blob = @blob
       UNION ALL SELECT 1 FROM steps WHERE log_blob = @blob
       UNION ALL SELECT 1 FROM run_files WHERE blob = @blob
       UNION ALL SELECT 1 FROM run_messages WHERE blob = @blob LIMIT 1`,
    );
    this.#decide = raw.prepare('UPDATE episodes SET kept = ? WHERE n = ?');
  }

  /** Decides about an ended episode; leaves one that runs or was decided. Never throws. */
  apply(n: number): void {
    try {
      const episode = this.#options.catalog.get(
        this.#select().where('n', '=', n).where('kept', 'is', null).where('ended_at', 'is not', null),
      );
      if (episode !== undefined) this.#reduce(episode, this.#wanted(episode));
      if (++this.#ends % BUDGET_EVERY === 0) this.enforceBudget();
    } catch (error) {
      this.#options.onProblem('the recording policy could not be applied', error);
    }
  }

  /** Cuts the oldest episodes down to their calls until the store fits; failures to verify and pinned ones stay. */
  enforceBudget(): void {
    const { diskBudgetBytes: budget, catalog } = this.#options;
    if (budget === undefined || this.#bytes() <= budget) return;
    const query = this.#select()
      .where('kept', 'in', ['full', 'final'])
      .where('pinned', '=', 0)
      .where(sql<boolean>`NOT ${sql.raw(QUEUED)}`)
      .where((or) => or.or([or('verdict', 'is', null), or('verdict', '=', 'complete')]))
      .orderBy('n')
      .limit(BUDGET_BATCH);
    for (const episode of catalog.all(query)) {
      this.#reduce(episode, 'calls');
      if (this.#bytes() <= budget) break;
    }
    catalog.raw.pragma('incremental_vacuum');
  }

  /** Ended episodes that nobody decided about, oldest first. */
  undecided(): number[] {
    const query = this.#select().where('kept', 'is', null).where('ended_at', 'is not', null).orderBy('n');
    return this.#options.catalog.all(query).map(({ n }) => n);
  }

  #select() {
    return this.#options.catalog.query
      .selectFrom('episodes as e')
      .select(['n', 'id', 'recording', 'verdict', 'pinned', 'seed_hash', 'base_hash', 'final_hash']);
  }

  #bytes(): number {
    return this.#options.catalog.usedBytes() + this.#options.blobs.fileBytes();
  }

  #wanted(episode: Decided): RecordingPolicy {
    const failed = episode.verdict !== null && episode.verdict !== 'complete';
    const { keepFullOneIn } = this.#options;
    const lucky = keepFullOneIn > 0 && Number.parseInt(episode.id.slice(-8), 16) % keepFullOneIn === 0;
    if (failed || lucky || episode.pinned === 1) return 'full';
    return episode.recording === 'final' || episode.recording === 'calls' ? episode.recording : 'full';
  }

  #reduce(episode: Decided, kept: RecordingPolicy): void {
    const { catalog, snapshots } = this.#options;
    const unused: string[] = [];
    catalog.raw
      .transaction(() => {
        this.#decide.run(kept, episode.n);
        if (kept === 'full') return;
        const last = kept === 'final' ? episode.final_hash : episode.base_hash;
        if (kept === 'final') unused.push(...snapshots.rebase(last, episode.base_hash));
        const rest = this.#rest.all(episode.n, episode.seed_hash, episode.base_hash, last);
        for (const { hash } of rest) this.#dropUse.run(episode.n, hash);
        for (const { hash } of rest) unused.push(...this.#collect(hash));
      })
      .immediate();
    for (const blob of new Set(unused)) this.release(blob);
  }

  /** Cuts an ended episode's states down. */
  reduceTo(n: number, policy: RecordingPolicy): void {
    const episode = this.#options.catalog.get(
      this.#select().where('n', '=', n).where('ended_at', 'is not', null),
    );
    if (episode !== undefined) this.#reduce(episode, policy);
  }

  /** Removes a blob that nobody names any more. Outside of a transaction. */
  release(blob: string): void {
    if (this.#blobUsed.get({ blob }) === undefined) this.#options.blobs.remove(blob);
  }

  /** Drops a state that nobody uses and the ones below it that only it needed; returns their blobs. */
  #collect(from: string): string[] {
    const blobs: string[] = [];
    for (let at: string | null = from; at !== null;) {
      if (this.#used.get(at) !== undefined || this.#child.get(at) !== undefined) break;
      const row: SnapshotRow | undefined = this.#snapshot.get(at);
      if (row === undefined) break;
      this.#dropSnapshot.run(at);
      blobs.push(row.blob);
      at = row.base;
    }
    return blobs;
  }
}
