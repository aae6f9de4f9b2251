import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { datasetSpecSchema, type DatasetSpec } from '../lib/contracts/annotation/datasets.ts';
import { annotationOn, createAnnotationFixture } from '../server/annotate/testing/fixture.ts';
import { NOTHING_HIDDEN } from '../server/annotate/index.ts';
import { trainingOn } from '../server/annotate/testing/training.ts';
import { createJobs } from '../server/engine/jobs/index.ts';
import { createLog } from '../server/log.ts';
import { createStore } from '../server/store/index.ts';

/**
 * Exports of many labels: `node bench/label-export.ts [runs] [people] [format]`, 2,000 runs of 8 calls that 50 people label by default, in every
 * format. Says, of each shape, rows, seconds, how far the memory grew and how long the event loop stood still. One person's labels are made as
 * they are in the studio; the others' are copies in the catalog.
 */

const RUNS = Number(process.argv[2] ?? 2_000);
const PEOPLE = Number(process.argv[3] ?? 50);
const FORMAT = process.argv[4];
const SHAPES: readonly (readonly [DatasetSpec['shape'], DatasetSpec['format']])[] = [
  ['labels', 'jsonl'],
  ['labels', 'csv'],
  ['labels', 'parquet'],
  ['sft_openai', 'jsonl'],
  ['prm', 'jsonl'],
];

await using made = await createAnnotationFixture();
const runs = await made.record(
  Array.from({ length: RUNS }, (_, i) => ({
    taskIdx: i % 10,
    calls: Array.from({ length: 8 }, (_call, j) => (i % 50) + j),
    verdict: i % 2 === 0 ? ('complete' as const) : ('incomplete' as const),
  })),
);
const queue = await made.queue(runs, { settings: { overlap: 1 } });
await made.labelAll(queue.id, 'Person 0', () => ({
  rationale: 'It did what was asked, in the order that was asked for.',
  steps: Object.fromEntries(
    Array.from({ length: 8 }, (_, seq) => [seq + 1, { value: 1, by: 'own' as const }]),
  ),
}));
await made.annotation[Symbol.asyncDispose]();
await made.store[Symbol.asyncDispose]();
copyLabels(join(made.homeDir, 'catalog.db'));

await using store = await createStore({ homeDir: made.homeDir });
await using annotation = annotationOn(store);
await using jobs = createJobs(createLog('warn'));
const { datasets } = trainingOn({ store, annotation, jobs, homeDir: made.homeDir, hubUrl: '' });
console.log(`${String(RUNS)} runs, ${String(PEOPLE)} people: ${String(RUNS * PEOPLE)} labels`);
for (const [shape, format] of SHAPES) {
  if (FORMAT !== undefined && FORMAT !== format) continue;
  const spec = datasetSpecSchema.parse({ project: made.project, shape, format });
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const began = performance.now();
  delay.enable();
  const job = await jobs.ended(datasets.make(spec, { name: 'bench', blind: NOTHING_HIDDEN }).id);
  delay.disable();
  clearInterval(sampling);
  if (job.error !== null) throw new Error(job.error);
  const { counts, files } = datasets.get((job.result as { export: string }).export);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(
    `${shape} ${format}: ${String(counts.rows)} rows, ${(bytes / 2 ** 20).toFixed(0)} MiB in ${((performance.now() - began) / 1_000).toFixed(1)} s, ` +
      `memory +${((most - before) / 2 ** 20).toFixed(0)} MiB, event loop still for ${(delay.max / 1e6).toFixed(0)} ms at most, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  );
}

/** Every label again for each further person. */
function copyLabels(path: string): void {
  using db = new DatabaseSync(path);
  const columns = (table: string) =>
    db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name))
      .filter((name) => name !== 'n');
  const copy = (table: string, changed: Readonly<Record<string, string>>) => {
    const names = columns(table);
    return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join(', ')}`;
  };
  db.exec('BEGIN');
  for (let person = 1; person < PEOPLE; person += 1) {
    const id = (name: string) => `lower(hex(randomblob(16))) /* ${name} */`;
    const who = `'local:Person ${String(person)}'`;
    db.exec(
      `${copy('annotation_assignments', { id: id('id'), other_alias: 'NULL', person: who, name: `'Person ${String(person)}'` })}
       FROM annotation_assignments AS t WHERE t.person = 'local:Person 0'`,
    );
    db.exec(
      `${copy('annotation_submissions', { id: id('id'), assignment: 'b.n' })}
       FROM annotation_submissions AS t JOIN annotation_assignments AS a ON a.n = t.assignment AND a.person = 'local:Person 0'
       JOIN annotation_assignments AS b ON b.item = a.item AND b.person = ${who}`,
    );
  }
  db.exec('COMMIT');
}
