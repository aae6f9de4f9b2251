import { toLiveStep, type LiveEvent } from '../../../lib/contracts/live.ts';
import type { SessionEvent } from '../../engine/types.ts';

/** What a page gets of an event. */
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

/** Rough size on the wire, for the bound of a queue. */
export function weigh(event: LiveEvent): number {
  if (event.kind !== 'step') return 512;
  return 1024 + event.step.observation.text.length + (event.step.arguments?.text.length ?? 0);
}
