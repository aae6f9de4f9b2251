import { expect, it } from 'vitest';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Store } from '../../store/types.ts';
import { createAnnotationFixture } from '../testing/fixture.ts';
import { BlindRunShelf } from './blind-runs.ts';

it('rows that could not be counted in a busy moment are counted when they are asked for again', async () => {
  await using studio = await createAnnotationFixture();
  const [run = ''] = await studio.record([{ calls: [1, 2] }]);
  const { store } = studio;
  let busy = true;
  const changes: Store['states']['changes'] = (...asked) =>
    busy
      ? Promise.reject(new AppError('capacity_reached', 'Too many questions wait.'))
      : store.states.changes(...asked);
  await using shelf = new BlindRunShelf({
    store: {
      episode: (id) => store.episode(id),
      steps: (id) => store.steps(id),
      states: Object.assign(Object.create(store.states) as Store['states'], { changes }),
    },
    messages: () => ({ items: [], mismatches: [], aligned: 0, calls: 0, attachedAtMs: null, by: null }),
  });
  const rows = async () =>
    (await shelf.get(run, 5_000)).steps.filter(({ wrote }) => wrote).map((step) => step.rows);
  expect(await rows()).toEqual([null, null]);
  busy = false;
  expect(await rows()).not.toContain(null);
});
