import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../../lib/contracts/errors.ts';
import { isSplit, SPLITS_SAID, taskPlace, type IsQuarantined } from '../../lib/domain/task-splits.ts';
import type { Dataset, ScenarioSummary } from '../dataset/types.ts';
import type { PreparedScenario } from '../host/types.ts';
import type { Actor } from '../store/types.ts';
import { Episode } from './episode.ts';
import { answer, observationOf } from './observations.ts';
import { ResetRefused, type ParsedReset } from './reset-params.ts';
import type { SessionDeps } from './session-deps.ts';
import type { Outcome } from './types.ts';

/** Who resets. */
export interface EpisodeOwner {
  readonly sessionId: string;
  readonly actor: Actor;
  readonly transport: string;
}

/** A client that names its run is an agent; one that does not is not guessed at. */
function actorOf(owner: EpisodeOwner, reset: ParsedReset): Actor {
  return owner.actor === 'unnamed client' && Object.keys(reset.options.run).length > 0
    ? 'agent'
    : owner.actor;
}

/** @throws ResetRefused with the sentence that reset answers */
export async function startEpisode(
  deps: SessionDeps,
  owner: EpisodeOwner,
  reset: ParsedReset,
  scenario: ScenarioSummary,
  signal: AbortSignal,
): Promise<Episode> {
  const task = reset.task ?? taskText(scenario, reset.taskIdx);
  const refused = deps.refuse?.(scenario);
  if (refused !== undefined) throw new ResetRefused(`Sub-environment start failed: ${refused}`);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(deps.readyTimeoutMs)]);
  let prepared: PreparedScenario | undefined;
  try {
    const source = await deps.dataset.source(scenario.key);
    const { clock } = reset.options;
    prepared = await deps.host.prepare(source, { signal: deadline, ...(clock && { clock }) });
    const start = {
      id: randomBytes(16).toString('hex'),
      clientEpisodeId: reset.episodeId ?? randomUUID(),
      sessionId: owner.sessionId,
      scenario: scenario.key,
      pack: scenario.pack,
      scenarioHash: prepared.hash,
      taskIdx: reset.taskIdx,
      task,
      actor: actorOf(owner, reset),
      transport: owner.transport,
      run: reset.options.run,
      policy: reset.options.record ?? deps.recordingPolicy,
      baseline: reset.options.baseline,
      options: { ...reset.options.sent },
      startedAtMs: Date.now(),
    };
    return await Episode.start(deps, { prepared, scenario, reset, start }, deadline);
  } catch (error) {
    prepared?.release();
    if (!(error instanceof AppError)) throw error;
    throw new ResetRefused(startFailure(error));
  }
}

/** What reset answers once the episode runs. */
export function resetOutcome(episode: Episode): Outcome {
  const { scenario, prepared, reset, start } = episode.options;
  const has = start.taskIdx === null ? undefined : scenario.verifiers[start.taskIdx];
  const common = {
    scenario: scenario.key,
    task: start.task,
    task_idx: start.taskIdx,
    has_verifier: has && (has.sql || has.code) ? { sql: has.sql, code: has.code } : undefined,
    num_tools: prepared.tools.length,
  };
  const observation =
    prepared.tools.length > 0
      ? { reward_type: 'reset_ok', ...common }
      : { reward_type: 'reset_warning', ...common, warning: 'Sub-env started but no tools discovered.' };
  return answer(observationOf(observation), null, {
    session_id: start.sessionId,
    record_id: start.id,
    recording: start.policy,
    ...(prepared.seedErrors.length > 0 && { seed_errors: prepared.seedErrors }),
    ...(prepared.stateful && { stateful: true }),
    ...(reset.notes.length > 0 && { notes: reset.notes }),
  });
}

/** @throws ResetRefused where the split or its task is not there */
export function resolveSplit(
  dataset: Dataset,
  reset: ParsedReset,
  isQuarantined: IsQuarantined = () => false,
): ParsedReset {
  const { fromSplit } = reset;
  if (reset.scenario !== undefined || fromSplit === undefined) return reset;
  const { split, index } = fromSplit;
  if (!isSplit(split)) throw new ResetRefused(`Split '${split}' not found; there is ${SPLITS_SAID}`);
  const place = taskPlace(dataset.list(), split, index, isQuarantined);
  if (place === undefined) throw new ResetRefused(`index ${String(index)} out of range of split '${split}'`);
  return { ...reset, ...place };
}

/** @throws ResetRefused where the index is out of range */
function taskText(scenario: ScenarioSummary, taskIdx: number | null): string | null {
  if (taskIdx === null) return null;
  const task = scenario.tasks[taskIdx];
  if (task === undefined) {
    throw new ResetRefused(
      `task_idx ${String(taskIdx)} out of range (0..${String(scenario.tasks.length - 1)})`,
    );
  }
  return task;
}

function startFailure(error: AppError): string {
  if (error.code === 'storage_full') return `Recording could not start: ${error.message}`;
  return `Sub-environment start failed: ${error.message}`;
}
