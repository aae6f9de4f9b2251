import { randomBytes } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import { AppError } from '../../../lib/contracts/errors.ts';
import { BY_RULE } from '../../../lib/contracts/keeping.ts';
import type { Deletion, DeletionPreview, KeptReason } from '../../../lib/contracts/keeping.ts';
import type { Blobs } from '../blobs.ts';
import type { Catalog } from '../catalog.ts';
import type { EpisodeRow } from '../schema.ts';
import { storageError } from '../storage-error.ts';
import { Purge } from './purge.ts';
import { QUEUED } from '../annotation/queued.ts';
import { RunSizes } from './sizes.ts';
import { inTurns } from './turns.ts';

/** A deletion can be undone for this long. */
export const UNDO_MS = 10 * 60_000;
const SAMPLE = 20;
/** Runs hidden in one transaction. */
const BATCH = 20;

interface Candidate {
  readonly n: number;
  readonly ended_at: number | null;
  readonly pinned: number;
  readonly labelled: number;
  readonly queued: number;
  readonly reference: number;
}

export interface DeletionParts {
  readonly catalog: Catalog;
  readonly blobs: Blobs;
  readonly homeDir: string;
  readonly onGone: (episode: number) => void;
  readonly onBack: (episode: number) => void;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Hides runs at once and takes them out for good later. */
export class Deletions implements AsyncDisposable {
  readonly #parts: DeletionParts;
  readonly #purge: Purge;
  readonly #find: Statement<[string], Candidate>;
  readonly #row: Statement<[number], EpisodeRow>;
  readonly #hidden: Statement<[string], { n: number; row: string }>;
  readonly #takeRow: Statement<[number]>;
  readonly #byOf: Statement<[string], { by: string }>;
  readonly sizes: RunSizes;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(parts: DeletionParts) {
    const { raw } = parts.catalog;
    this.#parts = parts;
    this.#purge = new Purge(parts.catalog, parts.blobs);
    this.sizes = new RunSizes(parts.catalog);
    this.#find = raw.prepare(
      `SELECT n, ended_at, pinned, EXISTS (SELECT 1 FROM labels WHERE episode = n) AS labelled,
         ${QUEUED} AS queued,
         EXISTS (SELECT 1 FROM outcome_tasks WHERE reference_run = e.id) AS reference FROM episodes AS e WHERE id = ?`,
    );
    this.#row = raw.prepare('SELECT * FROM episodes WHERE n = ?');
    this.#byOf = raw.prepare('SELECT by FROM deletions WHERE id = ?');
    this.#takeRow = raw.prepare('DELETE FROM deleted_runs WHERE n = ?');
    this.#hidden = raw.prepare('SELECT n, row FROM deleted_runs WHERE deletion = ? ORDER BY n');
  }

  /** What was deleted before the server stopped goes for good. */
  start(): void {
    void this.#run(Infinity);
  }

  async preview(ids: readonly string[], signal?: AbortSignal): Promise<DeletionPreview> {
    const kept = new Map<KeptReason, { runs: number; sample: string[] }>();
    const going: number[] = [];
    let gone = 0;
    await inTurns(
      ids,
      (id) => {
        const found = this.#find.get(id);
        const why = found && keptBecause(found);
        if (found === undefined) gone += 1;
        else if (why === undefined) going.push(found.n);
        else {
          const of = kept.get(why) ?? { runs: 0, sample: [] };
          of.runs += 1;
          if (of.sample.length < SAMPLE) of.sample.push(id);
          kept.set(why, of);
        }
      },
      signal,
    );
    const bytes = await this.sizes.freedBy(going, signal);
    return { runs: going.length, bytes, kept: [...kept].map(([reason, of]) => ({ reason, ...of })), gone };
  }

