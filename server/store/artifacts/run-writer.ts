import { randomBytes } from 'node:crypto';
import { applyPageDelta } from '../../../lib/domain/page-delta.ts';
import { zstdDecompressSync } from 'node:zlib';
import { nextNumber } from '../next-number.ts';
import type { Blobs } from '../blobs.ts';
import type { Catalog } from '../catalog.ts';
import type { StepRow } from '../schema.ts';
import type { Snapshots } from '../snapshots.ts';
import type { NewRun, NewStep, PackedState } from './types.ts';

interface WriterParts {
  readonly catalog: Catalog;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  readonly insertStep: (row: StepRow) => void;
}

/** Writes a run that was made elsewhere, as a whole or not at all. */
export class RunWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** The episode's number and id; `isNew` is false where a run of the same content is here. Call in a transaction. */
  write(run: NewRun): { readonly n: number; readonly id: string; readonly isNew: boolean } {
    const { catalog } = this.#parts;
    const same = catalog.get(
      catalog.query
        .selectFrom('episodes')
        .select(['n', 'id'])
        .where('content_hash', '=', run.episode.content_hash),
    );
    if (same !== undefined) return { ...same, isNew: false };
    const id = this.#freeId(run.episode.id);
    const row = catalog.get(
      catalog.query
        .insertInto('episodes')
        .values({ ...run.episode, n: nextNumber(catalog), id })
        .returning('n'),
    );
    const n = row?.n ?? 0;
    for (const state of run.states) this.#putState(state);
    for (const hash of run.used) this.#parts.snapshots.use(n, hash);
    for (const step of run.steps) this.#parts.insertStep(this.#stepRow(n, step));
    this.#putRest(n, run);
    return { n, id, isNew: true };
  }

  /** A deleted run may come back, with its id. */
  #freeId(wanted: string): string {
    const { catalog } = this.#parts;
    const { query } = catalog;
    const taken =
      catalog.get(query.selectFrom('episodes').select('n').where('id', '=', wanted)) ??
      catalog.get(query.selectFrom('deleted_runs').select('n').where('id', '=', wanted));
    return taken === undefined ? wanted : randomBytes(16).toString('hex');
  }

  #putState({ hash, size, base, packed }: PackedState): void {
    const { snapshots } = this.#parts;
    const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
    if (snapshots.adopt({ hash, size, base, packed: bytes })) return;
    // The chain below is too long here: the state is stored as a whole.
    const below = snapshots.rebuild(base ?? '').bytes;
    const whole = Buffer.from(applyPageDelta(below, zstdDecompressSync(bytes)).buffer);
    snapshots.keep({ hash, bytes: whole });
  }

  #stepRow(episode: number, { observation_packed, log_packed, ...step }: NewStep): StepRow {
    return {
      ...step,
      episode,
      observation_blob: observation_packed === null ? null : this.#blob(observation_packed),
      log_blob: log_packed === null ? null : this.#blob(log_packed),
    };
  }

  #blob(bytes: Uint8Array): string {
    return this.#parts.blobs.put(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  #putRest(episode: number, run: NewRun): void {
    const { catalog } = this.#parts;
    const { query } = catalog;
    for (const verdict of run.verdicts)
      catalog.run(query.insertInto('verdicts').values({ ...verdict, episode }));
    for (const label of run.labels)
      catalog.run(
        query
          .insertInto('labels')
          .values({ ...label, episode })
          .onConflict((on) => on.doNothing()),
      );
    for (const note of run.notes)
      catalog.run(
        query
          .insertInto('notes')
          .values({ ...note, episode })
          .onConflict((on) => on.doNothing()),
      );
    for (const { name, size, packed } of run.files)
      catalog.run(query.insertInto('run_files').values({ episode, name, size, blob: this.#blob(packed) }));
    if (run.messages !== null) {
      const { packed, by, at } = run.messages;
      catalog.run(query.insertInto('run_messages').values({ episode, blob: this.#blob(packed), by, at }));
    }
  }
}
