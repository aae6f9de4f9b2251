/** Worker thread: reads recorded states row by row, and counts over the whole catalog. Opens the catalog for reading only. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { Blobs } from '../blobs.ts';
import { Catalog } from '../catalog.ts';
import { Snapshots } from '../snapshots.ts';
import { answer } from './answers.ts';
import { StateSources } from './state-sources.ts';
import { READY } from '../worker-pool.ts';
import { requestSchema } from './tasks.ts';

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const { homeDir } = z.object({ homeDir: z.string() }).parse(workerData);
  const catalog = new Catalog(join(homeDir, 'catalog.db'), { readonly: true });
  const sources = new StateSources(new Snapshots(catalog, new Blobs(homeDir, catalog)));
  port.on('message', (message: unknown) => {
    const { id, task } = requestSchema.parse(message);
    port.postMessage({ id, outcome: answer(task, sources, catalog) });
  });
  port.postMessage(READY);
}
