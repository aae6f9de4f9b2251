import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { change, stepInput } from '../../testing.ts';
import { openLibrary } from '../testing.ts';

it('knows soon after the end what a run did and what it wrote', async () => {
  await using open = await openLibrary();
  const { recorder, dbPath } = open.begin();
  recorder.step(stepInput());
  change(
    dbPath,
    "INSERT INTO orders VALUES (50, 1, 'open', NULL, NULL, NULL, NULL); DELETE FROM customers WHERE id = 15",
  );
  recorder.step(stepInput());
  change(
    dbPath,
    "UPDATE orders SET status = 'done' WHERE id IN (1, 2); UPDATE products SET price = 1 WHERE id = 1",
  );
  recorder.step(stepInput({ httpStatus: 500, rewardType: 'server_error' }));
  // Undone by the end: it counts for nothing.
  change(dbPath, 'UPDATE products SET price = 1.5 WHERE id = 1');
  recorder.step(stepInput({ httpStatus: 404, rewardType: 'tool_not_found' }));
  recorder.step(stepInput({ kind: 'verify', toolName: null, mayWrite: false, httpStatus: null }));
  recorder.verdict('sql', 'others', 0, null, 'h');
  recorder.verdict('code', 'complete', 1, null, 'h');
  recorder.end('done');
  await open.store.settled();
  const row = open.runs.get(recorder.episodeId);
  expect(row).toMatchObject({
    calls: 4,
    errors: 2,
    statuses: [404, 500],
    errorTypes: ['server_error', 'tool_not_found'],
    verifies: 1,
    code: 'complete',
    sql: 'others',
    wrote: 4,
    tables: ['customers', 'orders'],
    endState: open.store.episode(recorder.episodeId)?.finalNormalised,
  });
  expect(row?.endState).toMatch(/^[0-9a-f]{64}$/);
  expect(await open.runs.counts(['wrote:orders wrote>3', 'wrote:products', 'error:500'])).toEqual([1, 0, 1]);
});

it.each(['calls', 'final'] as const)('knows what was written where the policy keeps %s', async (policy) => {
  await using open = await openLibrary();
  const { recorder, dbPath } = open.begin({ policy });
  change(dbPath, "UPDATE orders SET status = 'done' WHERE id = 3");
  recorder.step(stepInput());
  recorder.end('done');
  await open.store.settled();
  expect(open.runs.get(recorder.episodeId)).toMatchObject({ wrote: 1, tables: ['orders'] });
  expect(open.store.episode(recorder.episodeId)?.kept).toBe(policy);
});

it('a run that did nothing wrote nothing; one whose database is gone is not known', async () => {
  await using open = await openLibrary();
  const { recorder: nothing } = open.begin();
  nothing.end('idle');
  const { recorder: broken, dbPath } = open.begin();
  change(dbPath, "UPDATE orders SET status = 'done' WHERE id = 3");
  broken.step(stepInput());
  await rm(dbPath);
  broken.step(stepInput());
  broken.end('done');
  await open.store.settled();
  expect(open.runs.get(nothing.episodeId)).toMatchObject({ calls: 0, wrote: 0, tables: [], verifies: 0 });
  expect(open.runs.get(broken.episodeId)).toMatchObject({ calls: 2, wrote: null, tables: ['orders'] });
});

it('a verdict that comes after the end is told too', async () => {
  await using open = await openLibrary();
  const { recorder } = open.begin();
  recorder.step(stepInput());
  recorder.end('done');
  await open.store.settled();
  expect(open.runs.get(recorder.episodeId)).toMatchObject({ code: null });
  recorder.verdict('code', 'complete', 1, null, 'h');
  open.runs.touch(recorder.episodeId);
  await open.store.settled();
  expect(open.runs.get(recorder.episodeId)).toMatchObject({ code: 'complete', verdict: 'complete' });
});
