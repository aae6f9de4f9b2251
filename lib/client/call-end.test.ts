import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveStep } from '../contracts/live.ts';
import { callEnd, markOf } from './call-end.ts';
import { INITIAL_STATE, type SessionState } from './session-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fakeStream(first: Partial<SessionState>) {
  const listeners = new Set<() => void>();
  let state: SessionState = { ...INITIAL_STATE, ...first };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
    become(change: Partial<SessionState>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

const offline = { connection: 'reconnecting' } as const;
const step = { seq: 1, episodeId: 'e' } as LiveStep;

async function settled(end: Promise<string>): Promise<string> {
  return Promise.race([end, Promise.resolve('waiting')]);
}

describe('the end of a call whose answer did not come', () => {
  it('is its step, whenever that arrives', async () => {
    const stream = fakeStream(offline);
    const end = callEnd(stream, markOf(stream.getSnapshot()), new AbortController().signal);
    stream.become({ connection: 'live', running: { what: 'call_tool', toolName: 'x', atMs: 0 } });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await settled(end)).toBe('waiting');
    stream.become({ running: null, steps: [step] });
    expect(await end).toBe('recorded');
    expect(stream.listeners.size).toBe(0);
  });

  it('is that it was never sent, once the connection is back and nothing came', async () => {
    const stream = fakeStream(offline);
    const end = callEnd(stream, markOf(stream.getSnapshot()), new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await settled(end)).toBe('waiting');
    stream.become({ connection: 'live', missing: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await settled(end)).toBe('waiting');
    stream.become({ missing: false });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await end).toBe('unsent');
  });

  it('is unknown where the session is gone; leaving the page ends the wait', async () => {
    const stream = fakeStream(offline);
    const end = callEnd(stream, markOf(stream.getSnapshot()), new AbortController().signal);
    stream.become({ connection: 'gone' });
    expect(await end).toBe('gone');
    const leave = new AbortController();
    const left = callEnd(fakeStream(offline), { recordId: null, seq: 0 }, leave.signal);
    leave.abort();
    await expect(left).rejects.toThrow();
  });
});
