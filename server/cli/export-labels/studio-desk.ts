import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError } from '../../../lib/contracts/errors.ts';
import { createStudioClient, StudioClientError, StudioRefusal } from '../../../lib/studio-client/index.ts';
import type { ExportDesk } from './types.ts';

/** A studio that runs, over its REST interface. What it refuses, and what goes wrong on the way, is thrown as AppError. */
export function openStudioDesk(url: string, token: string | undefined): ExportDesk {
  const studio = createStudioClient(url, token === undefined ? {} : { token });
  const idOf = (id: string) => ({ params: { id } });
  return {
    projects: async () => (await told(studio.call('listProjects', { query: { archived: 'true' } }))).items,
    queues: async (project) => (await told(studio.call('listQueues', { query: { project } }))).items,
    pairSets: async () => (await told(studio.call('listPairSets', {}))).items,
    make: (spec) => told(studio.call('makeDataset', { body: spec })),
    push: (id, target) => told(studio.call('pushDataset', { ...idOf(id), body: target })),
    job: (id) => told(studio.call('getJob', idOf(id))),
    async cancel(id) {
      await told(studio.call('cancelJob', idOf(id)));
    },
    get: (id) => told(studio.call('getDataset', idOf(id))),
    async file(id, name) {
      const { body } = await told(studio.download('downloadDatasetFile', { ...idOf(id), query: { name } }));
      return Readable.fromWeb(body as ReadableStream);
    },
    async remove(id) {
      await told(studio.call('removeDataset', idOf(id)));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StudioRefusal) throw new AppError(error.code, error.message, { cause: error });
    if (error instanceof StudioClientError)
      throw new AppError('runtime_failed', `${error.message}.`, { cause: error });
    throw error;
  }
}
