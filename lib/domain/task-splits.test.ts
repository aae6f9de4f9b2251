import { expect, it } from 'vitest';
import { taskPlace } from './task-splits.ts';

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
  expect(taskPlace(scenarios, index)).toEqual(place);
});
