/** Worker thread: reads a project's labels and works out what is asked of them. Opens the catalog for reading only. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { AppError } from '../../../lib/contracts/errors.ts';
import { readProjectData } from '../../store/agreement/read-project.ts';
import { Catalog } from '../../store/catalog.ts';
import { READY } from '../../store/worker-pool.ts';
import { answerOf } from './answer.ts';
import type { ProjectData } from './types.ts';
import type { WorkerOutcome, WorkerTask } from './worker-task.ts';

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const { homeDir } = z.object({ homeDir: z.string() }).parse(workerData);
  const catalog = new Catalog(join(homeDir, 'catalog.db'), { readonly: true });
  // Questions of one page are of one project; the labels of another take its place.
  let last: { readonly key: string; readonly data: ProjectData } | undefined;

  function work({ project, revision, hidden, task }: WorkerTask): WorkerOutcome {
    const key = `${project}/${revision}`;
    if (last?.key !== key) last = { key, data: readProjectData(catalog, project) };
    try {
      return { answer: answerOf(last.data, new Set(hidden), task) };
    } catch (error) {
      if (error instanceof AppError) return { code: error.code, message: error.message };
      throw error;
    }
  }

  // Sent by the server's own thread.
  port.on('message', (message: { readonly id: number; readonly task: WorkerTask }) => {
    port.postMessage({ id: message.id, outcome: work(message.task) });
  });
  port.postMessage(READY);
}
