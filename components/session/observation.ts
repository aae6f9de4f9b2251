import type { LiveStep } from '../../lib/contracts/live.ts';
import { omit } from '../../lib/util/omit.ts';

/** What a step came to, for people. */
export interface Reading {
  /** What the tool answered, the verifier's result or all there is, as text. */
  readonly text: string;
  readonly kind: 'result' | 'error' | 'none';
  readonly warning: string | null;
}

/** Reads the part of an observation that matters for its step. The text of one that was cut stays as it is. */
export function readObservation(json: string, complete: boolean): Reading {
  if (!complete) return { text: cutResult(json) ?? json, kind: 'result', warning: null };
  const observation = parseObject(json);
  if (observation === null) return { text: json, kind: 'result', warning: null };
  const warning = typeof observation.warning === 'string' ? observation.warning : null;
  const { error, tool_result: result, verify_result: verdict } = observation;
  if (typeof error === 'string') return { text: error, kind: 'error', warning };
  if (typeof result === 'string') return { text: result, kind: 'result', warning };
  if (result !== undefined) return { text: pretty(result), kind: 'result', warning };
  if (verdict !== undefined) {
    return { text: pretty(verdict), kind: 'result', warning: warning ?? judgeError(verdict) };
  }
  const rest = omit(observation, 'reward_type', 'scenario', 'task', 'task_idx');
  const isEmpty = Object.keys(rest).length === 0;
  return { text: isEmpty ? '' : pretty(rest), kind: isEmpty ? 'none' : 'result', warning };
}

/** Why there was no judgement. It stands at the end of the evidence, which may be long. */
function judgeError(verdict: unknown): string | null {
  const judge = asObject(asObject(verdict)?.['llm_judge']);
  return typeof judge?.['error'] === 'string' ? judge['error'] : null;
}

/** The beginning of `tool_result` in an observation whose end is missing. */
function cutResult(json: string): string | null {
  const match = /"tool_result":\s*"/.exec(json);
  if (match === null) return null;
  // An escape that was cut through goes too.
  const text = json.slice(match.index + match[0].length).replace(/\\(u[\da-fA-F]{0,3})?$/, '');
  try {
    const result: unknown = JSON.parse(`"${text}"`);
    return typeof result === 'string' ? result : null;
  } catch {
    return null;
  }
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(json));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

function pretty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The newest verdict of the episode, if it was verified. */
export function lastVerdict(steps: readonly LiveStep[]): LiveStep | null {
  return steps.findLast((step) => step.kind === 'verify') ?? null;
}
