import type { PreparedScenario } from '../host/types.ts';
import { keepArtifacts } from './artifacts.ts';
import { describeCall } from './call-outcome.ts';
import type { Episode } from './episode.ts';
import type { EventLog } from './events.ts';
import { scenariosOutcome, toolsOutcome } from './list-outcomes.ts';
import { MESSAGES, answer, observationOf } from './observations.ts';
import { rewardOf, type RewardConfig } from './rewards.ts';
import type { SessionDeps } from './session-deps.ts';
import { StepWriter } from './step-writer.ts';
import type { Action, Outcome } from './types.ts';
import { verifyEpisode } from './verify-episode.ts';

export type CallTool = Extract<Action, { type: 'call_tool' }>;

/** A session as one of its steps finds it. */
export interface StepContext {
  readonly deps: SessionDeps;
  readonly events: EventLog;
  /** Whose environment runs. */
  readonly episode: Episode | undefined;
  readonly prepared: PreparedScenario | undefined;
  readonly rewards: RewardConfig;
  /** False after a reset that was refused: the episode before still answers calls, and is neither verified nor ended. */
  readonly resetOk: boolean;
  /** This step included. */
  readonly stepCount: number;
  /** Aborts when the session ends. */
  readonly closing: AbortSignal;
  /** @throws AppError session_closed where the server's end cut the call off: it is not recorded */
  readonly mustNotPark: () => void;
}

function writerOf({ episode, events }: StepContext, action: Action): StepWriter | undefined {
  return episode && new StepWriter(episode, action, events);
}

function serverError(context: StepContext, error: string, toolName?: string, done = false): Outcome {
  const observation = observationOf({
    reward_type: 'server_error',
    ...(toolName !== undefined && { tool_name: toolName }),
    error,
  });
  return answer(observation, rewardOf(context.rewards, 'server_error'), undefined, done);
}

export function listTools(context: StepContext, action: Action): Outcome {
  const { prepared } = context;
  const writer = writerOf(context, action);
  if (writer === undefined || prepared === undefined)
    return answer({ tools: [], error: MESSAGES.notRunning }, null);
  // The tools are the scenario's, the same in every episode: the record points at them by its hash.
  return writer.write(
    { outcome: toolsOutcome(prepared), rewardType: null },
    { kind: 'list_tools', mayWrite: false, observationJson: '{}' },
  );
}

export function listScenarios(context: StepContext, action: CallTool): Outcome {
  const outcome = scenariosOutcome(context.deps.dataset);
  const writer = writerOf(context, action);
  if (writer === undefined) return outcome;
  const observationJson = JSON.stringify(outcome.observation);
  return writer.write(
    { outcome, rewardType: 'tool_call_ok' },
    { kind: 'list_scenarios', mayWrite: false, observationJson },
  );
}

export async function callTool(
  context: StepContext,
  action: CallTool,
  signal: AbortSignal,
): Promise<Outcome> {
  const { deps, episode, closing } = context;
  const writer = writerOf(context, action);
  if (episode === undefined || writer === undefined)
    return serverError(context, MESSAGES.notRunning, action.tool_name);
  const { reset, prepared } = episode.options;
  const result = await episode.call(action.tool_name, action.arguments, signal);
  context.mustNotPark();
  const killed = result.kind === 'timeout' || result.kind === 'cancelled' || result.kind === 'exited';
  if (killed && !closing.aborted) await episode.recover();
  const described = describeCall(action.tool_name, result, {
    rewards: reset.rewards,
    classify: reset.options.classify,
    toolTimeoutMs: deps.toolTimeoutMs,
  });
  const operation = prepared.operations.get(action.tool_name);
  return writer.write(described, {
    kind: 'call_tool',
    mayWrite: true,
    httpMethod: operation?.method ?? null,
    httpRoute: operation?.path ?? null,
    httpStatus: described.httpStatus,
    runtimeMs: described.runtimeMs,
  });
}

export async function verify(
  context: StepContext,
  action: CallTool,
  signal: AbortSignal,
  atEnd = false,
): Promise<Outcome> {
  const { deps, episode, events, resetOk, stepCount } = context;
  if (!resetOk || episode === undefined) return serverError(context, MESSAGES.cannotVerify);
  const writer = new StepWriter(episode, action, events);
  const asked = { args: action.arguments, stepCount, atEnd };
  const verified = await verifyEpisode(deps, episode, asked, signal);
  context.mustNotPark();
  return writer.write(verified.answered, { kind: 'verify', mayWrite: false }, verified.record);
}

/**
 * A person's baseline play is judged as part of Done, on the answer given with it; nobody sees a verdict before. Returns
 * whether it was: that is a step of its own.
 */
export async function judgeAtEnd(
  context: StepContext,
  action: CallTool,
  signal: AbortSignal,
): Promise<boolean> {
  if (!context.resetOk || context.episode === undefined) return false;
  const { start, scenario } = context.episode.options;
  if (!start.baseline || start.actor !== 'human' || start.taskIdx === null) return false;
  if (scenario.verifiers[start.taskIdx]?.code !== true) return false;
  const finalAnswer = action.arguments['final_answer'];
  const args = { verifier_mode: 'code', ...(finalAnswer !== undefined && { final_answer: finalAnswer }) };
  await verify(context, { type: 'call_tool', tool_name: 'verify', arguments: args }, signal, true);
  return true;
}

/** Ends the episode; `keep`: its folder stays. */
export async function finish(context: StepContext, action: CallTool, keep: boolean): Promise<Outcome> {
  const { deps, episode, events, resetOk, stepCount } = context;
  if (!resetOk || episode === undefined) return serverError(context, MESSAGES.cannotFinish, undefined, true);
  const writer = new StepWriter(episode, action, events);
  const { start } = episode.options;
  // A kept database must be complete first.
  if (keep) await episode.stop();
  const kept = await keepArtifacts(deps.store, episode, { steps: stepCount, all: keep });
  const observation = observationOf({
    reward_type: 'episode_done',
    scenario: start.scenario,
    task: start.task,
    task_idx: start.taskIdx,
    steps_taken: stepCount,
    trajectory_path: kept.trajectoryPath,
    session_dir: keep ? episode.folder.dir : undefined,
  });
  const metadata = {
    record_id: start.id,
    ...(kept.problem !== undefined && { artifacts_problem: kept.problem }),
  };
  const outcome = answer(observation, { value: 0, json: '0.0' }, metadata, true);
  const written = writer.write({ outcome, rewardType: 'episode_done' }, { kind: 'done', mayWrite: false });
  await episode.end('done');
  return written;
}
