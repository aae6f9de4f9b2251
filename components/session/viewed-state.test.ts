import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, type SessionState } from '../../lib/client/session-state.ts';
import type { LiveSessionInfo, LiveStep } from '../../lib/contracts/live.ts';
import { isRunning, viewedState } from './viewed-state.ts';

const INFO = {
  recordId: 'r',
  scenario: 's',
  taskIdx: 3,
  done: false,
  baseline: false,
} as unknown as LiveSessionInfo;
const STATE: SessionState = {
  ...INITIAL_STATE,
  steps: [1, 2, 3].map((seq) => ({ seq, episodeId: 'r' }) as LiveStep),
};

function seqOf(named: string | null, info = INFO, state = STATE): number | undefined {
  return viewedState(state, info, true, named)?.seq;
}

describe('viewedState', () => {
  it('is the newest state unless the URL names another', () => {
    expect(seqOf(null)).toBe(3);
    expect(seqOf('2')).toBe(2);
    expect(seqOf('0')).toBe(0);
    expect(seqOf('9')).toBe(3);
    expect(seqOf('x')).toBe(3);
    expect(seqOf('-1')).toBe(3);
    expect(seqOf(null, INFO, INITIAL_STATE)).toBe(0);
  });

  it('is nothing before the first reset', () => {
    expect(viewedState(STATE, { ...INFO, recordId: null }, true, null)).toBeNull();
  });

  it('is live at the newest state of a running episode only', () => {
    expect(viewedState(STATE, INFO, true, null)?.live).toBe(true);
    expect(viewedState(STATE, INFO, true, '3')?.live).toBe(true);
    expect(viewedState(STATE, INFO, true, '2')?.live).toBe(false);
    expect(viewedState(STATE, INFO, false, null)?.live).toBe(false);
  });

  it('hides verdicts in baseline play until it is over', () => {
    const baseline = { ...INFO, baseline: true };
    expect(viewedState(STATE, baseline, true, null)?.hidden).toBe(true);
    expect(viewedState(STATE, baseline, false, null)?.hidden).toBe(false);
  });
});

describe('isRunning', () => {
  it.each([
    [INFO, STATE, false, true],
    [{ ...INFO, done: true }, STATE, false, false],
    [INFO, { ...STATE, endedBecause: 'idle' as const }, false, false],
    [INFO, STATE, true, false],
  ])('%#', (info, state, gone, running) => {
    expect(isRunning(state, info, gone)).toBe(running);
  });
});
