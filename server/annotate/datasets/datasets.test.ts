import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  datasetSpecSchema,
  type DatasetExport,
  type DatasetSpec,
} from '../../../lib/contracts/annotation/datasets.ts';
import { pairFiltersSchema } from '../../../lib/contracts/annotation/pairs.ts';
import { PROJECT_DIR } from '../../config.ts';
import { createJobs } from '../../engine/jobs/index.ts';
import { createLog } from '../../log.ts';
import { NOTHING_HIDDEN } from '../sighted.ts';
import { createAnnotationFixture, LEAD, type AnnotationFixture } from '../testing/fixture.ts';
import { trainingOn } from '../testing/training.ts';
import type { Training } from '../training.ts';
import { COLUMNS, schemaHash } from './columns.ts';
import { HUB_TOKEN, startFakeHub, type FakeHub } from './testing/fake-hub.ts';

/** Labels of a real store, under two versions of the schema, exported in every shape and loaded by Python. */

let fixture: AnnotationFixture;
let hub: FakeHub;
let training: Training;
let jobs: ReturnType<typeof createJobs>;
let runs: readonly string[];
let pairSet: string;
const asker = { name: 'Lena', blind: NOTHING_HIDDEN };

beforeAll(async () => {
  fixture = await createAnnotationFixture();
  hub = await startFakeHub();
  const { annotation, project, store } = fixture;
  jobs = createJobs(createLog('silent'));
  training = trainingOn({ store, annotation, jobs, homeDir: fixture.homeDir, hubUrl: hub.url });
  runs = await fixture.record([
    { calls: [1, 2], verdict: 'complete', answer: '=1+1, "quoted"\nline' },
    { calls: [1, 3], verdict: 'incomplete' },
    { taskIdx: 1, calls: [5], verdict: 'complete', start: { run: { policy: 'p', train_step: 7 } } },
    { taskIdx: 2, calls: [6, 7], verdict: 'complete' },
  ]);
  const first = await fixture.queue(runs, { settings: { overlap: 2 } });
  for (const name of ['Ada', 'Bo'])
    await fixture.labelAll(first.id, name, ({ run: item }) => {
      const failed =
        item.taskIdx === 0 && item.steps.some(({ argumentsJson }) => argumentsJson?.includes('3') === true);
      // They dispute task 2.
      const outcome = failed || (item.taskIdx === 2 && name === 'Bo') ? 'agent_error' : 'complete';
      return {
        outcome: outcomeNamed(outcome),
        steps: {
          1: { value: 1, by: 'own' },
          2: { value: failed ? -1 : 0, by: name === 'Ada' ? 'own' : 'bulk' },
        },
        // With half of a pair, as a text that was cut has it: Arrow takes none.
        rationale: '=danger() \ud83d',
      };
    });
  // In mid-project the schema gets a question more, and another word for an outcome.
  const { doc, version } = annotation.projects.get(project).schema;
  annotation.projects.saveSchema(
    project,
    {
      base: version,
      note: 'more',
      source: null,
      doc: {
        ...doc,
        outcomes: doc.outcomes.map((option) => ({ ...option, label: `${option.label} (new)` })),
        fields: [
          ...doc.fields,
          {
            kind: 'number',
            id: 'score',
            label: 'Score',
            help: '',
            required: false,
            section: null,
            min: null,
            max: null,
            integer: false,
          },
        ],
      },
    },
    LEAD,
  );
  const second = await fixture.queue([runs[2] ?? ''], { name: 'Later' });
  await fixture.labelAll(second.id, 'Cy', () => ({
    outcome: outcomeNamed('complete'),
    fields: { score: 3.5 },
  }));
  const set = await training.pairs.make({
    target: { ids: [...runs] },
    filters: pairFiltersSchema.parse({ unsuspicious: false }),
    blind: NOTHING_HIDDEN,
    name: 'Pairs',
    project,
    by: 'Lena',
  });
  pairSet = set.id;
});

