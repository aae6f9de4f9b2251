import { describe, expect, it } from 'vitest';
import { laneCells } from './verdict-lane.ts';

const at = (seq: number, verdict: string) =>
  ({ seq, verdict, answer: '', answerFrom: 'none', ms: 1 }) as const;

describe('laneCells', () => {
  it('marks where the verdict becomes another, in order of the states', () => {
    const cells = laneCells({
      items: [at(2, 'complete'), at(0, 'others'), at(1, 'others'), at(3, 'complete'), at(5, 'others')],
      pending: [4],
      impossible: [{ seq: 6, message: 'not kept' }],
      none: null,
      changed: null,
    });
    const flips = [...cells].flatMap(([seq, cell]) =>
      cell.kind === 'verdict' && cell.flippedFrom !== null ? [[seq, cell.flippedFrom]] : [],
    );
    expect(flips).toEqual([
      [2, 'others'],
      [5, 'complete'],
    ]);
    expect(cells.get(4)).toEqual({ kind: 'pending' });
    expect(cells.get(6)).toEqual({ kind: 'impossible', message: 'not kept' });
    expect(cells.get(7)).toBeUndefined();
  });
});
