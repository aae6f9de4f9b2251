import { annotationOn, createAnnotationFixture } from '../server/annotate/testing/fixture.ts';
import { createStore } from '../server/store/index.ts';
import { makeQueueOver, nothingYet, workThrough } from '../server/testing/annotators.ts';
import { startServerProcess } from '../server/testing/server-process.ts';
import { createTinyPack } from '../server/testing/tiny-pack.ts';

/**
 * Annotators in parallel against a real server: `node bench/labelling.ts [people] [items]`, 20 × 100 by default, each item labelled by
 * every one of them. Says how many labels were lost (none may be), and how long a save and submit-to-next took.
 */

const PEOPLE = Number(process.argv[2] ?? 20);
const ITEMS = Number(process.argv[3] ?? 100);
const LIMITS = { save: 50, submit: 100 };

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}

await using pack = await createTinyPack();
await using studio = await createAnnotationFixture();
const runs = await studio.record(
  Array.from({ length: ITEMS }, (_, i) => ({
    taskIdx: i % 10,
    calls: Array.from({ length: 8 }, (_call, j) => i + j),
  })),
);
await studio.annotation[Symbol.asyncDispose]();
await studio.store[Symbol.asyncDispose]();
const worked = nothingYet();
let queue = '';
const began = performance.now();
{
  await using server = await startServerProcess({ packs: [pack.dir], homeDir: studio.homeDir });
  ({ id: queue } = await makeQueueOver(server.httpUrl, studio.project, runs, Math.min(20, PEOPLE)));
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, i) =>
      workThrough(server.httpUrl, queue, `Person ${String(i)}`, worked),
    ),
  );
}
const seconds = (performance.now() - began) / 1000;
await using store = await createStore({ homeDir: studio.homeDir });
await using annotation = annotationOn(store);
const kept = new Set(annotation.records.submissions({ queue }).map(({ id }) => id));
const lost = worked.submissions.filter(({ id }) => !kept.has(id)).length;
const line = (name: string, value: number, limit: number) =>
  `${name}: p95 ${value.toFixed(1)} ms (limit ${String(limit)}, ${((100 * value) / limit).toFixed(0)} % of it)`;
console.log(
  [
    `${String(PEOPLE)} people, ${String(ITEMS)} items: ${String(worked.submissions.length)} labels in ${seconds.toFixed(1)} s, ${String(lost)} lost`,
    line('save', p95(worked.saveMs), LIMITS.save),
    line('submit to next', p95(worked.submitMs), LIMITS.submit),
  ].join('\n'),
);
if (lost > 0) process.exitCode = 1;
