import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { CallResult } from '../../host/types.ts';
import type { StepRecord } from '../../store/types.ts';

/** What a call came to, as far as two of them can be compared. */
export interface CallAnswer {
  readonly ok: boolean;
  readonly httpStatus: number | null;
  readonly text: string;
}

export function recordedAnswer({ observationJson, rewardType, httpStatus }: StepRecord): CallAnswer {
  const ok = rewardType === 'tool_call_ok';
  return { ok, httpStatus, text: textOf(observationJson, ok ? 'tool_result' : 'error') };
}

export function liveAnswer(result: CallResult): CallAnswer {
  switch (result.kind) {
    case 'ok':
      return { ok: true, httpStatus: result.httpStatus, text: result.text };
    case 'error':
      return { ok: false, httpStatus: result.httpStatus, text: result.error };
    case 'timeout':
      return { ok: false, httpStatus: null, text: `It took longer than ${String(result.afterMs / 1000)} s.` };
    case 'cancelled':
      return { ok: false, httpStatus: null, text: 'It was cancelled.' };
    case 'exited':
      return { ok: false, httpStatus: null, text: 'Its process ended during the call.' };
    case 'too_large':
      return {
        ok: true,
        httpStatus: null,
        text: `Its result has ${String(result.bytes)} bytes, too many for a frame.`,
      };
  }
}

function textOf(observationJson: string, key: string): string {
  try {
    const observation: unknown = parseLossless(observationJson);
    const value =
      typeof observation === 'object' && observation !== null
        ? new Map<string, unknown>(Object.entries(observation)).get(key)
        : undefined;
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  } catch {
    return observationJson;
  }
}
