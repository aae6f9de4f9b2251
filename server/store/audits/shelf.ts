import { baselineEntrySchema, type BaselineEntry } from '../../../lib/contracts/audits.ts';
import type { Catalog } from '../catalog.ts';
import { storageError } from '../storage-error.ts';
import type { AuditShelf, KeptAudit, RunFaults } from './types.ts';

interface Row {
  readonly scenario_hash: string;
  readonly scenario: string;
  readonly at: number;
  readonly result: string;
}

/** Results of audits and the baseline, in the catalog. */
export class Audits implements AuditShelf {
  readonly #catalog: Catalog;
  readonly #homeDir: string;
  readonly runFaults: (signal?: AbortSignal) => Promise<RunFaults>;

  constructor(catalog: Catalog, homeDir: string, runFaults: AuditShelf['runFaults']) {
    this.#catalog = catalog;
    this.#homeDir = homeDir;
    this.runFaults = runFaults;
  }

  all(version: number): KeptAudit[] {
    return this.#catalog.raw
      .prepare<[number], Row>(
        'SELECT scenario_hash, scenario, at, result FROM audit_results WHERE version = ?',
      )
      .all(version)
      .map(({ scenario_hash: scenarioHash, scenario, at, result }) => ({
        scenarioHash,
        scenario,
        atMs: at,
        result: JSON.parse(result) as unknown,
      }));
  }

  keep(version: number, { scenarioHash, scenario, atMs, result }: KeptAudit): void {
    this.#write(() => {
      // One a scenario: what an older version of it had is of no use.
      this.#catalog.raw.prepare('DELETE FROM audit_results WHERE scenario = ?').run(scenario);
      this.#catalog.raw
        .prepare('INSERT OR REPLACE INTO audit_results VALUES (?, ?, ?, ?, ?)')
        .run(scenarioHash, scenario, version, atMs, JSON.stringify(result));
    });
  }

  baseline(): BaselineEntry[] {
    return this.#catalog.raw
      .prepare<[], { entry: string }>('SELECT entry FROM audit_baseline ORDER BY fingerprint')
      .all()
      .map(({ entry }) => baselineEntrySchema.parse(JSON.parse(entry)));
  }

  accept(entries: readonly BaselineEntry[]): void {
    const insert = this.#catalog.raw.prepare('INSERT OR REPLACE INTO audit_baseline VALUES (?, ?)');
    this.#write(() => {
      for (const entry of entries) insert.run(entry.fingerprint, JSON.stringify(entry));
    });
  }

  drop(fingerprints: readonly string[]): number {
    const remove = this.#catalog.raw.prepare('DELETE FROM audit_baseline WHERE fingerprint = ?');
    let dropped = 0;
    this.#write(() => {
      for (const fingerprint of fingerprints) dropped += remove.run(fingerprint).changes;
    });
    return dropped;
  }

  clearBaseline(): void {
    this.#write(() => this.#catalog.raw.prepare('DELETE FROM audit_baseline').run());
  }

  #write(work: () => void): void {
    try {
      this.#catalog.raw.transaction(work).immediate();
    } catch (error) {
      throw storageError(error, this.#homeDir);
    }
  }
}
