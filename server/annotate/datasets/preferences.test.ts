import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../lib/contracts/people.ts';
import { datasetSpecSchema, type DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import { queueSettingsSchema } from '../../../lib/contracts/annotation/queues.ts';
import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import { EMPTY_LABEL } from '../../../lib/domain/labels/index.ts';
import { PROJECT_DIR } from '../../config.ts';
import { createJobs } from '../../engine/jobs/index.ts';
import { createLog } from '../../log.ts';
import { createAdjudication, projectReader, runReader } from '../adjudication/index.ts';
import { createBlindness } from '../blindness.ts';
import { NOTHING_HIDDEN } from '../sighted.ts';
import { createAnnotationFixture, LEAD, principal, type AnnotationFixture } from '../testing/fixture.ts';
import { trainingOn } from '../testing/training.ts';
import type { Training } from '../training.ts';

/** Preferences of people in a real store, one of them decided, exported and loaded by Python. */

let fixture: AnnotationFixture;
let training: Training;
let jobs: ReturnType<typeof createJobs>;
let runs: readonly string[];
const asker = { name: 'Lena', blind: NOTHING_HIDDEN };

/** The last quantity that a run ordered. */
function lastOf({ steps }: Assignment['run']): number {
  const texts = steps.map(({ argumentsJson }) => /"quantity":(\d+)/.exec(argumentsJson ?? '')?.[1]);
  return Number(texts.findLast((text) => text !== undefined));
}

function preferring(choose: (a: number, b: number) => 'a' | 'b' | 'tie') {
  return ({ run, otherRun }: Assignment) => ({
    outcome: null,
    preference: choose(lastOf(run), otherRun === null ? 0 : lastOf(otherRun.run)),
  });
}
const larger = (a: number, b: number) => (a > b ? 'a' : 'b');

beforeAll(async () => {
  fixture = await createAnnotationFixture();
  const { annotation, project, store } = fixture;
  jobs = createJobs(createLog('silent'));
  training = trainingOn({ store, annotation, jobs, homeDir: fixture.homeDir, hubUrl: 'http://localhost:9' });
  runs = await fixture.record(
    [2, 3, 4].map((quantity) => ({ calls: [1, quantity], answer: `got ${String(quantity)}` })),
  );
  // All three pairs: each run is in two of them.
  const { queue } = await annotation.queues.createOfPairs(
    {
      ...{ project, name: 'Pairs', settings: queueSettingsSchema.parse({ overlap: 2 }), members: [] },
      ...{ everyone: true, onboarding: null, dryRun: false },
      pairs: { from: 'runs', target: { ids: [...runs] }, perTask: null, seed: 0 },
    },
    LEAD,
  );
  const id = queue?.id ?? '';
  await fixture.labelAll(id, 'Ada', preferring(larger));
  // Bo says the contrary of 4 against 2, and that 3 and 2 are the same.
  const bo = (a: number, b: number) => {
    const [low, high] = [a, b].sort();
    if (low === 2 && high === 3) return 'tie';
    return low === 2 && high === 4 ? (larger(a, b) === 'a' ? 'b' : 'a') : larger(a, b);
  };
  await fixture.labelAll(id, 'Bo', preferring(bo));
  const projects = projectReader(annotation.projects, (of) => annotation.queues.find(of));
  const adjudication = createAdjudication({
    records: annotation.records,
    shelf: store.adjudication,
    blindness: createBlindness(store.hiddenRuns),
    projects,
    runs: runReader(store, annotation.labelling.blindRuns),
    setDecided: (run, decision) => store.runs.setLabel(run, { ...decision, source: 'decision' }),
  });
  const cy = { ...principal('Cy'), permissions: new Set(PERMISSIONS) };
  const list = adjudication.list(project, { show: 'todo' }, cy);
  const items = list.groups.flatMap((group) => group.items);
  expect(items).toHaveLength(2);
  // Of 2 against 4: the smaller one, in the words of its own.
  for (const { item } of items) {
    const shown = await adjudication.get(item, cy);
    const [first, second] = [lastOf(shown.run), lastOf(shown.otherRun?.run ?? shown.run)];
    if (Math.max(first, second) !== 4) continue;
    const preference = first < second ? ('a' as const) : ('b' as const);
    await adjudication.hold(item, cy);
    const draft = {
      choices: { preference: 'own' as const },
      own: { ...EMPTY_LABEL, preference },
      ...{ reason: 'less is asked', section: null, proposal: null },
    };
    const { revision } = shown.draft;
    await adjudication.decide(item, { baseRevision: revision, draft, key: 'decide-pair', like: null }, cy);
  }
});

afterAll(async () => {
  await jobs[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

async function made(over: Partial<DatasetSpec>) {
  const spec = datasetSpecSchema.parse({ project: fixture.project, shape: 'labels', ...over });
  const job = await jobs.ended(training.datasets.make(spec, asker).id);
  expect(job).toMatchObject({ state: 'done', error: null });
  return training.datasets.get((job.result as { export: string }).export);
}

type Loaded = readonly { readonly all: readonly Readonly<Record<string, unknown>>[] }[];

it('gives what people and a decision prefer as pairs, each once, with whose word it is; ties and disputes stay out', async () => {
  const exports = [
    await made({ shape: 'dpo', settled: 'agreed' }),
    await made({ format: 'jsonl' }),
    await made({ format: 'csv' }),
    await made({ format: 'parquet' }),
    await made({ shape: 'sft_openai' }),
    await made({ shape: 'prm' }),
  ];
  const folders = exports.map(({ id }) => join(fixture.homeDir, 'exports', id));
  for (const [at, { python }] of exports.entries())
    await writeFile(join(folders[at] ?? '', 'load.txt'), python);
  const filled = folders.filter((_, at) => (exports[at]?.counts.rows ?? 0) > 0);
  // A pair says of no run that it is complete, and marks no step.
  expect(exports.map(({ counts }) => counts.rows > 0)).toEqual([true, true, true, true, false, false]);
  const { stdout } = await promisify(execFile)(
    join(PROJECT_DIR, '.venv/bin/python'),
    [join(import.meta.dirname, 'testing/load.py'), join(fixture.homeDir, 'hf'), ...filled],
    { maxBuffer: 1 << 26 },
  );
  const [dpo, long, csv, parquet] = JSON.parse(stdout) as Loaded;
  const [two, three, four] = runs;
  const pairs = dpo?.all.map((row) => [row['chosen_run'], row['rejected_run'], row['label_source']]);
  expect(new Set(pairs?.map(String))).toEqual(
    new Set([[four, three, 'agreed'].join(), [two, four, 'decided'].join()]),
  );
  expect(pairs).toHaveLength(2);
  for (const row of dpo?.all ?? []) {
    expect(row).toMatchObject({ proof: 'people', shared_calls: 0, pair_set: null, schema_versions: [1] });
    expect((row['prompt'] as readonly { role: string }[]).map(({ role }) => role)).toEqual(['user']);
    const answered = [row['chosen'], row['rejected']].map(
      (side) => (side as readonly { content: string }[]).at(-1)?.content,
    );
    const names = new Map([2, 3, 4].map((quantity, at) => [runs[at], `got ${String(quantity)}`]));
    expect(answered).toEqual([names.get(String(row['chosen_run'])), names.get(String(row['rejected_run']))]);
  }
  const decided = dpo?.all.find((row) => row['label_source'] === 'decided');
  const agreed = dpo?.all.find((row) => row['label_source'] === 'agreed');
  expect(agreed?.['annotators']).toHaveLength(2);
  expect(agreed?.['label_ids']).toHaveLength(2);
  // The adjudicator, and none whose word it is not.
  expect((decided?.['annotators'] as readonly string[]).length).toBeGreaterThan(0);

  const said = long?.all.filter(({ kind }) => kind === 'preference') ?? [];
  // Six labels and a decision, each once, of the two runs in their own order.
  expect(said).toHaveLength(7);
  expect(new Set(said.map((row) => row['row_id'])).size).toBe(7);
  for (const row of said) expect(String(row['run']) < String(row['other_run'])).toBe(true);
  const better = (row: Readonly<Record<string, unknown>>) =>
    row['value'] === 'tie' ? 'tie' : row[row['value'] === 'a' ? 'run' : 'other_run'];
  const decision = said.find((row) => row['source'] === 'decision');
  expect(decision).toMatchObject({ settled: 'decided', queue_kind: 'preference', item_kind: 'work' });
  expect(decision === undefined ? null : better(decision)).toBe(two);
  const settledOf = (a: string | undefined, b: string | undefined) =>
    said
      .filter((row) => [row['run'], row['other_run']].sort().join() === [a, b].sort().join())
      .map((row) => String(row['settled']))
      .sort();
  expect(settledOf(three, four)).toEqual(['agreed', 'agreed']);
  expect(settledOf(two, three)).toEqual(['disputed', 'disputed']);
  expect(settledOf(two, four)).toEqual(['decided', 'overruled', 'upheld']);
  for (const other of [csv, parquet])
    expect(other?.all.map((row) => row['row_id'])).toEqual(long?.all.map((row) => row['row_id']));
  // Which of two is better is no label of a run in the library.
  for (const run of runs) expect(fixture.store.runs.labels(run)).toEqual([]);
});
