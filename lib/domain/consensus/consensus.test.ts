import { describe, expect, it } from 'vitest';
import type { LabelOutcome } from '../../contracts/runs.ts';
import { EMPTY_LABEL } from '../labels/index.ts';
import { lastDecision, saidIn, settleWords, truthOf, type Word } from './index.ts';

const word = (person: string, says: string | null, more: Partial<Word> = {}): Word => ({
  person,
  says,
  submittedAtMs: 1,
  independent: true,
  ...more,
});
const said = (...words: (LabelOutcome | null)[]) =>
  words.map((means, index) => ({ person: `p${String(index)}`, submittedAtMs: 1, means }));

describe('settleWords', () => {
  it('takes the decision before labels, and labels only where nobody who said something disputes them', () => {
    expect(settleWords('no', [word('a', 'yes'), word('b', 'yes')])).toEqual({
      settled: 'decided',
      says: 'no',
    });
    expect(settleWords(null, [word('a', 'yes'), word('b', 'yes'), word('c', null)])).toEqual({
      settled: 'agreed',
      says: 'yes',
    });
    expect(settleWords(null, [word('a', 'yes'), word('b', 'no')])).toEqual({ settled: 'disputed' });
    expect(settleWords(null, [word('a', null)])).toBeUndefined();
  });

  it('has a majority decide nothing', () => {
    expect(settleWords(null, [word('a', 'yes'), word('b', 'yes'), word('c', 'no')])).toEqual({
      settled: 'disputed',
    });
  });

  it('counts a person once, with their last word', () => {
    expect(settleWords(null, [word('a', 'yes'), word('a', 'yes', { submittedAtMs: 2 })])).toEqual({
      settled: 'single',
      says: 'yes',
    });
    expect(settleWords(null, [word('a', 'no', { submittedAtMs: 2 }), word('a', 'yes')])).toEqual({
      settled: 'single',
      says: 'no',
    });
  });

  it('makes no agreement of what was taken over, which can dispute all the same', () => {
    const taken = { independent: false };
    expect(settleWords(null, [word('a', '1'), word('b', '1', taken)])).toEqual({
      settled: 'single',
      says: '1',
    });
    expect(settleWords(null, [word('a', '1'), word('b', '0', taken)])).toEqual({ settled: 'disputed' });
  });
});

describe('truthOf', () => {
  it('compares outcomes as complete or not', () => {
    expect(truthOf('incomplete', said('complete', 'complete'))).toMatchObject({
      settled: 'decided',
      complete: false,
    });
    expect(truthOf(null, said('incomplete', 'server_error'))).toMatchObject({
      settled: 'agreed',
      complete: false,
      says: 'incomplete',
    });
    expect(truthOf(null, said('complete', null))).toMatchObject({ settled: 'single', complete: true });
    expect(truthOf(null, said('complete', 'incomplete'))).toEqual({ settled: 'disputed' });
    expect(truthOf(null, said(null))).toBeUndefined();
  });
});

describe('saidIn', () => {
  it('has several options as a set', () => {
    const of = (areas: string[]) => saidIn({ ...EMPTY_LABEL, fields: { areas } }).get('field:areas');
    expect(of(['b', 'a'])).toBe(of(['a', 'b']));
  });
});

it('the newest decision stands', () => {
  expect(lastDecision([{ atMs: 1 }, { atMs: 3 }, { atMs: 2 }])?.atMs).toBe(3);
  const none: { readonly atMs: number }[] = [];
  expect(lastDecision(none)?.atMs).toBeUndefined();
});
