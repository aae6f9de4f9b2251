import type { LiveEvent, LiveSessionInfo, LiveStep } from '../contracts/live.ts';

/** What runs in the session now. */
export interface Running {
  readonly what: string;
  readonly toolName: string | null;
  readonly atMs: number;
}

type EndReason = Extract<LiveEvent, { kind: 'closed' }>['reason'];

/** A session as its page shows it. Replaced as a whole at each flush, never changed in place. */
export interface SessionState {
  /** `gone`: the server does not know the session (any more). */
  readonly connection: 'connecting' | 'live' | 'reconnecting' | 'gone';
  /** Set while nothing is connected: since when, and when the next attempt is due; null while one is under way. */
  readonly offline: { readonly sinceMs: number; readonly retryAtMs: number | null } | null;
  /** The numbering that `lastSeq` belongs to; null before the first event. */
  readonly epoch: string | null;
  readonly info: LiveSessionInfo | null;
  readonly running: Running | null;
  /** Of the current episode, by sequence, without gaps once `missing` is false. */
  readonly steps: readonly LiveStep[];
  readonly endedBecause: EndReason | null;
  readonly lastSeq: number;
  /** Events were no longer held when we came: the steps must be read over REST. */
  readonly missing: boolean;
}

export const INITIAL_STATE: SessionState = {
  connection: 'connecting',
  offline: null,
  epoch: null,
  info: null,
  running: null,
  steps: [],
  endedBecause: null,
  lastSeq: 0,
  missing: false,
};

/**
 * Applies events in order; those that are there already change nothing. In another numbering than before everything begins
 * anew but the steps: they stay shown until they have been read again.
 */
export function applyEvents(state: SessionState, epoch: string, events: readonly LiveEvent[]): SessionState {
  return events.reduce(applyEvent, inEpoch(state, epoch));
}

function inEpoch(state: SessionState, epoch: string): SessionState {
  if (state.epoch === epoch) return state;
  const first = state.epoch === null;
  return { ...state, epoch, lastSeq: 0, running: null, endedBecause: null, missing: !first };
}

function applyEvent(state: SessionState, event: LiveEvent): SessionState {
  if (event.seq <= state.lastSeq) return state;
  const next: SessionState = {
    ...state,
    lastSeq: event.seq,
    missing: state.missing || event.seq > state.lastSeq + 1,
  };
  switch (event.kind) {
    case 'info':
      return {
        ...next,
        info: event.info,
        running: isBusy(event.info) ? next.running : null,
        steps: ofEpisode(next.steps, event.info.recordId),
      };
    case 'started':
      return { ...next, running: { what: event.what, toolName: event.toolName, atMs: event.atMs } };
    case 'step':
      return { ...next, running: null, steps: mergeSteps(next.steps, [event.step]) };
    case 'closed':
      return { ...next, running: null, endedBecause: event.reason };
  }
}

function isBusy(info: LiveSessionInfo): boolean {
  return info.phase === 'running' || info.phase === 'resetting';
}

/** A reset begins a new episode, whose steps count from 1 again. */
function ofEpisode(steps: readonly LiveStep[], recordId: string | null): readonly LiveStep[] {
  if (recordId === null || steps.every((step) => step.episodeId === recordId)) return steps;
  return steps.filter((step) => step.episodeId === recordId);
}

/** Adds steps to a list ordered by sequence; a step of another episode than the list's begins a new list. */
export function mergeSteps(steps: readonly LiveStep[], added: readonly LiveStep[]): readonly LiveStep[] {
  let merged = [...steps];
  for (const step of added) {
    if (merged[0] !== undefined && merged[0].episodeId !== step.episodeId) merged = [];
    const last = merged.at(-1);
    if (last === undefined || step.seq > last.seq) {
      merged.push(step);
      continue;
    }
    const at = merged.findIndex((other) => other.seq >= step.seq);
    merged.splice(at, merged[at]?.seq === step.seq ? 1 : 0, step);
  }
  return merged;
}
