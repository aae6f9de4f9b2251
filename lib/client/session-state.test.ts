import { describe, expect, it } from 'vitest';
import type { LiveEvent, LiveSessionInfo, LiveStep } from '../contracts/live.ts';
import { applyEvents as applyIn, INITIAL_STATE, mergeSteps, type SessionState } from './session-state.ts';

const INFO: LiveSessionInfo = {
  id: 's',
  actor: 'human',
  transport: 'web',
  scenario: 'city_library',
  task: 'Lend a book',
  taskIdx: 0,
  episodeId: null,
  recordId: 'e1',
  stepCount: 0,
  done: false,
  phase: 'ready',
  idleMs: 0,
  createdAtMs: 0,
  baseline: false,
  restoredAtMs: null,
  restored: null,
  control: { holder: null, sinceMs: 0, requestedBy: null, requestedAtMs: null, pages: [] },
};

function step(seq: number, episodeId = 'e1'): LiveStep {
  return {
    episodeId,
    seq,
    kind: 'call_tool',
    toolName: 'list_books',
    arguments: null,
    observation: { text: '{}', length: 2, complete: true },
    rewardType: null,
    reward: null,
    httpMethod: null,
    httpRoute: null,
    httpStatus: null,
    startedAtMs: 0,
    durationMs: 1,
    wrote: false,
    tablesTouched: null,
  };
}

const events: readonly LiveEvent[] = [
  { seq: 1, kind: 'info', info: INFO },
  { seq: 2, kind: 'started', what: 'call_tool', toolName: 'list_books', atMs: 5 },
  { seq: 3, kind: 'step', step: step(1) },
];

const applyEvents = (state: SessionState, some: readonly LiveEvent[], epoch = 'one'): SessionState =>
  applyIn(state, epoch, some);

describe('applyEvents', () => {
  it('starts over in another numbering, and keeps its steps until they are read again', () => {
    const before = { ...applyEvents(INITIAL_STATE, events), lastSeq: 57 };
    const after = applyEvents(before, [{ seq: 2, kind: 'info', info: INFO }], 'two');
    expect(after).toMatchObject({ epoch: 'two', lastSeq: 2, missing: true, running: null });
    expect(after.steps).toBe(before.steps);
    expect(applyEvents(after, [{ seq: 3, kind: 'step', step: step(2) }], 'two').steps).toHaveLength(2);
  });

  it('shows what runs until its step is there', () => {
    expect(applyEvents(INITIAL_STATE, events.slice(0, 2)).running).toEqual({
      what: 'call_tool',
      toolName: 'list_books',
      atMs: 5,
    });
    const state = applyEvents(INITIAL_STATE, events);
    expect(state.running).toBeNull();
    expect(state.steps).toHaveLength(1);
    expect(state.missing).toBe(false);
  });

  it('takes the same event twice once', () => {
    const state = applyEvents(INITIAL_STATE, events);
    expect(applyEvents(state, events)).toBe(state);
  });

  it('notices that events are missing', () => {
    expect(applyEvents(INITIAL_STATE, [{ seq: 4, kind: 'step', step: step(9) }]).missing).toBe(true);
  });

  it('begins a new list with a new episode', () => {
    const state = applyEvents(INITIAL_STATE, [
      ...events,
      { seq: 4, kind: 'info', info: { ...INFO, recordId: 'e2' } },
      { seq: 5, kind: 'step', step: step(1, 'e2') },
    ]);
    expect(state.steps.map((one) => one.episodeId)).toEqual(['e2']);
  });

  it('keeps the reason of the end', () => {
    expect(applyEvents(INITIAL_STATE, [{ seq: 1, kind: 'closed', reason: 'idle' }]).endedBecause).toBe(
      'idle',
    );
  });
});

describe('mergeSteps', () => {
  it('fills gaps in order and replaces what is there', () => {
    const merged = mergeSteps([step(1), step(4)], [step(3), step(2), { ...step(4), wrote: true }]);
    expect(merged.map((one) => one.seq)).toEqual([1, 2, 3, 4]);
    expect(merged[3]?.wrote).toBe(true);
  });
});
