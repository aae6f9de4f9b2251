/** Worker thread: writes the changes of a set of runs as a SQLite file, says what came of it, and ends. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { Blobs } from '../../blobs.ts';
import { Catalog } from '../../catalog.ts';
import { Snapshots } from '../../snapshots.ts';
import { StateSources } from '../../states/state-sources.ts';
import { writeChangesFile } from './changes-file.ts';

const dataSchema = z.object({
  homeDir: z.string(),
  ids: z.array(z.string()),
  of: z.enum(['end', 'steps']),
  path: z.string(),
  budgetMs: z.number(),
});

if (parentPort !== null) {
  const { homeDir, ...request } = dataSchema.parse(workerData);
  using catalog = new Catalog(join(homeDir, 'catalog.db'), { readonly: true });
  const sources = new StateSources(new Snapshots(catalog, new Blobs(homeDir, catalog)));
  parentPort.postMessage(writeChangesFile(catalog, sources, request));
}
