import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../../../lib/contracts/errors.ts';
import { Catalog } from '../../catalog.ts';
import { change, stepInput } from '../../testing.ts';
import type { StateOutcome } from '../../states/tasks.ts';
import { openLibrary } from '../testing.ts';
import { FactsWriter } from './facts-writer.ts';

it('a run that the workers have no time for is asked about again before its states may go', async () => {
  await using open = await openLibrary();
  const { recorder, dbPath } = open.begin();
  change(dbPath, "UPDATE orders SET status = 'done' WHERE id = 3");
  recorder.step(stepInput());
  recorder.end('done');
  await open.store.settled();
  const catalog = new Catalog(join(open.homeDir, 'catalog.db'));
  onTestFinished(() => catalog[Symbol.dispose]());
  catalog.raw.exec('INSERT INTO facts_pending (episode) SELECT n FROM episodes');
  const problems: string[] = [];
  let asked = 0;
  let went = false;
  await using writer = new FactsWriter({
    catalog,
    retryAfterMs: 20,
    onProblem: (message) => problems.push(message),
    workers: {
      run: (): Promise<StateOutcome> => {
        asked += 1;
        return Promise.reject(new AppError('deadline_exceeded', 'too long'));
      },
    },
  });
  writer.take(1, () => (went = true));
  await writer.settled();
  expect([asked, went, problems]).toEqual([1, false, []]);
  // Three times in vain: then what its steps tell is all that is known.
  await expect.poll(() => went).toBe(true);
  expect([asked, problems.length]).toEqual([3, 1]);
});
