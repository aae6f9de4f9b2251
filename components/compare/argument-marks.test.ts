import { describe, expect, it } from 'vitest';
import type { PathStep } from '../../lib/contracts/branches.ts';
import { markArguments } from './argument-marks.ts';

function step(toolName: string, argumentsJson: string | null): PathStep {
  return {
    seq: 1,
    kind: 'call_tool',
    toolName,
    argumentsJson,
    call: `${toolName} ${argumentsJson ?? ''}`,
    httpStatus: 200,
    rewardType: null,
    wrote: false,
    state: null,
    durationMs: 1,
    message: null,
  };
}

const differing = (steps: readonly (PathStep | null)[]) =>
  markArguments(steps).map((args) => args.filter(({ differs }) => differs).map(({ name }) => name));

describe('markArguments', () => {
  it('marks what is not the same in all calls of a tool', () => {
    const a = step('send', '{"to":4,"all":true}');
    const b = step('send', '{"all":true,"to":3}');
    expect(differing([a, b, null])).toEqual([['to'], ['to'], []]);
    expect(markArguments([a, b])[1]).toEqual([
      { name: 'all', text: 'true', differs: false },
      { name: 'to', text: '3', differs: true },
    ]);
  });

  it('says what a call lacks', () => {
    const [first] = markArguments([step('send', '{"to":4}'), step('send', '{"to":4,"note":"x"}')]);
    expect(first).toContainEqual({ name: 'note', text: null, differs: true });
  });

  it('does not hold calls of other tools against each other', () => {
    expect(differing([step('send', '{"to":4}'), step('move', '{"to":3}')])).toEqual([[], []]);
  });

  it('tells numbers by their spelling, and cut texts apart', () => {
    expect(differing([step('a', '{"n":1.0}'), step('a', '{"n":1}')])).toEqual([['n'], ['n']]);
    expect(differing([step('a', '{"n":"xx'), step('a', '{"n":"xy')])).toEqual([[''], ['']]);
  });
});
