import { liveBatchSchema, subscribeReplySchema, type LiveEvent, type LiveStep } from '../contracts/live.ts';
import type { LiveSocket } from './live-socket.ts';
import { applyEvents, INITIAL_STATE, mergeSteps, type SessionState } from './session-state.ts';

const SUBSCRIBE_TIMEOUT_MS = 10_000;

export interface SessionStream {
  /** For useSyncExternalStore. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly getSnapshot: () => SessionState;
  /** Puts in what was read over REST because the server no longer held the events. */
  readonly fill: (steps: readonly LiveStep[]) => void;
  /** Connects. Safe to call again after `stop`. */
  readonly start: () => void;
  readonly stop: () => void;
  readonly retryNow: () => void;
}

export interface SessionStreamOptions {
  readonly sessionId: string;
  readonly openSocket: () => LiveSocket;
  /** Calls back once, before the next paint. */
  readonly schedule?: (flush: () => void) => void;
}

/**
 * The steps of one session, fed by the live connection. Events are collected and applied once an animation frame, so
 * that a fast agent costs one render a frame. After a lost connection it resumes from the last event that it has.
 */
export function createSessionStream({
  sessionId,
  openSocket,
  schedule = scheduleFrame,
}: SessionStreamOptions): SessionStream {
  const listeners = new Set<() => void>();
  let state = INITIAL_STATE;
  let pending: LiveEvent[] = [];
  let scheduled = false;
  let socket: LiveSocket | undefined;

  function set(next: SessionState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function flush(): void {
    scheduled = false;
    const events = pending;
    pending = [];
    set(applyEvents(state, events));
  }

  function receive(batch: unknown, taken: () => void): void {
    const parsed = liveBatchSchema.safeParse(batch);
    taken();
    if (!parsed.success || parsed.data.sessionId !== sessionId) return;
    pending.push(...parsed.data.events);
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  }

  async function follow(live: LiveSocket): Promise<void> {
    const afterSeq = pending.at(-1)?.seq ?? state.lastSeq;
    const answer: unknown = await live
      .timeout(SUBSCRIBE_TIMEOUT_MS)
      .emitWithAck('subscribe', { sessionId, afterSeq });
    if (live !== socket) return;
    const reply = subscribeReplySchema.parse(answer);
    if (reply.ok) {
      set({ ...state, connection: 'live' });
      return;
    }
    set({ ...state, connection: 'gone', running: null });
    live.disconnect();
  }

  function lost(): void {
    if (state.connection === 'gone') return;
    set({ ...state, connection: state.lastSeq === 0 ? 'connecting' : 'reconnecting' });
  }

  function start(): void {
    if (socket !== undefined) return;
    const live = openSocket();
    socket = live;
    live.on('events', receive);
    live.on('connect', () => {
      follow(live).catch(() => {
        // No answer in time: come back on a new connection.
        if (live === socket) live.disconnect().connect();
      });
    });
    live.on('disconnect', (reason) => {
      lost();
      // The server cuts off pages that do not keep up; the client library does not return from that by itself.
      if (reason === 'io server disconnect' && live === socket) live.connect();
    });
    live.on('connect_error', lost);
  }

  function stop(): void {
    socket?.removeAllListeners();
    socket?.disconnect();
    socket = undefined;
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    getSnapshot: () => state,
    fill: (steps) => set({ ...state, missing: false, steps: mergeSteps(steps, state.steps) }),
    start,
    stop,
    retryNow: () => void socket?.disconnect().connect(),
  };
}

function scheduleFrame(flush: () => void): void {
  // A hidden tab paints no frames, but its state must go on.
  if (document.visibilityState === 'hidden') setTimeout(flush, 0);
  else requestAnimationFrame(flush);
}
