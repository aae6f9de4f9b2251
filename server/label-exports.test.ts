import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DatasetExport } from '../lib/contracts/annotation/datasets.ts';
import type { Job } from '../lib/contracts/jobs.ts';
import { createStudioClient, StudioRefusal, type StudioClient } from '../lib/studio-client/index.ts';
import { HUB_TOKEN, startFakeHub, type FakeHub } from './annotate/datasets/testing/fake-hub.ts';
import { createApp, type App } from './app.ts';
import { loadConfig } from './config.ts';
import { labelRuns, playTiny } from './testing/label-runs.ts';
import { createTinyPack, type TinyPack } from './testing/tiny-pack.ts';

/** Labels as files over the typed client and a whole server: schemas that change in mid-project, and a Hub that misbehaves. */
let app: App;
let pack: TinyPack;
let hub: FakeHub;
let home: string;
let studio: StudioClient;
let project: string;
let logged = '';

const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  }),
);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'awm-home-'));
  [pack, hub] = await Promise.all([createTinyPack(), startFakeHub()]);
  const flags = ['--data', pack.dir, '--home', home, '--port', '0', '--no-ui', '--no-check'];
  app = await createApp(loadConfig([...flags, '--hub-endpoint', hub.url], {}), log);
  studio = createStudioClient(app.url, { person: 'Lena' });
  project = (await studio.call('createProject', { body: { name: 'Tiny' } })).id;
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

async function ended(job: Job): Promise<Job> {
  for (let now = job; ; now = await studio.call('getJob', { params: { id: job.id } })) {
    if (now.endedAtMs !== null) return now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function exported(shape: 'labels' | 'sft_openai' = 'labels'): Promise<DatasetExport> {
  const job = await ended(await studio.call('makeDataset', { body: { project, shape } }));
  expect(job).toMatchObject({ state: 'done', error: null });
  return studio.call('getDataset', { params: { id: (job.result as { export: string }).export } });
}

interface Row {
  readonly kind: string;
  readonly value: string;
  readonly value_label: string | null;
  readonly label_id: string;
  readonly run: string;
  readonly schema_version: number;
  readonly schema_hash: string;
}

it('a schema that changes in mid-project loses nothing: each label with the words and the hash it was given under', async () => {
  const runs = [
    await playTiny(studio, 'one'),
    await playTiny(studio, 'two'),
    await playTiny(studio, 'three'),
  ];
  await labelRuns(app.url, project, 'first', runs.slice(0, 2));
  const before = await rowsOf(await exported());
  const { schema } = await studio.call('getProject', { params: { id: project } });
  const { doc } = schema;
  await studio.call('saveSchema', {
    params: { id: project },
    body: {
      base: schema.version,
      note: '',
      source: null,
      doc: { ...doc, outcomes: doc.outcomes.map((each) => ({ ...each, label: `${each.label}, renamed` })) },
    },
  });
  await labelRuns(app.url, project, 'second', runs.slice(2));
  const made = await exported();
  const rows = await rowsOf(made);
  // What was there is there still, to the letter.
  expect(rows.filter(({ schema_version }) => schema_version === schema.version)).toEqual(before);
  const outcomes = rows.filter(({ kind }) => kind === 'outcome');
  expect(outcomes.map(({ run }) => run)).toEqual(runs);
  expect(outcomes.map(({ value_label: words }) => words?.endsWith(', renamed'))).toEqual([
    false,
    false,
    true,
  ]);
  expect(new Set(rows.map(({ schema_hash }) => schema_hash)).size).toBe(2);
  expect(made.schemaHash).toMatch(/^[0-9a-f]{64}$/);
});

async function rowsOf({ id }: DatasetExport): Promise<readonly Row[]> {
  const file = await studio.download('downloadDatasetFile', {
    params: { id },
    query: { name: 'data/train.jsonl' },
  });
  const lines = (await file.text()).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

it('the typed client brings the files whole, as one zip too, and says what is not there', async () => {
  const made = await exported('sft_openai');
  for (const { name, bytes } of made.files) {
    const file = await studio.download('downloadDatasetFile', { params: { id: made.id }, query: { name } });
    expect((await file.bytes()).byteLength).toBe(bytes);
  }
  const zip = await studio.download('downloadDataset', { params: { id: made.id } });
  expect(zip).toMatchObject({
    contentType: 'application/zip',
    fileName: expect.stringMatching(/^sft_openai-\w{8}\.zip$/) as string,
  });
  expect([...(await zip.bytes()).subarray(0, 2)]).toEqual([0x50, 0x4b]);
  const params = { id: made.id };
  for (const name of ['data/none.jsonl', '../../catalog.db'])
    await expect(studio.download('downloadDatasetFile', { params, query: { name } })).rejects.toMatchObject({
      status: 404,
    });
  await studio.call('removeDataset', { params });
  await expect(studio.download('downloadDataset', { params })).rejects.toBeInstanceOf(StudioRefusal);
});

it.each([
  { failures: [401], error: 'refused the token' },
  { failures: [403], error: 'refused the token' },
  { failures: [413], error: 'too large' },
  { failures: [400], error: 'did not go through (400): no: Bearer ***' },
  { failures: [500, 500, 500, 500], error: 'did not go through (500): no: Bearer ***' },
  { failures: [429, 500], error: null },
  { failures: [], cuts: 2, error: null },
])(
  'a Hub that answers $failures, or cuts connections ($cuts), ends in a word on it or in the files',
  async ({ failures, cuts = 0, error }) => {
    const made = await exported();
    hub.failures.push(...failures.map((status) => ({ status, ...(status === 429 && { retryAfterS: 1 }) })));
    hub.cuts = cuts;
    hub.files.clear();
    const job = await ended(
      await studio.call('pushDataset', {
        params: { id: made.id },
        body: { repo: 'lab/tiny', token: HUB_TOKEN },
      }),
    );
    expect(hub.failures).toEqual([]);
    if (error === null) expect(job).toMatchObject({ state: 'done', error: null });
    else expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining(error) as string });
    expect([...hub.files.keys()].sort()).toEqual(error === null ? ['README.md', 'data/train.jsonl'] : []);
  },
  120_000,
);

it('the token of a push is nowhere afterwards: not in the home, the log, jobs, or what is refused', async () => {
  const { id } = await exported();
  const push = (token: string, repo = 'lab/tiny') =>
    studio.call('pushDataset', { params: { id }, body: { repo, token } });
  const planted = 'hf_planted0secret';
  const refusals: unknown[] = [];
  for (const [token, repo] of [
    [`${planted}!`, 'lab/tiny'],
    [planted, 'nowhere'],
  ] as const)
    refusals.push(await push(token, repo).catch((error: unknown) => error));
  expect(refusals).toMatchObject([{ status: 400 }, { status: 400 }]);
  expect(await ended(await push(planted))).toMatchObject({ state: 'failed' });
  expect(await ended(await push(HUB_TOKEN))).toMatchObject({ state: 'done' });
  const told = JSON.stringify([
    await studio.call('listJobs', {}),
    await studio.call('listDatasets', {}),
    refusals.map(String),
  ]);
  const kept = await Promise.all(
    (await readdir(home, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  );
  expect(kept.length).toBeGreaterThan(3);
  log.info('the log is read');
  expect(logged).toContain('the log is read');
  for (const secret of [planted, HUB_TOKEN])
    for (const text of [logged, told, ...kept]) expect(text).not.toContain(secret);
});
