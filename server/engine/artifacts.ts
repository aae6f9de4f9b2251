import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Store } from '../store/types.ts';
import type { Episode } from './episode.ts';
import { serverScript } from './session-folder.ts';
import { trajectoryEntries, trajectoryJson } from './trajectory.ts';

/** The trajectory so far, from the step rows. */
export function trajectoryOf(store: Store, episode: Episode, steps: number) {
  const { start, reset, prepared } = episode.options;
  const head = {
    scenario: start.scenario,
    task: start.task,
    taskIdx: start.taskIdx,
    steps,
    toolNames: prepared.tools.map((tool) => tool.name),
    rewards: reset.rewards,
  };
  return { head, entries: trajectoryEntries(head, store.steps(start.id)) };
}

/**
 * Writes trajectory.json (none where nothing was done yet) and, for a kept session, X_initial.db and server.py beside
 * X.db and server.log.
 */
export async function keepArtifacts(
  store: Store,
  episode: Episode,
  options: { readonly steps: number; readonly all: boolean },
): Promise<{ readonly trajectoryPath: string | undefined }> {
  const { head, entries } = trajectoryOf(store, episode, options.steps);
  const { folder } = episode;
  const writes: Promise<unknown>[] = [];
  if (entries.length > 0) writes.push(writeFile(folder.trajectoryPath, trajectoryJson(head, entries)));
  if (options.all) {
    // The reference binds a free port per session and names it here; we bind none.
    const script = serverScript(episode.options.prepared.code, folder.dbPath, randomInt(20_000, 60_000));
    writes.push(writeFile(`${folder.dir}/server.py`, script), episode.keepInitial());
  }
  await Promise.all(writes);
  return { trajectoryPath: entries.length > 0 ? folder.trajectoryPath : undefined };
}
