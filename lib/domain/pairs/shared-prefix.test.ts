import { expect, it } from 'vitest';
import { sharedPrefix } from './shared-prefix.ts';
import type { PairStep } from './step-token.ts';

const call = (seq: number, name: string, over: Partial<PairStep> = {}): PairStep => ({
  ...{ kind: 'call_tool', seq, toolName: 'add', call: name, wrote: true, state: `after ${name}` },
  ...over,
});
const end = (seq: number, answer: string): PairStep =>
  call(seq, answer, { kind: 'verify', toolName: null, wrote: false });
const run = (...steps: PairStep[]) => ({ seed: 's', steps });

it('counts calls up to where two runs part, and says which step of each is there', () => {
  const a = run(call(1, 'list', { kind: 'list_tools' }), call(2, 'x'), call(3, 'y'), end(4, 'done'));
  // The same state by other arguments, the tools not listed.
  const b = run(call(1, 'x at noon', { state: 'after x' }), call(2, 'z'), end(3, 'done'));
  expect(sharedPrefix(a, b)).toEqual({ calls: 1, seq: 3, otherSeq: 2 });
  expect(sharedPrefix(b, a)).toEqual({ calls: 1, seq: 2, otherSeq: 3 });
});

it('tells runs that ended, answered otherwise, or began elsewhere', () => {
  const a = run(call(1, 'x'), end(2, 'one'));
  expect(sharedPrefix(a, run(call(1, 'x')))).toEqual({ calls: 1, seq: 2, otherSeq: null });
  expect(sharedPrefix(a, run(call(1, 'x'), end(2, 'two')))).toEqual({ calls: 1, seq: 2, otherSeq: 2 });
  expect(sharedPrefix(a, a)).toEqual({ calls: 1, seq: null, otherSeq: null });
  expect(sharedPrefix(a, { ...a, seed: 't' })).toEqual({ calls: 0, seq: 1, otherSeq: 1 });
});
