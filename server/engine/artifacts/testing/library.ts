import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobLine } from '../../../../lib/contracts/jobs.ts';
import { createStore } from '../../../store/index.ts';
import type { Store } from '../../../store/types.ts';

import { openFolder } from '../folder-source.ts';
import { openDiskZip } from '../open-source.ts';
import { RunImporter, type ImportOptions } from '../import-runs.ts';

export interface Library extends AsyncDisposable {
  readonly homeDir: string;
  readonly store: Store;
  /** Imports a file or folder; answers the report. */
  bring(path: string, options?: Partial<ImportOptions>): Promise<JobLine[]>;
}

/** A home of its own with nothing in it. */
export async function createLibrary(dataset: ImportOptions['dataset'] = NO_SCENARIOS): Promise<Library> {
  const homeDir = await mkdtemp(join(tmpdir(), 'awm-library-'));
  const store = await createStore({ homeDir });
  return {
    homeDir,
    store,
    async bring(path, options = {}) {
      const lines: JobLine[] = [];
      await using importer = new RunImporter({
        store,
        dataset,
        defaults: {},
        reconstruct: true,
        openZip: openDiskZip,
        ...options,
      });
      await using source = await openFolder(path);
      await importer.import(source, {
        signal: new AbortController().signal,
        now: () => undefined,
        total: () => undefined,
        line: ({ run = null, ...line }) => void lines.push({ ...line, run }),
      });
      return lines;
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(homeDir, { recursive: true, force: true });
    },
  };
}

const NO_SCENARIOS: ImportOptions['dataset'] = {
  find: () => undefined,
  source: () => Promise.reject(new Error('no scenarios')),
};
