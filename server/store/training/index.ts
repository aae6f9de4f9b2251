import type { Catalog } from '../catalog.ts';
import { createExportShelf } from './export-shelf.ts';
import { createFixShelf } from './fix-shelf.ts';
import { createPairShelf } from './pair-shelf.ts';
import type { TrainingShelf } from './types.ts';
import { storageError } from '../storage-error.ts';

export type * from './types.ts';

export function createTrainingShelf(catalog: Catalog, homeDir: string): TrainingShelf {
  const write = <T>(work: () => T): T => {
    try {
      return catalog.raw.transaction(work).immediate();
    } catch (error) {
      throw storageError(error, homeDir);
    }
  };
  return {
    pairs: createPairShelf(catalog, write),
    fixes: createFixShelf(catalog, write),
    exports: createExportShelf(catalog, write),
  };
}
