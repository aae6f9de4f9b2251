/** Worker thread at the lowest priority: normalised hashes of an episode, checkpoints of the catalog. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { EpisodeNormaliser } from './normalise-episode.ts';
import type { EndResult, NormalResult } from './normalise-episode.ts';

/** Results per message: bounds memory, and each message says that the worker is alive. */
const BATCH = 25;

export type WorkerMessage =
  | { readonly kind: 'results'; readonly episode: number; readonly results: readonly NormalResult[] }
  | { readonly kind: 'done'; readonly episode: number; readonly end: EndResult | undefined };

const task = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('episode'), episode: z.number() }),
  z.object({ kind: z.literal('forget'), episode: z.number() }),
  z.object({ kind: z.literal('checkpoint') }),
]);
export type WorkerTask = z.infer<typeof task>;

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const { homeDir } = z.object({ homeDir: z.string() }).parse(workerData);
  // On Linux a priority is a thread's own: 0 is this one.
  if (process.platform === 'linux') setPriority(0, 19);
  const normaliser = new EpisodeNormaliser(homeDir);
  const post = (message: WorkerMessage) => port.postMessage(message);
  const normalise = (episode: number) => {
    let results: NormalResult[] = [];
    for (const result of normaliser.episode(episode)) {
      results.push(result);
      if (results.length < BATCH) continue;
      post({ kind: 'results', episode, results });
      results = [];
    }
    post({ kind: 'results', episode, results });
    post({ kind: 'done', episode, end: normaliser.end(episode) });
  };
  port.on('message', (message: unknown) => {
    const next = task.parse(message);
    switch (next.kind) {
      case 'episode':
        normalise(next.episode);
        break;
      case 'forget':
        normaliser.forget(next.episode);
        break;
      case 'checkpoint':
        normaliser.checkpoint();
        break;
    }
  });
}
