import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { storageError } from '../store/index.ts';
import type { StepRecord, Store } from '../store/types.ts';
import type { Episode } from './episode.ts';
import { serverScript, writeFresh } from './session-folder.ts';
import { trajectoryEntries, trajectoryJson } from './trajectory.ts';

/** The episode's steps, each read when it is asked for. */
function* stepsOf(store: Store, episodeId: string): Generator<StepRecord> {
  for (let seq = 1; ; seq += 1) {
    const [step] = store.steps(episodeId, { from: seq, to: seq });
    if (step === undefined) return;
    yield step;
  }
}

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
  return { head, entries: trajectoryEntries(head, stepsOf(store, start.id)) };
}

export interface KeptArtifacts {
  readonly trajectoryPath: string | undefined;
  /** Why files are missing; the episode ends all the same, and its record holds what they would. */
  readonly problem: string | undefined;
}

/**
 * Writes trajectory.json (none where nothing was done yet) and, for a kept session, X_initial.db and server.py beside
 * X.db and server.log.
 */
export async function keepArtifacts(
  store: Store,
  episode: Episode,
  options: { readonly steps: number; readonly all: boolean },
): Promise<KeptArtifacts> {
  const { folder } = episode;
  try {
    const { head, entries } = trajectoryOf(store, episode, options.steps);
    const first = entries.next();
    const isEmpty = first.done === true;
    if (!isEmpty) {
      const all = [[first.value], entries].values().flatMap((part) => part);
      await writeFresh(folder.trajectoryPath, trajectoryJson(head, all));
    }
    if (options.all) {
      // The reference binds a free port per session and names it here; we bind none.
      const script = serverScript(episode.options.prepared.code, folder.dbPath, randomInt(20_000, 60_000));
      await writeFresh(join(folder.dir, 'server.py'), script);
      await episode.keepInitial();
    }
    return { trajectoryPath: isEmpty ? undefined : folder.trajectoryPath, problem: undefined };
  } catch (error) {
    const known = storageError(error, folder.dir);
    return { trajectoryPath: undefined, problem: known instanceof Error ? known.message : String(known) };
  }
}