afterAll(async () => {
  await jobs[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

/** The ready schema's own name for what an outcome means. */
function outcomeNamed(means: string): string {
  const { outcomes } = fixture.annotation.projects.get(fixture.project).schema.doc;
  return outcomes.find((option) => option.means === means)?.value ?? '';
}

function specOf(over: Partial<DatasetSpec>): DatasetSpec {
  return datasetSpecSchema.parse({ project: fixture.project, shape: 'labels', ...over });
}

async function made(over: Partial<DatasetSpec>): Promise<DatasetExport> {
  const job = await jobs.ended(training.datasets.make(specOf(over), asker).id);
  expect(job).toMatchObject({ state: 'done', error: null });
  const result = training.datasets.get((job.result as { export: string }).export);
  expect(job.done).toBe(result.counts.rows);
  return result;
}

const fileOf = (of: DatasetExport, name: string) =>
  readFile(join(fixture.homeDir, 'exports', of.id, name), 'utf8');

interface Loaded {
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, number>>;
  readonly pandas: Readonly<Record<string, readonly [number, readonly string[]]>>;
  readonly all: readonly Readonly<Record<string, unknown>>[];
  /** The folder itself loads to the same rows and types. */
  readonly by_card: boolean;
}

describe('exports', () => {
  it('load with datasets and pandas in every shape; both versions of the schema are in, nothing is lost', async () => {
    const talks = await made({ shape: 'sft_openai', settled: 'agreed' });
    const exports = [
      await made({ format: 'jsonl' }),
      await made({ format: 'csv' }),
      await made({ format: 'parquet' }),
      talks,
      await made({ shape: 'sft_sharegpt' }),
      await made({ shape: 'dpo', pairSets: [pairSet] }),
      await made({ shape: 'prm' }),
    ];
    const folders = exports.map(({ id }) => join(fixture.homeDir, 'exports', id));
    for (const [at, { python }] of exports.entries())
      await writeFile(join(folders[at] ?? '', 'load.txt'), python);
    const { stdout } = await promisify(execFile)(
      join(PROJECT_DIR, '.venv/bin/python'),
      [join(import.meta.dirname, 'testing/load.py'), join(fixture.homeDir, 'hf'), ...folders],
      { maxBuffer: 1 << 26 },
    );
    const loaded = JSON.parse(stdout) as readonly Loaded[];
    for (const [at, { spec, counts }] of exports.entries()) {
      const names = COLUMNS[spec.shape].map(({ name }) => name);
      expect(loaded[at]?.columns).toEqual(names);
      expect(loaded[at]?.rows).toEqual({ train: counts.rows });
      expect(loaded[at]?.by_card).toBe(true);
      expect(loaded[at]?.pandas['train']).toEqual([counts.rows, names]);
    }
    const [long = { all: [] }, csv, parquet, sft, sharegpt, dpo, prm] = loaded;
    expect(new Set(long.all.map((row) => row['row_id'])).size).toBe(long.all.length);
    // 9 labels: outcome, confidence, rationale each; 16 marks; the new question.
    expect(Map.groupBy(long.all, (row) => row['kind']).get('outcome')).toHaveLength(9);
    expect(long.all.filter(({ kind }) => kind === 'step')).toHaveLength(16);
    expect(long.all.find(({ kind }) => kind === 'field')).toMatchObject({
      key: 'score',
      value: '3.5',
      value_number: 3.5,
      schema_version: 2,
      train_step: 7,
    });
    const versions = Map.groupBy(long.all, (row) => row['schema_version']);
    expect([...versions.keys()].sort()).toEqual([1, 2]);
    expect(new Set(long.all.map((row) => row['schema_hash'])).size).toBe(2);
    expect(versions.get(2)?.find(({ kind }) => kind === 'outcome')?.['value_label']).toContain('(new)');
    expect(versions.get(1)?.find(({ kind }) => kind === 'outcome')?.['value_label']).not.toContain('(new)');
    for (const row of long.all) expect(row['pack_hash']).toBeTruthy();
    const disputed = long.all.filter((row) => row['kind'] === 'outcome' && row['task_idx'] === 2);
    expect(disputed.map((row) => row['settled'])).toEqual(['disputed', 'disputed']);
    // A bulk mark is no second word.
    const marks = long.all.filter(({ kind, key }) => kind === 'step' && key === '2');
    expect(new Set(marks.map((row) => row['settled']))).toEqual(new Set(['single']));
    expect(parquet?.all.map((row) => row['row_id'])).toEqual(long.all.map((row) => row['row_id']));
    expect(csv?.all.find(({ kind }) => kind === 'rationale')?.['value']).toBe("'=danger() \ufffd");

    // Agreed and complete: the first run and that of task 1 (three people); task 2 is disputed, the second failed.
    expect(sft?.all.map((row) => row['run'])).toEqual([runs[0], runs[2]]);
    const [talk] = sft?.all ?? [];
    const messages = talk?.['messages'] as readonly {
      role: string;
      content: string;
      tool_calls: unknown[] | null;
    }[];
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    // Objects, as chat templates want them; text in the file, as OpenAI has it. No key that says nothing.
    const arguments_ = { order_id: 1, product_id: 1, quantity: 1 };
    expect(messages[1]).toMatchObject({
      content: 'I add 1',
      tool_calls: [{ id: 'call_0001', function: { name: 'add', arguments: arguments_ } }],
    });
    expect(messages[0]).toMatchObject({ role: 'user', tool_calls: null, name: null });
    const [line = ''] = (await fileOf(talks, 'data/train.jsonl')).split('\n');
    const written = JSON.parse(line) as { messages: unknown[]; tools: string };
    expect(written.messages[0]).toEqual({ role: 'user', content: expect.any(String) as string });
    expect(written.messages[1]).toEqual({
      role: 'assistant',
      content: 'I add 1',
      tool_calls: [
        {
          id: 'call_0001',
          type: 'function',
          function: { name: 'add', arguments: JSON.stringify(arguments_) },
        },
      ],
    });
    expect(JSON.parse(written.tools)).toEqual(talk?.['tools']);
    expect(messages.at(-1)?.content).toBe('=1+1, "quoted"\nline');
    expect(talk?.['tools']).toMatchObject([{ type: 'function', function: { name: 'add' } }]);
    const turns = sharegpt?.all[0]?.['conversations'] as readonly { from: string; value: string }[];
    // LLaMA-Factory's rule: human and observation at odd places, calls and answers at even ones.
    for (const [at, { from }] of turns.entries())
      expect(at % 2 === 0 ? ['human', 'observation'] : ['function_call', 'gpt']).toContain(from);
    expect(JSON.parse(turns[1]?.value ?? '')).toMatchObject({ name: 'add', arguments: { quantity: 1 } });

    expect(dpo?.all).toMatchObject([
      { proof: 'verifier', shared_calls: 1, chosen_verdict: 'complete', rejected_verdict: 'incomplete' },
    ]);
    const [pair] = dpo?.all ?? [];
    expect((pair?.['prompt'] as readonly { role: string }[]).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
    ]);
    expect(pair?.['chosen']).toHaveLength(1);
    expect(pair?.['chosen_verifier_hash']).toBe('f'.repeat(64));

    const failed = prm?.all.find((row) => row['run'] === runs[1]);
    expect(failed).toMatchObject({ labels: [true, false], step_labels: [1, -1], seqs: [1, 2], whole: true });
    for (const row of prm?.all ?? [])
      expect((row['completions'] as unknown[]).length).toBe((row['labels'] as unknown[]).length);
  });

  it('have the columns that their contract names, with its hash', async () => {
    const contract = await readFile(join(PROJECT_DIR, 'docs/label-export.md'), 'utf8');
    const lines = contract.split('\n').map((line) => line.replace(/\s+/g, ' '));
    for (const [shape, columns] of Object.entries(COLUMNS)) {
      expect(contract).toContain(schemaHash(shape as DatasetSpec['shape']));
      for (const { name, type } of columns)
        expect(lines.some((line) => line.startsWith(`| \`${name}\` | ${type} |`))).toBe(true);
    }
  });

  it('that a kill cut off leave nothing once the server starts again; those that are there stay', async () => {
    const kept = await made({});
    const exports = join(fixture.homeDir, 'exports');
    for (const name of [`${'a'.repeat(32)}.part`, 'b'.repeat(32)])
      await mkdir(join(exports, name, 'data'), { recursive: true });
    await training.datasets.sweep();
    const left = await readdir(exports);
    expect(left).toContain(kept.id);
    expect(left.filter((name) => /^(a+|b+)(\.part)?$/.test(name))).toEqual([]);
  });

  it('names people by stable pseudonyms unless asked otherwise, and never tells the secret', async () => {
    const [a, b, named] = [await made({}), await made({}), await made({ people: 'names' })];
    const text = await fileOf(a, 'data/train.jsonl');
    expect(text).not.toMatch(/Ada|"Bo"|local:/);
    expect(text).toBe(await fileOf(b, 'data/train.jsonl'));
    expect(await fileOf(named, 'data/train.jsonl')).toContain('"annotator":"Ada"');
    const secret = Buffer.from(fixture.store.training.exports.secret(fixture.project));
    expect(text).not.toContain(secret.toString('hex'));
  });

  it('splits by task, the same each time, and says in the card what it left out', async () => {
    const split = { seed: 3, train: 0.5, validation: 0.25, test: 0.25 };
    const whole = await made({ split, settled: 'agreed', license: 'cc-by-4.0' });
    const sides = new Map<string, Set<string>>();
    for (const { name } of whole.files.filter(({ rows }) => rows !== null))
      for (const line of (await fileOf(whole, name)).trim().split('\n').filter(Boolean)) {
        const row = JSON.parse(line) as { task_idx: number; split: string };
        const key = String(row.task_idx);
        sides.set(key, (sides.get(key) ?? new Set()).add(row.split));
      }
    for (const side of sides.values()) expect(side.size).toBe(1);
    const card = await fileOf(whole, 'README.md');
    expect(card).toMatch(/^---\npretty_name: Shop\nlicense: cc-by-4\.0\n/);
    expect(card).toContain('| not_settled |');
    expect(card).toContain(whole.schemaHash);
  });

  it('leaves out what the asker must not know, and pairs that a label speaks against', async () => {
    const blind = { ...NOTHING_HIDDEN, empty: false, hides: (run: string) => run === runs[0] };
    const { counts } = await training.datasets.preview(specOf({}), { name: 'Lena', blind });
    expect(counts.left).toContainEqual({ why: 'hidden', count: 1 });
    const before = await training.datasets.preview(specOf({ shape: 'dpo', pairSets: [pairSet] }), asker);
    expect(before.counts.rows).toBe(1);
    fixture.store.runs.setLabel(runs[1] ?? '', {
      by: 'Zoe',
      outcome: 'complete',
      note: null,
      source: 'library',
    });
    const after = await training.datasets.preview(specOf({ shape: 'dpo', pairSets: [pairSet] }), asker);
    expect(after.counts).toMatchObject({ rows: 0, left: [{ why: 'pair_changed', count: 1 }] });
    const question = {
      target: { ids: [...runs] },
      blind: NOTHING_HIDDEN,
      filters: pairFiltersSchema.parse({ unsuspicious: false }),
    };
    const { counts: pairs } = await training.pairs.preview(question);
    expect(pairs.left).toContainEqual({ why: 'disputed', of: 'runs', count: expect.any(Number) as number });
    expect(pairs.pairs).toBe(0);
    fixture.store.runs.setLabel(runs[1] ?? '', { by: 'Zoe', outcome: null, note: null, source: 'library' });
  });

  it('go to a data set of the Hub: private, whole after a cut, idempotent, refused without the right token', async () => {
    const whole = await made({ shape: 'prm' });
    const target = { repo: 'lab/labels', token: HUB_TOKEN, private: true, branch: 'main' };
    const push = async (over: Partial<typeof target> = {}) =>
      jobs.ended(training.datasets.push(whole.id, { ...target, ...over }, 'Lena').id);
    const refused = await push({ token: 'hf_wrong' });
    expect(refused).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('refused the token') as string,
    });
    hub.cuts = 1;
    expect(await push()).toMatchObject({ state: 'done', result: { repo: 'lab/labels' } });
    expect(hub.repos.get('lab/labels')).toEqual({ private: true });
    for (const { name } of whole.files)
      expect(hub.files.get(name)?.toString()).toBe(await fileOf(whole, name));
    const uploads = hub.uploads;
    expect(await push()).toMatchObject({ state: 'done' });
    expect(hub.uploads).toBe(uploads);
    expect(training.datasets.get(whole.id).pushes).toHaveLength(2);
    const kept = JSON.stringify([jobs.list(), training.datasets.list()]);
    expect(kept).not.toContain(HUB_TOKEN);
    expect(kept).not.toContain('hf_wrong');
  });
});
