import {
  LIVE_TEXT_LIMIT,
  type ClippedText,
  type LiveEvent,
  type LiveStep,
} from '../../../lib/contracts/live.ts';
import type { SessionEvent } from '../../engine/types.ts';
import type { StepRecord } from '../../store/types.ts';

/** What a page gets of an event: steps without what only the server needs, long texts cut. */
export function toLiveEvent(event: SessionEvent): LiveEvent {
  switch (event.kind) {
    case 'info':
    case 'started':
    case 'closed':
      return event;
    case 'step':
      return { seq: event.seq, kind: 'step', step: toLiveStep(event.step) };
  }
}

export function toLiveStep(step: StepRecord): LiveStep {
  return {
    episodeId: step.episodeId,
    seq: step.seq,
    kind: step.kind,
    toolName: step.toolName,
    arguments: step.argumentsJson === null ? null : clip(step.argumentsJson),
    observation: clip(step.observationJson),
    rewardType: step.rewardType,
    reward: step.reward,
    httpMethod: step.httpMethod,
    httpRoute: step.httpRoute,
    httpStatus: step.httpStatus,
    startedAtMs: step.startedAtMs,
    durationMs: step.durationMs,
    wrote: step.wrote,
    tablesTouched: step.tablesTouched === null ? null : [...step.tablesTouched],
  };
}

function clip(text: string): ClippedText {
  if (text.length <= LIVE_TEXT_LIMIT) return { text, length: text.length, complete: true };
  // Not between the two halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(LIVE_TEXT_LIMIT - 1))
    ? LIVE_TEXT_LIMIT - 1
    : LIVE_TEXT_LIMIT;
  return { text: text.slice(0, end), length: text.length, complete: false };
}

/** Rough size on the wire, for the bound of a queue. */
export function weigh(event: LiveEvent): number {
  if (event.kind !== 'step') return 512;
  return 1024 + event.step.observation.text.length + (event.step.arguments?.text.length ?? 0);
}
