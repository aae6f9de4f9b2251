import { expect, it } from 'vitest';
import { firstOwnRow, partingOf, rowBeside, type PartsAt } from './parting.ts';
import type { StepRow } from './rows.ts';

const side = (seqs: readonly number[], partsAt: PartsAt) => ({
  rows: seqs.map((seq): StepRow => ({
    ...{ id: String(seq), kind: 'step', seq, step: null, markSeq: null, effect: 'read' },
    ...{ args: [], line: null, wrote: null },
  })),
  partsAt,
});

it('tells what both runs did, and where each goes its own way', () => {
  const { rows } = side([1, 2, 3, 4], 3);
  expect(rows.map((row) => partingOf(rows, row, 3))).toEqual(['same', 'same', 'parts', 'own']);
  expect(rows.map((row) => partingOf(rows, row, 'ended'))).toEqual(['same', 'same', 'same', 'same']);
  expect(rows.map((row) => partingOf(rows, row, null))).toEqual([null, null, null, null]);
  expect([firstOwnRow(rows, 3)?.seq, firstOwnRow(rows, 'ended')?.seq]).toEqual([3, 4]);
});

it('goes to the row beside in the other run, as far from where they part', () => {
  // The second run listed its tools first.
  const [a, b] = [side([1, 2, 3, 4, 5], 3), side([2, 3, 4, 5], 4)];
  expect([1, 2, 3, 4, 5].map((seq) => rowBeside(a, String(seq), b)?.seq)).toEqual([2, 3, 4, 5, 5]);
  expect(rowBeside(b, '4', a)?.seq).toBe(3);
  const ended = side([1, 2], 'ended');
  expect(rowBeside(a, '3', ended)?.seq).toBe(2);
  expect(rowBeside(ended, '2', a)?.seq).toBe(2);
});
