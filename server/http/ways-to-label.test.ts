import { expect, test } from 'vitest';
import { AppError } from '../../lib/contracts/errors.ts';
import { sighted } from '../annotate/sighted.ts';
import { principal } from '../annotate/testing/fixture.ts';
import { NOTHING_HIDDEN } from '../annotate/sighted.ts';
import { withWaysToLabel } from './ways-to-label.ts';

const RUN = 'a'.repeat(32);

function detailsOf(details: Record<string, unknown>): unknown {
  const told = withWaysToLabel(new AppError('blind', 'Hidden.', { details }), {
    who: principal('Lea'),
    blind: { ...NOTHING_HIDDEN, empty: false, runs: new Set([RUN]) },
    blindness: {
      ...sighted(),
      queuesOf: () => [{ id: 'q', name: 'Queue' }],
      inHandOf: () => [
        { item: 'i', project: 'p' },
        { item: 'j', project: 'p' },
        { item: 'k', project: 'o' },
      ],
    },
  });
  return told instanceof AppError ? told.details : told;
}

test('a refusal names the queues and, of each project, the first disagreement in hand', () => {
  const queues = [{ id: 'q', name: 'Queue' }];
  const disagreements = [
    { item: 'k', project: 'o' },
    { item: 'i', project: 'p' },
  ];
  expect(detailsOf({})).toEqual({ queues, disagreements });
  expect(detailsOf({ queues: [] })).toEqual({ queues, disagreements });
  const named = { queues: [], disagreements: [{ item: 'x', project: 'p' }] };
  expect(detailsOf(named)).toEqual(named);
});
