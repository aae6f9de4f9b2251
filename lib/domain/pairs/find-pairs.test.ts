import { expect, it } from 'vitest';
import { findPairs, type PairRun } from './index.ts';
import type { PairStep } from './step-token.ts';

/** `add` a call that writes, `get` one that reads, `done:x` the end with an answer. A state is named by what was written so far. */
function run(id: string, passed: boolean, text: string, more: Partial<PairStep> = {}): PairRun {
  let state = 'seed';
  const steps = text.split(' ').map((word, index): PairStep => {
    const [name = '', value = ''] = word.split(':');
    const wrote = name === 'add';
    if (wrote) state += `+${value}`;
    return {
      seq: index + 1,
      kind: name === 'done' || name === 'verify' || name === 'list_tools' ? name : 'call_tool',
      toolName: name,
      call: word,
      wrote,
      state,
      ...more,
    };
  });
  return { id, passed, seed: 'seed', steps };
}

const shown = (runs: readonly PairRun[]) =>
  findPairs(runs).map(({ prefix, chosen, rejected }) =>
    [prefix, chosen.run, chosen.step?.call, rejected.run, rejected.step?.call].join(' '),
  );

it('a pass and a fail are paired where they part, not before', () => {
  expect(
    shown([
      run('p', true, 'list_tools get:1 add:a add:b done:yes'),
      run('f', false, 'get:1 add:a add:c done:yes'),
    ]),
  ).toEqual(['2 p add:b f add:c']);
});

it('the same calls with another answer part at the end; who breaks off has no step', () => {
  expect(shown([run('p', true, 'add:a done:2'), run('f', false, 'add:a verify:3 done')])).toEqual([
    '1 p done:2 f verify:3',
  ]);
  const [pair] = findPairs([run('p', true, 'add:a done'), run('f', false, 'add:a')]);
  expect(pair?.rejected).toMatchObject({ kind: 'end', step: undefined, runs: 1, passed: 0 });
});

it('one pair of each two actions, and none that says the contrary of another', () => {
  const runs = [
    run('p1', true, 'get:1 add:b done'),
    run('p2', true, 'get:1 add:b done'),
    run('f1', false, 'get:1 add:b add:x done'),
    run('f2', false, 'get:1 add:c done'),
    run('p3', true, 'get:1 add:c add:b done'),
  ];
  expect(shown(runs)).toEqual(['2 p1 done f1 add:x', '2 p3 add:b f2 done', '1 p1 add:b f2 add:c']);
  expect(findPairs(runs).at(-1)).toMatchObject({
    chosen: { runs: 3, passed: 2 },
    rejected: { runs: 2, passed: 1 },
  });
});

it('writes that leave one state are one step whatever their arguments say; unknown states go by the call', () => {
  const early = run('p', true, 'add:a done:1');
  const late = run('f', false, 'add:a done:2');
  const renamed = { ...late, steps: late.steps.map((step) => ({ ...step, call: `${step.call} at 12:00` })) };
  expect(findPairs([early, renamed])).toMatchObject([{ prefix: 1, statesKnown: true }]);
  const unknown = [
    run('p', true, 'add:a done:1', { state: null }),
    run('f', false, 'add:a done:2', { state: null }),
  ];
  expect(findPairs(unknown)).toMatchObject([{ prefix: 1, statesKnown: false }]);
});

it('runs of another seed, and runs that never part, make none', () => {
  expect(shown([run('p', true, 'add:a done'), { ...run('f', false, 'add:b done'), seed: 'other' }])).toEqual(
    [],
  );
  expect(shown([run('p', true, 'add:a done'), run('f', false, 'add:a done')])).toEqual([]);
  expect(shown([])).toEqual([]);
});
