import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Catalog } from '../catalog.ts';
import { lockHome } from '../home-lock.ts';
import { openError } from '../storage-error.ts';
import { CatalogPeople } from './people-shelf.ts';
import type { PeopleShelf } from './types.ts';

/**
 * The people of a home that no server holds, without the rest of the store.
 * @throws AppError conflict (home in use, catalog of a newer version), config_invalid, storage_full
 */
export function openPeople(homeDir: string): { readonly people: PeopleShelf } & Disposable {
  const owned = new DisposableStack();
  try {
    mkdirSync(homeDir, { recursive: true, mode: 0o700 });
    owned.use(lockHome(homeDir));
    const people = new CatalogPeople(owned.use(new Catalog(join(homeDir, 'catalog.db'))), homeDir);
    return { people, [Symbol.dispose]: () => owned.dispose() };
  } catch (error) {
    owned.dispose();
    throw openError(error, homeDir);
  }
}
