import { expect, test } from 'vitest';
import type { Assignment } from '../../lib/contracts/annotation/labelling.ts';
import { PERSON_HEADER } from '../../lib/contracts/route.ts';
import { annotationOn, createAnnotationFixture } from '../annotate/testing/fixture.ts';
import { createStore } from '../store/index.ts';
import { makeQueueOver, nothingYet, sender, workThrough } from './annotators.ts';
import { startServerProcess } from './server-process.ts';
import { createTinyPack } from './tiny-pack.ts';

test('six annotators at once; the server is killed in the midst of it: nothing that it answered is lost, and they go on to the end', async () => {
  await using pack = await createTinyPack();
  await using studio = await createAnnotationFixture();
  const runs = await studio.record(
    Array.from({ length: 12 }, (_, i) => ({ taskIdx: i % 3, calls: [i + 1] })),
  );
  await studio.annotation[Symbol.asyncDispose]();
  await studio.store[Symbol.asyncDispose]();
  const { homeDir, project } = studio;
  const people = ['Ann', 'Ben', 'Cleo', 'Dov', 'Eve', 'Fay'];
  const overlap = 3;
  const worked = nothingYet();
  let queue: string;
  {
    await using server = await startServerProcess({ packs: [pack.dir], homeDir });
    ({ id: queue } = await makeQueueOver(server.httpUrl, project, runs, overlap));
    const work = people.map((name) =>
      workThrough(server.httpUrl, queue, name, worked, () => {
        if (worked.submissions.length >= 11) server.child.kill('SIGKILL');
        return false;
      }),
    );
    await Promise.allSettled(work);
    expect(await server.exited).toBe('SIGKILL');
  }
  expect(worked.submissions.length).toBeGreaterThanOrEqual(11);
  {
    await using server = await startServerProcess({ packs: [pack.dir], homeDir });
    for (const [id, { revision, rationale, name }] of worked.drafts) {
      const found = await sender(server.httpUrl, name)<Assignment>('GET', `/assignments/${id}`);
      // One more where the kill came between the disk and the answer.
      expect(found.draft.doc.rationale).toBe(rationale);
      expect(found.draft.revision).toBeGreaterThanOrEqual(revision);
    }
    const rest = people.map((name) => workThrough(server.httpUrl, queue, name, worked));
    for (const { status } of await Promise.allSettled(rest)) expect(status).toBe('fulfilled');
  }
  await using store = await createStore({ homeDir });
  await using annotation = annotationOn(store);
  const records = annotation.records.submissions({ queue });
  const kept = new Set(records.map(({ id }) => id));
  for (const { id } of worked.submissions) expect(kept.has(id)).toBe(true);
  const perItem = new Map<string, string[]>();
  for (const { item, person, current } of records)
    if (current) perItem.set(item, [...(perItem.get(item) ?? []), person]);
  expect(perItem.size).toBe(runs.length);
  for (const persons of perItem.values()) {
    expect(persons).toHaveLength(overlap);
    expect(new Set(persons).size).toBe(overlap);
  }
});

test('a label that is mended counts as blind until its author asks for what tells how runs ended', async () => {
  await using pack = await createTinyPack();
  await using studio = await createAnnotationFixture();
  const runs = await studio.record([{ calls: [1] }]);
  await studio.annotation[Symbol.asyncDispose]();
  await studio.store[Symbol.asyncDispose]();
  await using server = await startServerProcess({ packs: [pack.dir], homeDir: studio.homeDir });
  const { id: queue } = await makeQueueOver(server.httpUrl, studio.project, runs, 1);
  const worked = nothingYet();
  await workThrough(server.httpUrl, queue, 'Ann', worked);
  const [{ assignment } = { assignment: '' }] = worked.submissions;
  const anns = sender(server.httpUrl, 'Ann');
  const mayHaveLooked = async () =>
    (await anns<Assignment>('GET', `/assignments/${assignment}`)).mayHaveLooked;
  const asks = (path: string, name: string) =>
    fetch(`${server.httpUrl}/api/${path}`, { headers: { [PERSON_HEADER]: name } });

  // What annotators' own pages ask for, and what others do.
  await anns('GET', '/my-queues');
  await anns('GET', `/queues/${queue}/mine`);
  await asks(`episodes/${assignment}/states/1/tables`, 'Ann');
  await asks('runs', 'Ben');
  expect(await mayHaveLooked()).toBe(false);
  expect((await asks('runs', 'Ann')).status).toBe(200);
  expect(await mayHaveLooked()).toBe(true);
});
