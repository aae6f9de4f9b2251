import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { EpisodeRecord, StepRecord, Store } from '../../store/types.ts';
import type { ReplayCall } from './types.ts';

export interface RecordedCall extends ReplayCall {
  readonly httpStatus: number | null;
  readonly killed: boolean;
}

/** The tool calls of an episode in order, each read when it is asked for. `to`: the last step that is looked at. */
export function* recordedCalls(
  store: Pick<Store, 'steps'>,
  record: Pick<EpisodeRecord, 'id' | 'steps' | 'origin'>,
  to = record.steps,
): Generator<RecordedCall> {
  for (let seq = 1; seq <= to; seq += 1) {
    const [step] = store.steps(record.id, { from: seq, to: seq });
    if (step?.kind !== 'call_tool' || step.toolName === null) continue;
    const args = step.argumentsJson === null ? {} : parseLossless(step.argumentsJson);
    yield {
      seq,
      tool: step.toolName,
      args,
      killed: endedItsProcess(step, record.origin),
      httpStatus: step.httpStatus,
    };
  }
}

/** Whether the call ended its process, and the state outside the database with it. Imported logs tell timeouts only. */
function endedItsProcess(step: StepRecord, origin: EpisodeRecord['origin']): boolean {
  if (step.httpStatus !== null) return false;
  if (step.rewardType === 'timeout') return true;
  const isOurs = origin !== 'imported' && !step.reconstructed;
  return isOurs && step.runtimeMs === null && step.rewardType === 'server_error';
}
