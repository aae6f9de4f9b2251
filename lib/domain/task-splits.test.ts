import { expect, it } from 'vitest';
import { isSplit, taskPlace, tasksOfSplit } from './task-splits.ts';

const scenarios = [
  { key: 'a', tasks: ['x', 'y'] },
  { key: 'none', tasks: [] },
  { key: 'b', tasks: ['z'] },
];

it.each([
  [0, { scenario: 'a', taskIdx: 0 }],
  [1, { scenario: 'a', taskIdx: 1 }],
  [2, { scenario: 'b', taskIdx: 0 }],
  [3, undefined],
  [-1, undefined],
])('task %i of the split is %j', (index, place) => {
  expect(taskPlace(scenarios, 'train', index, () => true)).toEqual(place);
});

it.each(['train', 'clean', 'quarantined'] as const)(
  'split %s has the same tasks by index and as a list',
  (split) => {
    for (let mask = 0; mask < 8; mask++) {
      const isQuarantined = (scenario: string, taskIdx: number) =>
        (mask & (scenario === 'a' ? taskIdx + 1 : 4)) !== 0;
      const tasks = tasksOfSplit(scenarios, split, isQuarantined);
      const byIndex = [0, 1, 2, 3].map((index) => taskPlace(scenarios, split, index, isQuarantined));
      expect(byIndex.filter((place) => place !== undefined)).toEqual(tasks);
      const other = tasksOfSplit(scenarios, split === 'clean' ? 'quarantined' : 'clean', isQuarantined);
      if (split !== 'train') expect(tasks.length + other.length).toBe(3);
    }
  },
);

it('knows its splits', () => {
  expect([isSplit('clean'), isSplit('test'), isSplit(1)]).toEqual([true, false, false]);
});