  async delete(ids: readonly string[], by: string): Promise<Deletion> {
    const deletion = { id: randomBytes(8).toString('hex'), by, at: Date.now() };
    let runs = 0;
    const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, i) =>
      ids.slice(i * BATCH, (i + 1) * BATCH),
    );
    try {
      await inTurns(batches, (batch) => {
        runs += this.#hide(batch, deletion);
      });
    } finally {
      // Those hidden before a disk was full are a deletion too.
      if (runs > 0) this.#schedule();
    }
    return { id: deletion.id, by, runs, atMs: deletion.at, undoUntilMs: deletion.at + UNDO_MS };
  }

  list(): Deletion[] {
    return this.#parts.catalog.raw
      .prepare<[number], Deletion>(
        `SELECT d.id, d.by, d.at AS atMs, d.at + ${String(UNDO_MS)} AS undoUntilMs, count(r.n) AS runs
         FROM deletions AS d JOIN deleted_runs AS r ON r.deletion = d.id WHERE d.at > ? GROUP BY d.id ORDER BY d.at DESC`,
      )
      .all(Date.now() - UNDO_MS);
  }

  async undo(id: string): Promise<number> {
    const { catalog } = this.#parts;
    const hidden = this.#hidden.all(id);
    if (hidden.length === 0)
      throw new AppError(
        'not_found',
        'These runs cannot be brought back: they are gone for good, or came back already.',
      );
    // Else the rule would delete them again within the hour.
    const pin = this.#byOf.get(id)?.by === BY_RULE;
    let restored = 0;
    await inTurns(hidden, ({ n, row }) => {
      const isBack = this.#transaction(() => {
        // Gone for good, or brought back by somebody else, since the list was read.
        if (this.#takeRow.run(n).changes === 0) return false;
        const back = JSON.parse(row) as EpisodeRow;
        // Again imported in the meantime: what is there stays.
        const twice =
          back.content_hash !== null &&
          catalog.get(
            catalog.query.selectFrom('episodes').select('n').where('content_hash', '=', back.content_hash),
          );
        const values = { ...back, ...(twice && { content_hash: null }), ...(pin && { pinned: 1 }) };
        catalog.run(catalog.query.insertInto('episodes').values(values));
        return true;
      });
      if (!isBack) return;
      restored += 1;
      this.#parts.onBack(n);
    });
    this.#dropEmpty();
    return restored;
  }

  /** Takes out what was deleted before `before`. */
  purge(before: number): Promise<void> {
    return this.#run(before);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#work;
  }

  #hide(ids: readonly string[], deletion: Pick<Deletion, 'id' | 'by'> & { readonly at: number }): number {
    const { catalog } = this.#parts;
    const { raw } = catalog;
    const gone: number[] = [];
    // What hangs on the row's number must stay until it is certain that nobody wants it back.
    raw.pragma('foreign_keys = OFF');
    try {
      this.#transaction(() => {
        for (const id of ids) {
          const found = this.#find.get(id);
          if (found === undefined || keptBecause(found) !== undefined) continue;
          const row = this.#row.get(found.n);
          // With its first run, and again should a purge have found it without any.
          catalog.run(
            catalog.query
              .insertInto('deletions')
              .values(deletion)
              .onConflict((on) => on.doNothing()),
          );
          catalog.run(
            catalog.query
              .insertInto('deleted_runs')
              .values({ n: found.n, id, deletion: deletion.id, row: JSON.stringify(row) }),
          );
          raw.prepare('UPDATE run_numbers SET last = max(last, ?)').run(found.n);
          raw.prepare('DELETE FROM episodes WHERE n = ?').run(found.n);
          // Counted by rows of its own, which come back with the run.
          raw.prepare('DELETE FROM outcome_runs WHERE episode = ?').run(found.n);
          gone.push(found.n);
        }
      });
    } finally {
      raw.pragma('foreign_keys = ON');
    }
    for (const n of gone) this.#parts.onGone(n);
    return gone.length;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#run(Date.now() - UNDO_MS).then(() => {
        if (this.list().length > 0 && !this.#stop.signal.aborted) this.#schedule();
      });
    }, UNDO_MS + 1_000).unref();
  }

  #run(before: number): Promise<void> {
    this.#work = this.#work.then(async () => {
      const { catalog, onProblem } = this.#parts;
      try {
        const rows = catalog.raw
          .prepare<[number], { n: number }>(
            'SELECT r.n FROM deleted_runs AS r JOIN deletions AS d ON d.id = r.deletion WHERE d.at <= ? ORDER BY r.n',
          )
          .all(Math.min(before, Number.MAX_SAFE_INTEGER));
        await inTurns(rows, ({ n }) => {
          if (!this.#stop.signal.aborted) this.#purge.run(n);
        });
        this.#dropEmpty();
        if (rows.length > 0) catalog.raw.pragma('incremental_vacuum(1000)');
      } catch (error) {
        onProblem('deleted runs could not be taken out; they are tried again', error);
      }
    });
    return this.#work;
  }

  #dropEmpty(): void {
    this.#parts.catalog.raw
      .prepare('DELETE FROM deletions WHERE id NOT IN (SELECT deletion FROM deleted_runs)')
      .run();
  }

  #transaction<T>(work: () => T): T {
    try {
      return this.#parts.catalog.raw.transaction(work).immediate();
    } catch (error) {
      throw storageError(error, this.#parts.homeDir);
    }
  }
}

function keptBecause(run: Candidate): KeptReason | undefined {
  if (run.ended_at === null) return 'live';
  if (run.labelled === 1) return 'labelled';
  if (run.queued === 1) return 'queued';
  if (run.pinned === 1) return 'pinned';
  return run.reference === 1 ? 'reference' : undefined;
}
