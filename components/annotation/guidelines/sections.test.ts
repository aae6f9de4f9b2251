import { expect, test } from 'vitest';
import { withProposal } from './sections.ts';

const sections = [{ number: '2.1', title: 'Place', body: 'Judge by the rows.', examples: [] }];
const take = (from: typeof sections, number: string | null) =>
  withProposal(from, number, 'Only Hillside counts.', 'New section');

test('a proposal goes to the end of its section, or into a new one', () => {
  expect(take(sections, '2.1')).toEqual({
    sections: [{ ...sections[0], body: 'Judge by the rows.\n\nOnly Hillside counts.' }],
    at: 0,
  });
  for (const none of [null, '9.9'])
    expect(take(sections, none)).toMatchObject({
      sections: [{}, { number: '2.2', title: 'New section', body: 'Only Hillside counts.' }],
      at: 1,
    });
});

test.each(['2.1', null])('a proposal for %s that the text holds already is not added again', (number) => {
  const once = [...take(sections, number).sections].map((section) => ({ ...section, examples: [] }));
  const twice = take(once, number);
  expect(twice.sections).toBe(once);
  expect(twice.at).toBe(number === null ? 1 : 0);
  // Part of another sentence is not the proposal.
  const other = [
    { number: '2.1', title: 'Place', body: 'Not Only Hillside counts. Others do.', examples: [] },
  ];
  expect(take(other, '2.1').sections).not.toBe(other);
});
