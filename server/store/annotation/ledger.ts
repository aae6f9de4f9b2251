import { randomBytes } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Catalog } from '../catalog.ts';
import { storageError } from '../storage-error.ts';

/** 32 hex digits. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** What a write changes: a draft is its author's alone, all else may be read by others. */
export type Change = 'draft' | 'labels';

/** The catalog with a counter of what changed. It begins at the time of the start, so that it rises over restarts too. */
export class Ledger {
  readonly catalog: Catalog;
  readonly #homeDir: string;
  #revision = Date.now();

  constructor(catalog: Catalog, homeDir: string) {
    this.catalog = catalog;
    this.#homeDir = homeDir;
  }

  get revision(): number {
    return this.#revision;
  }

  /** One transaction; nobody else writes in between. @throws AppError storage_full */
  write<T>(change: Change, work: () => T): T {
    let result: T;
    try {
      result = this.catalog.raw.transaction(work).immediate();
    } catch (error) {
      throw error instanceof AppError ? error : storageError(error, this.#homeDir);
    }
    if (change === 'labels') this.changed();
    return result;
  }

  changed(): void {
    this.#revision += 1;
  }
}
