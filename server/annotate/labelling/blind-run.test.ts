import { expect, test } from 'vitest';
import type { AttachedMessages } from '../../../lib/contracts/artifacts.ts';
import { createAnnotationFixture } from '../testing/fixture.ts';
import { blindRun } from './blind-run.ts';

type Item = AttachedMessages['items'][number];

function attached(items: readonly Partial<Item>[]): AttachedMessages {
  const whole = items.map((item, index): Item => ({
    index,
    role: 'assistant',
    seq: null,
    text: '',
    reasoning: null,
    ...item,
  }));
  return { items: whole, mismatches: [], aligned: 2, calls: 2, attachedAtMs: 1, by: 'Lena' };
}

test('words of an attached log stand at the calls that they came before: joined, the step’s own first, nobody else’s', async () => {
  await using studio = await createAnnotationFixture();
  const [run = ''] = await studio.record([{ calls: [1, 2], verdict: 'complete' }]);
  const episode = studio.store.episode(run);
  if (episode === undefined) throw new Error('no run');
  const [first, second, last] = studio.store.steps(run);
  if (first === undefined || second === undefined || last === undefined) throw new Error('three steps');
  // As a client that says nothing of itself records it.
  const silent = { ...second, clientMetadata: undefined };
  const messages = attached([
    { role: 'system', seq: 1, text: 'You win a reward of 1.' },
    { seq: 1, text: 'The log’s word.', reasoning: 'Thought in the log.' },
    { role: 'user', seq: 2, text: 'Go on.' },
    { seq: 2, text: ' One. ', reasoning: null },
    { seq: 2, text: 'Two.', reasoning: 'Because.' },
    { seq: 2, text: '  ', reasoning: 'Indeed.' },
    { role: 'tool', seq: 2, text: 'verdict: complete' },
    { seq: null, text: 'Of no call.' },
  ]);
  const { steps } = blindRun({ episode, steps: [first, silent, last], messages });
  expect(steps.map(({ seq, message, reasoning }) => [seq, message, reasoning])).toEqual([
    [1, 'I add 1', 'Thought in the log.'],
    [2, 'One.\nTwo.', 'Because.\nIndeed.'],
    [3, null, null],
  ]);
  expect(JSON.stringify(steps)).not.toMatch(/reward|verdict|Go on|Of no call/);
});
