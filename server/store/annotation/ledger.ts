import { randomBytes } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Catalog } from '../catalog.ts';
import { storageError } from '../storage-error.ts';

/** 32 hex digits. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** What a write changes for those who keep what they read. */
export type Change =
  | { readonly of: 'draft' }
  | { readonly of: 'person'; readonly person: string }
  | { readonly of: 'structure' };

/**
 * The catalog with counters of what changed. Counters begin at the time of the start, so that they rise over restarts too; a change
 * that is not committed raises none.
 */
export class Ledger {
  readonly catalog: Catalog;
  readonly #homeDir: string;
  #revision = Date.now();
  #structure = this.#revision;
  readonly #people = new Map<string, number>();

  constructor(catalog: Catalog, homeDir: string) {
    this.catalog = catalog;
    this.#homeDir = homeDir;
  }

  get revision(): number {
    return this.#revision;
  }

  get structure(): number {
    return this.#structure;
  }

  revisionOf(person: string): number {
    return this.#people.get(person) ?? 0;
  }

  /** One transaction; nobody else writes in between. @throws AppError storage_full */
  write<T>(change: Change, work: () => T): T {
    let result: T;
    try {
      result = this.catalog.raw.transaction(work).immediate();
    } catch (error) {
      throw error instanceof AppError ? error : storageError(error, this.#homeDir);
    }
    this.changed(change);
    return result;
  }

  changed(change: Change): void {
    switch (change.of) {
      case 'draft':
        return;
      case 'structure':
        this.#structure += 1;
        break;
      case 'person':
        this.#people.set(change.person, this.revisionOf(change.person) + 1);
        break;
    }
    this.#revision += 1;
  }
}
