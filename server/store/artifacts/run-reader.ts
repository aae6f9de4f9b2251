import { zstdDecompressSync } from 'node:zlib';
import { AppError } from '../../../lib/contracts/errors.ts';
import { without } from '../../../lib/util/without.ts';
import type { Blobs } from '../blobs.ts';
import type { Catalog } from '../catalog.ts';
import { findEpisode } from '../episodes.ts';
import type { EpisodeRow, SnapshotRow } from '../schema.ts';
import type { RawRun, RawStep } from './types.ts';

/** A run as the catalog has it, for whoever takes it elsewhere. */
export class RunReader {
  readonly #catalog: Catalog;
  readonly #blobs: Blobs;

  constructor(catalog: Catalog, blobs: Blobs) {
    this.#catalog = catalog;
    this.#blobs = blobs;
  }

  /** @throws AppError not_found */
  row(episodeId: string): EpisodeRow {
    const row = findEpisode(this.#catalog, episodeId);
    if (row === undefined) throw new AppError('not_found', `There is no run ${episodeId}.`);
    return without(row, 'final_normalised');
  }

  raw(episodeId: string): RawRun {
    const episode = this.row(episodeId);
    const { query } = this.#catalog;
    const bare = <T extends { episode: number }>(rows: readonly T[]): Omit<T, 'episode'>[] =>
      rows.map((row) => without(row, 'episode'));
    const verdicts = query.selectFrom('verdicts').selectAll().where('episode', '=', episode.n);
    const labels = query.selectFrom('labels').selectAll().where('episode', '=', episode.n);
    const notes = query.selectFrom('notes').selectAll().where('episode', '=', episode.n);
    const { states, used } = this.#states(episode);
    return {
      episode,
      verdicts: bare(this.#catalog.all(verdicts.orderBy('at'))),
      labels: bare(this.#catalog.all(labels.orderBy('by'))),
      notes: bare(this.#catalog.all(notes.orderBy('at').orderBy('id'))),
      files: this.#catalog.all(
        query
          .selectFrom('run_files')
          .select(['name', 'size'])
          .where('episode', '=', episode.n)
          .orderBy('name'),
      ),
      states,
      used,
    };
  }

  rawSteps(episodeId: string, range: { readonly from: number; readonly to: number }): RawStep[] {
    const rows = this.#catalog.all(
      this.#catalog.query
        .selectFrom('steps')
        .selectAll()
        .where('episode', '=', this.row(episodeId).n)
        .where('seq', '>=', range.from)
        .where('seq', '<=', range.to)
        .orderBy('seq'),
    );
    return rows.map((row) => ({
      ...without(row, 'episode', 'observation_blob', 'log_blob'),
      observation: row.observation ?? this.#text(row.observation_blob) ?? '',
      log_text: row.log_text ?? this.#text(row.log_blob),
    }));
  }

  file(episodeId: string, name: string): Buffer | undefined {
    const found = this.#catalog.get(
      this.#catalog.query
        .selectFrom('run_files')
        .select('blob')
        .where('episode', '=', this.row(episodeId).n)
        .where('name', '=', name),
    );
    return found === undefined ? undefined : zstdDecompressSync(this.#blobs.get(found.blob));
  }

  messages(episodeId: string) {
    const found = this.#catalog.get(
      this.#catalog.query.selectFrom('run_messages').selectAll().where('episode', '=', this.row(episodeId).n),
    );
    if (found === undefined) return undefined;
    const text = zstdDecompressSync(this.#blobs.get(found.blob)).toString('utf8');
    return { text, by: found.by, atMs: found.at };
  }

  /** States that the run has been in and that are kept, each after the ones that it is a delta of. */
  #states(episode: EpisodeRow): Pick<RawRun, 'states' | 'used'> {
    const names = this.#catalog.raw
      .prepare<[number], { hash: string }>(
        'SELECT db_after AS hash FROM steps WHERE episode = ? GROUP BY db_after ORDER BY min(seq)',
      )
      .all(episode.n);
    const find = this.#catalog.raw.prepare<[string], SnapshotRow>(
      'SELECT hash, size, base, depth, blob FROM snapshots WHERE hash = ?',
    );
    const states = new Map<string, RawRun['states'][number]>();
    const used = new Set<string>();
    for (const name of [
      episode.seed_hash,
      episode.base_hash,
      ...names.map(({ hash }) => hash),
      episode.final_hash,
    ]) {
      if (used.has(name)) continue;
      const chain: SnapshotRow[] = [];
      for (let at: string | null = name; at !== null && !states.has(at);) {
        const row: SnapshotRow | undefined = find.get(at);
        if (row === undefined) break;
        chain.push(row);
        at = row.base;
      }
      for (const { hash, size, base, blob } of chain.reverse()) states.set(hash, { hash, size, base, blob });
      if (states.has(name)) used.add(name);
    }
    return { states: [...states.values()], used: [...used] };
  }

  #text(blob: string | null): string | null {
    return blob === null ? null : zstdDecompressSync(this.#blobs.get(blob)).toString('utf8');
  }
}
