import type { StepRecord } from '../store/types.ts';
import type { SessionEvent } from './types.ts';

type Unnumbered<T> = T extends unknown ? Omit<T, 'seq'> : never;
type NewEvent = Unnumbered<SessionEvent>;

/** Where a recorded step is read back from. */
export interface StepAddress {
  readonly episodeId: string;
  readonly seq: number;
}

/** What is held of a past event: a step is read back from the store when someone asks. */
type Held =
  | Exclude<SessionEvent, { kind: 'step' }>
  | { readonly seq: number; readonly kind: 'step'; readonly address: StepAddress };

const HELD_LIMIT = 512;

export interface EventLog {
  emit(event: NewEvent): void;
  watch(afterSeq: number, listener: (event: SessionEvent) => void): () => void;
}

/**
 * Numbered events of one session. `readStep` gives a recorded step back to watchers that come late; a step that cannot
 * be read any more is left out.
 */
export function createEventLog(
  readStep: (address: StepAddress) => StepRecord | undefined,
  /** Events that were, and are not held. */
  past = 0,
): EventLog {
  const held: Held[] = [];
  const listeners = new Set<(event: SessionEvent) => void>();
  let lastSeq = past;

  function hold(event: SessionEvent): void {
    if (event.kind === 'step') {
      const { episodeId, seq } = event.step;
      held.push({ seq: event.seq, kind: 'step', address: { episodeId, seq } });
    } else held.push(event);
    if (held.length > HELD_LIMIT) held.shift();
  }

  function recall(address: StepAddress): StepRecord | undefined {
    try {
      return readStep(address);
    } catch {
      return undefined;
    }
  }

  return {
    emit(event) {
      lastSeq += 1;
      const numbered: SessionEvent = { ...event, seq: lastSeq };
      hold(numbered);
      for (const listener of listeners) listener(numbered);
    },
    watch(afterSeq, listener) {
      for (const event of held) {
        if (event.seq <= afterSeq) continue;
        if (event.kind !== 'step') {
          listener(event);
          continue;
        }
        const step = recall(event.address);
        if (step !== undefined) listener({ seq: event.seq, kind: 'step', step });
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
