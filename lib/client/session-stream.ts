import { liveBatchSchema, subscribeReplySchema, type LiveBatch, type LiveStep } from '../contracts/live.ts';
import type { LiveSocket } from './live-socket.ts';
import { applyEvents, INITIAL_STATE, mergeSteps, type SessionState } from './session-state.ts';

const SUBSCRIBE_TIMEOUT_MS = 10_000;
/** Waits between attempts to connect; the last one is repeated. */
const RETRY_MS = [500, 1_000, 2_000, 4_000, 5_000] as const;
const LONGEST_RETRY_MS = 5_000;
/** A frame that is not painted by then is not waited for. */
const FRAME_WITHIN_MS = 250;

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
  /** This page, which takes control where it is free; asked in the browser only. */
  readonly page: () => string;
  /** Calls back once, before the next paint. */
  readonly schedule?: (flush: () => void) => void;
}

/**
 * The steps of one session, fed by the live connection. Events are collected and applied once an animation frame, so
 * that a fast agent costs one render a frame. After a lost connection it tries again by itself, and resumes from the last
 * event that it has; a server that was started anew numbers anew, and it starts over with that.
 */
export function createSessionStream({
  sessionId,
  openSocket,
  page,
  schedule = scheduleFrame,
}: SessionStreamOptions): SessionStream {
  const listeners = new Set<() => void>();
  let state = INITIAL_STATE;
  let pending: LiveBatch[] = [];
  let scheduled = false;
  let socket: LiveSocket | undefined;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(next: SessionState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function flush(): void {
    scheduled = false;
    const batches = pending;
    pending = [];
    set(batches.reduce((next, { epoch, events }) => applyEvents(next, epoch, events), state));
  }

  function receive(batch: unknown, taken: () => void): void {
    const parsed = liveBatchSchema.safeParse(batch);
    taken();
    if (!parsed.success || parsed.data.sessionId !== sessionId) return;
    pending.push(parsed.data);
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  }

  /** The last event that came, painted or not. */
  function position(): { readonly afterSeq: number; readonly epoch?: string } {
    const last = pending.at(-1);
    const epoch = last?.epoch ?? state.epoch;
    const afterSeq = last?.events.at(-1)?.seq ?? state.lastSeq;
    return epoch === null ? { afterSeq } : { afterSeq, epoch };
  }

  async function follow(live: LiveSocket): Promise<void> {
    const id = page();
    const number = state.info?.control.pages.find((other) => other.id === id)?.number;
    const answer: unknown = await live.timeout(SUBSCRIBE_TIMEOUT_MS).emitWithAck('subscribe', {
      sessionId,
      ...position(),
      page: { id, ...(number !== undefined && { number }) },
    });
    if (live !== socket) return;
    const reply = subscribeReplySchema.parse(answer);
    attempts = 0;
    if (reply.ok) {
      set({ ...state, connection: 'live', offline: null });
      return;
    }
    set({ ...state, connection: 'gone', offline: null, running: null });
    live.disconnect();
  }

  /** Nothing is connected: tells since when, and tries again in a while. */
  function lost(live: LiveSocket): void {
    if (state.connection === 'gone' || live !== socket) return;
    const wait = RETRY_MS[attempts] ?? LONGEST_RETRY_MS;
    attempts += 1;
    const now = Date.now();
    clearTimeout(timer);
    timer = setTimeout(connect, wait);
    set({
      ...state,
      connection: state.epoch === null ? 'connecting' : 'reconnecting',
      offline: { sinceMs: state.offline?.sinceMs ?? now, retryAtMs: now + wait },
    });
  }

  function connect(): void {
    clearTimeout(timer);
    if (state.offline !== null) set({ ...state, offline: { ...state.offline, retryAtMs: null } });
    socket?.connect();
  }

  function start(): void {
    if (socket !== undefined) return;
    const live = openSocket();
    socket = live;
    live.on('events', receive);
    live.on('connect', () => {
      follow(live).catch(() => {
        // No answer in time: come back on a new connection.
        if (live !== socket) return;
        if (live.connected) live.disconnect();
        else lost(live);
      });
    });
    live.on('disconnect', () => lost(live));
    live.on('connect_error', () => lost(live));
  }

  function stop(): void {
    clearTimeout(timer);
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
    retryNow() {
      attempts = 0;
      if (socket?.connected === true) socket.disconnect();
      connect();
    },
  };
}

function scheduleFrame(flush: () => void): void {
  // A hidden tab paints no frames, one that is hidden after the frame was asked for neither; but its state must go on.
  const late = setTimeout(() => {
    cancelAnimationFrame(frame);
    flush();
  }, FRAME_WITHIN_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(late);
    flush();
  });
}
