import { omit } from '../../lib/util/omit.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';

/** What a step came to, for people. */
export interface Reading {
  readonly kind: 'result' | 'error' | 'tools' | 'verify' | 'none';
  /** What came back as text: a tool's result or error as it is. */
  readonly text: string;
  /** The result where it is a JSON object or array; undefined where it is not. */
  readonly value: object | undefined;
  readonly warning: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the part of an observation (its whole JSON text) that matters for its step. */
export function readObservation(json: string): Reading {
  const observation = asFields(tryParse(json));
  if (observation === null) return { kind: 'result', text: json, value: undefined, warning: null };
  const warning = typeof observation['warning'] === 'string' ? observation['warning'] : null;
  const { error, tool_result: result, verify_result: verdict, tools } = observation;
  if (typeof error === 'string') return { kind: 'error', text: error, value: undefined, warning };
  if (Array.isArray(tools)) return { kind: 'tools', text: '', value: tools, warning };
  if (verdict !== undefined) {
    return { kind: 'verify', ...asResult(verdict), warning: warning ?? judgeError(verdict) };
  }
  if (result !== undefined) return { kind: 'result', ...asResult(result), warning };
  const rest = omit(observation, 'reward_type', 'scenario', 'task', 'task_idx');
  if (Object.keys(rest).length === 0) return { kind: 'none', text: '', value: undefined, warning };
  return { kind: 'result', ...asResult(rest), warning };
}

/** A result that is text may hold JSON. */
function asResult(result: unknown): { readonly text: string; readonly value: object | undefined } {
  if (typeof result !== 'string') {
    const value = typeof result === 'object' && result !== null ? result : undefined;
    return { text: JSON.stringify(result, null, 2), value };
  }
  const value = /^\s*[[{]/.test(result) ? tryParse(result) : undefined;
  return { text: result, value: typeof value === 'object' && value !== null ? value : undefined };
}

/** Why there was no judgement. It stands at the end of the evidence, which may be long. */
function judgeError(verdict: unknown): string | null {
  const error = asFields(asFields(verdict)?.['llm_judge'])?.['error'];
  return typeof error === 'string' ? error : null;
}

function tryParse(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
