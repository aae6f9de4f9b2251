/** Worker thread: keeps the run table in memory and answers what is asked of it; reads the runs' words between questions. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { Blobs } from '../../blobs.ts';
import { Catalog } from '../../catalog.ts';
import { READY } from '../../worker-pool.ts';
import { RunIndex } from './run-index.ts';
import { RunTexts } from './run-texts.ts';
import { requestSchema } from './tasks.ts';
import type { IndexOutcome, IndexTask } from './tasks.ts';

/** Between two turns of reading words: the machine's other work goes first. */
const PAUSE_MS = 5;

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const { homeDir } = z.object({ homeDir: z.string() }).parse(workerData);
  const catalog = new Catalog(join(homeDir, 'catalog.db'), { readonly: true });
  const texts = new RunTexts(join(homeDir, 'index', 'run-texts.db'), catalog, new Blobs(homeDir, catalog));
  const index = new RunIndex(catalog, texts);
  let reading: NodeJS.Timeout | undefined;
  const read = (): void => {
    reading = texts.fill() ? setTimeout(read, PAUSE_MS) : undefined;
  };
  port.on('message', (message: unknown) => {
    const { id, task } = requestSchema.parse(message);
    port.postMessage({ id, outcome: answer(index, task) });
    reading ??= setTimeout(read, PAUSE_MS);
  });
  port.postMessage(READY);
}

function answer(index: RunIndex, task: IndexTask): IndexOutcome {
  try {
    return { kind: 'value', value: index.now(() => valueOf(index, task)) };
  } catch (error) {
    return {
      kind: 'error',
      code: 'internal',
      message: error instanceof Error ? error.message : String(error),
    };
  }
}

function valueOf(index: RunIndex, task: IndexTask): unknown {
  switch (task.kind) {
    case 'page':
      return index.page(task);
    case 'facets':
      return index.facets(task.q, task.hidden);
    case 'curves':
      return index.curves(task.q, task.hidden);
    case 'counts':
      return index.counts(task.queries, task.hidden);
    case 'select':
      return index.select(task);
  }
}
