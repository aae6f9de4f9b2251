import { AppError } from '../../lib/contracts/errors.ts';
import type { EpisodeRecord } from '../store/types.ts';
import { Episode } from './episode.ts';
import { recordedCalls } from './replay/index.ts';
import type { SessionDeps } from './session-deps.ts';
import { sessionFolderAt } from './session-folder.ts';
import type { Dormant } from './take-up.ts';
import type { RestoredInfo } from './types.ts';

/** The session cannot go on, whatever is tried; the message says why. */
export class NotRestorable extends Error {}

export interface Woken {
  readonly episode: Episode;
  readonly restored: RestoredInfo;
}

/**
 * Gives a session of the server before its episode back. State outside the database is lost with the process; a scenario
 * that has some is played again from where its last process began.
 * @throws NotRestorable; AppError runtime_failed, deadline_exceeded: may be tried again
 */
export async function wake(
  deps: SessionDeps,
  dormant: Pick<Dormant, 'record' | 'scenario' | 'reset' | 'restored'>,
  signal: AbortSignal,
): Promise<Woken> {
  const { record, scenario, reset } = dormant;
  if (record === undefined || scenario === undefined || reset === undefined)
    throw new AppError('internal', 'There is no episode to go on with');
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(deps.readyTimeoutMs)]);
  const { clock } = reset.options;
  const source = await deps.dataset.source(scenario.key);
  const prepared = await deps.host
    .prepare(source, { signal: deadline, ...(clock && { clock }) })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'scenario_broken')
        throw new NotRestorable(error.message);
      throw error;
    });
  let episode: Episode | undefined;
  try {
    if (prepared.hash !== record.scenarioHash)
      throw new NotRestorable(`the scenario ${record.scenario} has changed since the episode began`);
    const folder = sessionFolderAt(deps.sessionsDir, record.scenario, record.id);
    const recorder = deps.store.resume(record.id, folder.dbPath);
    const calls = clock === undefined ? 0 : [...recordedCalls(deps.store, record)].length;
    const options = { prepared, scenario, reset, start: record };
    episode = Episode.resume(deps, options, { folder, recorder, calls });
    if (!prepared.stateful) return { episode, restored: dormant.restored };
    const problem = await replay(deps, episode, record, deadline);
    episode.takeLogSlice();
    return { episode, restored: { ...dormant.restored, from: 'replay', problem } };
  } catch (error) {
    await episode?.stop().catch((left: unknown) => {
      deps.log.warn({ err: left }, 'the process of a replay did not end cleanly');
    });
    prepared.release();
    throw error;
  }
}

/**
 * Returns in what the session differs from what it was; null where its database came out the same. Always begins anew, so
 * that one which was cut off can be tried again.
 * @throws NotRestorable; AppError deadline_exceeded where `signal` aborts
 */
async function replay(
  deps: SessionDeps,
  episode: Episode,
  record: EpisodeRecord,
  signal: AbortSignal,
): Promise<string | null> {
  const calls = [...recordedCalls(deps.store, record)];
  const lastKilled = calls.findLast(({ killed }) => killed)?.seq ?? 0;
  const again = calls.filter(({ seq }) => seq > lastKilled);
  await deps.store.rebuildFile(record.id, lastKilled, episode.folder.dbPath);
  let differing = 0;
  for (const { tool, args, httpStatus } of again) {
    const result = await episode.call(tool, args, signal);
    if (signal.aborted)
      throw new AppError(
        'deadline_exceeded',
        'Making the calls of the session again was cut off; nothing is lost. Try again.',
      );
    if (result.kind !== 'ok' && result.kind !== 'error')
      throw new NotRestorable(`its calls could not be made again: ${tool} ended as ${result.kind}`);
    if (result.httpStatus !== httpStatus) differing += 1;
  }
  if (differing > 0)
    return `${String(differing)} of ${String(again.length)} calls came out differently when they were made again.`;
  const same = deps.store.isLastState(record.id, episode.folder.dbPath);
  return same
    ? null
    : 'What its calls wrote of times and random values is that of the replay, not of the record.';
}
