import { AppError } from '../../../lib/contracts/errors.ts';
import type { Catalog } from '../catalog.ts';
import type { StateWorkers } from '../states/state-workers.ts';
import { storageError } from '../storage-error.ts';
import { readRuns } from './task-runs.ts';
import type { KeptVersion, VerifierPlace, VerifierShelf, VerifierTaskCount, VersionInUse } from './types.ts';

interface VersionRow {
  readonly version: number;
  readonly origin: 'pack' | 'saved';
  readonly hash: string;
  readonly code: string;
  readonly by: string | null;
  readonly at: number;
  readonly note: string | null;
}

const AT = 'scenario = @scenario AND task_idx = @taskIdx AND mode = @mode';

export class CatalogVerifiers implements VerifierShelf {
  readonly #catalog: Catalog;
  readonly #workers: Pick<StateWorkers, 'run'>;
  readonly #homeDir: string;

  constructor(catalog: Catalog, workers: Pick<StateWorkers, 'run'>, homeDir: string) {
    this.#catalog = catalog;
    this.#workers = workers;
    this.#homeDir = homeDir;
  }

  versions(place: VerifierPlace): readonly KeptVersion[] {
    return this.#catalog.raw
      .prepare<[VerifierPlace], VersionRow>(`SELECT * FROM verifier_versions WHERE ${AT} ORDER BY version`)
      .all({ ...place })
      .map(toVersion);
  }

  version(place: VerifierPlace, version: number): KeptVersion | undefined {
    const row = this.#catalog.raw
      .prepare<[VerifierPlace & { version: number }], VersionRow>(
        `SELECT * FROM verifier_versions WHERE ${AT} AND version = @version`,
      )
      .get({ ...place, version });
    return row && toVersion(row);
  }

  add(place: VerifierPlace, version: Omit<KeptVersion, 'version'>): number {
    const { scenario, taskIdx, mode } = place;
    const { from, code, hash, by, atMs, note } = version;
    return this.#write(
      () =>
        this.#catalog.raw
          .prepare<[Record<string, unknown>], { version: number }>(
            `INSERT INTO verifier_versions (scenario, task_idx, mode, version, origin, code, hash, by, at, note)
             SELECT @scenario, @taskIdx, @mode, coalesce(max(version), 0) + 1, @from, @code, @hash, @by, @atMs, @note
             FROM verifier_versions WHERE ${AT} RETURNING version`,
          )
          .get({ scenario, taskIdx, mode, from, code, hash, by, atMs, note })?.version ?? 0,
    );
  }

  inUse(place: VerifierPlace): VersionInUse | undefined {
    return this.#catalog.raw
      .prepare<[VerifierPlace], VersionInUse>(
        `SELECT version, hash, code, pack_hash AS packHash
         FROM verifiers_in_use JOIN verifier_versions USING (scenario, task_idx, mode, version) WHERE ${AT}`,
      )
      .get({ ...place });
  }

  use(
    place: VerifierPlace,
    chosen: { readonly version: number; readonly packHash: string; readonly by: string },
  ): void {
    this.#write(() =>
      this.#catalog.raw
        .prepare(
          `INSERT OR REPLACE INTO verifiers_in_use (scenario, task_idx, mode, version, pack_hash, by, at)
           VALUES (@scenario, @taskIdx, @mode, @version, @packHash, @by, @at)`,
        )
        .run({ ...place, ...chosen, at: Date.now() }),
    );
  }

  release(place: VerifierPlace): void {
    this.#write(() =>
      this.#catalog.raw.prepare(`DELETE FROM verifiers_in_use WHERE ${AT}`).run({ ...place }),
    );
  }

  kept() {
    return this.#catalog.raw
      .prepare<[], VerifierPlace & { versions: number }>(
        `SELECT scenario, task_idx AS taskIdx, mode, count(*) AS versions
         FROM verifier_versions GROUP BY scenario, task_idx, mode`,
      )
      .all();
  }

  runs(place: VerifierPlace, page: { readonly after: number; readonly limit: number }) {
    return readRuns(this.#catalog, place, page);
  }

  runsNamed(place: VerifierPlace, ids: readonly string[]) {
    return readRuns(this.#catalog, place, { ids });
  }

  halves(scenario: string, taskIdx: number): ReadonlyMap<string, boolean> {
    const rows = this.#catalog.raw
      .prepare<[string, number], { run_group: string; held_out: number }>(
        'SELECT run_group, held_out FROM label_halves WHERE scenario = ? AND task_idx = ?',
      )
      .all(scenario, taskIdx);
    return new Map(rows.map((row) => [row.run_group, row.held_out === 1]));
  }

  addHalves(scenario: string, taskIdx: number, halves: ReadonlyMap<string, boolean>): void {
    if (halves.size === 0) return;
    const insert = this.#catalog.raw.prepare('INSERT OR IGNORE INTO label_halves VALUES (?, ?, ?, ?)');
    this.#write(() =>
      this.#catalog.raw
        .transaction(() => {
          for (const [group, heldOut] of halves) insert.run(scenario, taskIdx, group, heldOut ? 1 : 0);
        })
        .immediate(),
    );
  }

  looks(scenario: string, taskIdx: number): number {
    return (
      this.#catalog.raw
        .prepare<[string, number], { looks: number }>(
          'SELECT looks FROM held_out_looks WHERE scenario = ? AND task_idx = ?',
        )
        .get(scenario, taskIdx)?.looks ?? 0
    );
  }

  addLook(scenario: string, taskIdx: number): number {
    return this.#write(
      () =>
        this.#catalog.raw
          .prepare<[string, number], { looks: number }>(
            `INSERT INTO held_out_looks VALUES (?, ?, 1)
             ON CONFLICT (scenario, task_idx) DO UPDATE SET looks = looks + 1 RETURNING looks`,
          )
          .get(scenario, taskIdx)?.looks ?? 0,
    );
  }

  setRegraded(verdicts: ReadonlyMap<string, string>): void {
    if (verdicts.size === 0) return;
    const put = this.#catalog.raw.prepare(
      `INSERT INTO run_facts (episode, regraded) SELECT n, ? FROM episodes WHERE id = ?
       ON CONFLICT (episode) DO UPDATE SET regraded = excluded.regraded`,
    );
    this.#write(() =>
      this.#catalog.raw
        .transaction(() => {
          for (const [id, verdict] of verdicts) put.run(verdict, id);
        })
        .immediate(),
    );
  }

  async counts(signal?: AbortSignal): Promise<readonly VerifierTaskCount[]> {
    const outcome = await this.#workers.run({ kind: 'verifier_counts' }, signal);
    if (outcome.kind === 'value') return outcome.value as VerifierTaskCount[];
    const message = outcome.kind === 'error' ? outcome.message : outcome.answer.message;
    throw new AppError('internal', message);
  }

  #write<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      throw storageError(error, this.#homeDir);
    }
  }
}

function toVersion({ version, origin, hash, code, by, at, note }: VersionRow): KeptVersion {
  return { version, from: origin, hash, code, by, atMs: at, note };
}
