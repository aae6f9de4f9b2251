import type { ExitReason } from '../host/types.ts';
import type { EpisodeCall } from './episode.ts';
import { answer, observationOf, type Answered } from './observations.ts';
import { classifyByStatus, classifyByText, rewardOf, type RewardConfig } from './rewards.ts';

export interface CallRules {
  readonly rewards: RewardConfig;
  readonly classify: 'text' | 'http';
  readonly toolTimeoutMs: number;
}

export interface DescribedCall extends Answered {
  readonly httpStatus: number | null;
  readonly runtimeMs: number | null;
}

interface Failure {
  readonly error: string;
  readonly rewardType: string;
  readonly trueClass: string;
  readonly httpStatus: number | null;
  readonly runtimeMs: number | null;
}

function exitText(exit: ExitReason): string {
  switch (exit.kind) {
    case 'crashed':
      return `ended ${exit.signal === undefined ? `with exit code ${String(exit.exitCode ?? '?')}` : `by signal ${exit.signal}`}`;
    case 'protocol':
      return `broke its connection (${exit.message})`;
    case 'host_stopped':
      return 'ended with the runtime that held it';
    case 'closed':
    case 'hibernated':
    case 'cancelled':
    case 'timeout':
      return `was ended (${exit.kind})`;
  }
}

const KEPT = 'The database keeps what was committed; the next call runs in a new process.';

function serverError(error: string, httpStatus: number | null = null): Failure {
  return { error, rewardType: 'server_error', trueClass: 'server_error', httpStatus, runtimeMs: null };
}

function failureOf(result: Exclude<EpisodeCall, { kind: 'ok' }>, rules: CallRules): Failure {
  switch (result.kind) {
    case 'error': {
      const trueClass = classifyByStatus(result.error, result.httpStatus);
      const rewardType = rules.classify === 'http' ? trueClass : classifyByText(result.error);
      const { error, httpStatus, runtimeMs } = result;
      return { error, rewardType, trueClass, httpStatus, runtimeMs };
    }
    case 'timeout': {
      const error = `Tool call timed out after ${(rules.toolTimeoutMs / 1000).toFixed(1)}s`;
      return {
        error,
        rewardType: 'timeout',
        trueClass: 'timeout',
        httpStatus: null,
        runtimeMs: result.afterMs,
      };
    }
    case 'cancelled':
      return serverError(`The call was cancelled. ${KEPT}`);
    case 'exited':
      return serverError(`The scenario's process ${exitText(result.exit)} during the call. ${KEPT}`);
    case 'lost':
      return serverError(
        `The scenario's process ${exitText(result.exit)} before this call, which was not made. ${KEPT}`,
      );
    case 'not_started':
      return serverError(
        `The scenario's process could not be started again: ${result.reason}. The call was not made; the next one tries again.`,
      );
    case 'too_large':
      return serverError(
        `The tool's result has ${String(result.bytes)} bytes, more than a frame carries (104857600). The call itself ran; ask for less, for example a page.`,
      );
  }
}

/** One tool call as the wire shows it, with its HTTP status and true class in metadata. */
export function describeCall(toolName: string, result: EpisodeCall, rules: CallRules): DescribedCall {
  if (result.kind === 'ok') {
    const observation = observationOf({
      reward_type: 'tool_call_ok',
      tool_name: toolName,
      tool_result: result.text,
    });
    const metadata = { http_status: result.httpStatus, true_class: 'tool_call_ok' };
    return {
      outcome: answer(observation, rewardOf(rules.rewards, 'tool_call_ok'), metadata),
      rewardType: 'tool_call_ok',
      httpStatus: result.httpStatus,
      runtimeMs: result.runtimeMs,
    };
  }
  const failure = failureOf(result, rules);
  const { error, rewardType, trueClass, httpStatus, runtimeMs } = failure;
  const metadata = { ...(httpStatus !== null && { http_status: httpStatus }), true_class: trueClass };
  return {
    outcome: answer(
      observationOf({ reward_type: rewardType, tool_name: toolName, error }),
      rewardOf(rules.rewards, rewardType),
      metadata,
    ),
    rewardType,
    httpStatus,
    runtimeMs,
  };
}
