import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import { omit } from '../../../lib/util/omit.ts';
import type { ScenarioSummary } from '../../dataset/types.ts';
import type { ForkStart } from '../../store/branches/types.ts';
import type { EpisodeRecord } from '../../store/types.ts';
import type { Episode } from '../episode.ts';
import { parseReset } from '../reset-params.ts';
import type { SessionDeps } from '../session-deps.ts';
import { removeSessionFolder, sessionFolderAt, takeSessionFolder } from '../session-folder.ts';
import type { EpisodeOwner } from '../start-episode.ts';
import type { ResetParams, RestoredInfo } from '../types.ts';
import { NotRestorable, wake } from '../wake.ts';

/** A step of a recorded run (0: its first state), and how it is gone on from. */
export interface ForkRequest {
  readonly episodeId: string;
  readonly seq: number;
  readonly origin: ForkStart['origin'];
  /** Verdicts are hidden until its end. */
  readonly baseline: boolean;
}

export interface Forked {
  readonly episode: Episode;
  /** The data of a reset that begins the same. */
  readonly resetParams: ResetParams;
  /** That it has from its parent. */
  readonly steps: number;
  /** Set where the calls had to be made again and did not come out as recorded. */
  readonly differs: RestoredInfo | null;
}

/**
 * Begins an episode that goes on from a step of another: on the state after it, or, where the scenario keeps state outside
 * its database, by making the calls up to there again.
 * @throws AppError not_found, forbidden (baseline play that runs), conflict, sandbox_weak, scenario_broken, runtime_failed, deadline_exceeded, storage_full
 */
export async function startFork(
  deps: SessionDeps,
  owner: EpisodeOwner,
  point: ForkRequest,
  signal: AbortSignal,
): Promise<Forked> {
  const { parent, steps, scenario } = await forkable(deps, point);
  // Who forks plays for nobody's policy, and may know the verdicts unless said otherwise.
  const options = omit(parent.options, 'baseline', 'run', 'record');
  const resetParams = {
    scenario: scenario.key,
    ...(parent.taskIdx !== null && { task_idx: parent.taskIdx }),
    ...(parent.taskIdx === null && parent.task !== null && { task: parent.task }),
    options,
  };
  const reset = parseReset(resetParams);
  const id = randomBytes(16).toString('hex');
  const folder = sessionFolderAt(deps.sessionsDir, parent.scenario, id);
  let recorded = false;
  try {
    await takeSessionFolder(folder);
    await deps.store.snapshotTo(parent.id, steps, folder.dbPath);
    deps.store.branches.fork(parent.id, steps, {
      id,
      origin: point.origin,
      clientEpisodeId: randomUUID(),
      sessionId: owner.sessionId,
      actor: owner.actor,
      transport: owner.transport,
      run: {},
      options,
      baseline: point.baseline,
      startedAtMs: Date.now(),
    });
    recorded = true;
    const restored = { from: 'snapshot', steps, lostCall: null, problem: null } as const;
    const record = deps.store.episode(id);
    const woken = await wake(deps, { record, scenario, reset, restored }, signal);
    const differs = woken.restored.problem === null ? null : woken.restored;
    return { episode: woken.episode, resetParams, steps, differs };
  } catch (error) {
    if (recorded) deps.store.resume(id, folder.dbPath).end('crashed');
    await removeSessionFolder(folder);
    if (error instanceof NotRestorable)
      throw new AppError('conflict', `This run cannot go on from here: ${error.message}.`, { cause: error });
    throw error;
  }
}

/** What a run can be gone on with from. @throws AppError as `startFork` */
async function forkable(
  deps: SessionDeps,
  { episodeId, seq }: ForkRequest,
): Promise<{ parent: EpisodeRecord; steps: number; scenario: ScenarioSummary }> {
  const parent = deps.store.episode(episodeId);
  if (parent === undefined) throw new AppError('not_found', `There is no run ${episodeId}.`);
  // The fork would tell the verdicts of the states that it shares.
  if (parent.baseline && parent.endedAtMs === null)
    throw new AppError('forbidden', 'A baseline play hides verdicts until its end; fork it when it is done.');
  if (seq > parent.steps)
    throw new AppError(
      'not_found',
      `This run has no step ${String(seq)}; its last one is ${String(parent.steps)}.`,
    );
  const scenario = deps.dataset.find(parent.scenario);
  if (scenario === undefined)
    throw new AppError(
      'conflict',
      `The scenario ${parent.scenario} is not served any more; start the studio with its pack to fork this run.`,
    );
  const refused = deps.refuse?.(scenario);
  if (refused !== undefined)
    throw new AppError('sandbox_weak', `'${scenario.key}' does not run here: ${refused}.`);
  const source = await deps.dataset.source(scenario.key);
  if (source.hash !== parent.scenarioHash)
    throw new AppError(
      'conflict',
      `The scenario ${parent.scenario} has changed since this run was played; its states are of the old version. ` +
        'Play the task anew, or serve the version that the run was played with.',
    );
  // A done ends an episode: the fork goes on with the state before it, which is the same.
  const [step] = deps.store.steps(parent.id, { from: seq, to: seq });
  const steps = step?.kind === 'done' ? seq - 1 : seq;
  const state = deps.store.recordedStates(parent.id).find((recorded) => recorded.seq === steps);
  if (state === undefined || state.unavailable !== null)
    throw new AppError(
      'conflict',
      `This run cannot be forked after step ${String(steps)}. ${state?.unavailable?.message ?? 'Its state is not recorded'}.`,
    );
  const prepared = await deps.host.prepare(source, { signal: AbortSignal.timeout(deps.readyTimeoutMs) });
  prepared.release();
  return { parent, steps, scenario };
}
