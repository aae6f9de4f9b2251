import { describe, expect, it } from 'vitest';
import { resultRows } from './result-rows.ts';

const observed = (result: unknown) => JSON.stringify({ reward_type: 'tool_call_ok', tool_result: result });

describe('resultRows', () => {
  it.each([
    ['a list as text', JSON.stringify([1, 2, 3]), 3],
    ['a list', [1, 2], 2],
    ['one list in an object', JSON.stringify({ pools: [{}, {}], total: 9 }), 2],
    ['an empty list', '[]', 0],
    ['two lists', JSON.stringify({ a: [1], b: [2] }), null],
    ['an object', JSON.stringify({ id: 1 }), null],
    ['plain text', 'done', null],
    ['nothing', undefined, null],
  ])('%s', (_, result, rows) => {
    expect(resultRows(observed(result))).toBe(rows);
  });

  it('cannot tell of what was cut', () => {
    expect(resultRows('{"tool_result": "[1, 2')).toBeNull();
  });
});
