import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStudioClient } from '../../../lib/studio-client/index.ts';
import { HUB_TOKEN, startFakeHub, type FakeHub } from '../../annotate/datasets/testing/fake-hub.ts';
import { createApp, type App } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { labelRuns, playTiny } from '../../testing/label-runs.ts';
import { createTinyPack, type TinyPack } from '../../testing/tiny-pack.ts';
import { exportLabels } from './index.ts';
import { writeFolder } from './write-folder.ts';

/** The same export of a studio that runs, and of its home once it does not. */
let app: App | undefined;
let pack: TinyPack;
let hub: FakeHub;
let dir: string;
let flags: readonly string[];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'export-labels-'));
  [pack, hub] = await Promise.all([createTinyPack(), startFakeHub()]);
  flags = ['--data', pack.dir, '--home', join(dir, 'home'), '--hub-endpoint', hub.url];
  app = await createApp(
    loadConfig([...flags, '--port', '0', '--no-ui', '--no-check'], {}),
    createLog('silent'),
  );
  const studio = createStudioClient(app.url, { person: 'Lena' });
  const { id } = await studio.call('createProject', { body: { name: 'Tiny' } });
  await labelRuns(app.url, id, 'First', [await playTiny(studio, 'one'), await playTiny(studio, 'two')]);
  await labelRuns(app.url, id, 'Second', [await playTiny(studio, 'three')]);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await app?.[Symbol.asyncDispose]();
  await pack[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

async function run(...argv: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await exportLabels(argv, { stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

const linesOf = async (folder: string) =>
  (await readFile(join(folder, 'data/train.jsonl'), 'utf8')).trim().split('\n');

describe('studio export-labels', () => {
  it('of a studio that runs: to a folder, by names, and to the Hub', async () => {
    const url = ['--url', app?.url ?? ''];
    const held = await run('--project', 'Tiny', '--to', join(dir, 'held'), ...flags);
    expect(held).toMatchObject({ code: 1, err: expect.stringContaining('--url http://') as string });
    const folder = join(dir, 'all');
    const all = await run(...url, '--project', 'Tiny', '--to', folder);
    expect(all).toMatchObject({ code: 0, err: '' });
    expect(all.out).toMatch(/all: 9 rows, .*, schema [0-9a-f]{64}\nfrom datasets import/);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'README.md',
      'data',
      'data/train.jsonl',
    ]);
    const some = await run(...url, '--project', 'Tiny', '--queue', 'Second', '--to', join(dir, 'some'));
    expect(some.out).toMatch(/some: 3 rows/);
    expect(await linesOf(folder)).toEqual(expect.arrayContaining(await linesOf(join(dir, 'some'))));
    vi.stubEnv('HF_TOKEN', HUB_TOKEN);
    const pushed = await run(...url, '--project', 'Tiny', '--shape', 'sft_openai', '--push', 'lab/tiny');
    expect(pushed).toMatchObject({ code: 0, out: expect.stringContaining('/datasets/lab/tiny') as string });
    expect(hub.repos.get('lab/tiny')).toEqual({ private: true });
    // Only what was pushed stays in its list.
    const { items } = await createStudioClient(app?.url ?? '').call('listDatasets', {});
    expect(items.map(({ spec }) => spec.shape)).toEqual(['sft_openai']);
  });

  it.each([
    [['--project', 'Tiny'], 'Say where it goes'],
    [['--project', 'Tinny', '--to', 'x'], "no project 'Tinny'; there are: Tiny"],
    [['--project', 'Tiny', '--queue', 'Third', '--to', 'x'], "no queue 'Third'; there are: "],
    [['--project', 'Tiny', '--shape', 'rows', '--to', 'x'], '--shape: '],
    [['--project', 'Tiny', '--shape', 'prm', '--format', 'csv', '--to', 'x'], 'comes as jsonl alone'],
    [['--project', 'Tiny', '--split', '2,1', '--to', 'x'], '--split takes shares'],
    [['--to', 'x'], 'project: '],
    [['--project', 'Tiny', '--to', 'home/catalog.db/x'], 'catalog.db/x cannot be written to'],
  ])('says what is wrong with %j', async (argv, message) => {
    const told = argv.map((word) => (word.endsWith('x') ? join(dir, word) : word));
    const answer = await run('--url', app?.url ?? '', ...told).catch((error: unknown) => ({
      code: 2,
      err: String(error),
    }));
    expect(answer.code).toBeGreaterThan(0);
    expect(answer.err).toContain(message);
    expect((await readdir(dir)).filter((name) => name.startsWith('x'))).toEqual([]);
  });

  it('leaves nothing of what did not come whole, and writes over nothing', async () => {
    const full = join(dir, 'full');
    await mkdir(full);
    await writeFile(join(full, 'mine'), '');
    const refused = await run('--url', app?.url ?? '', '--project', 'Tiny', '--to', full);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') as string });
    const files = [{ name: 'data/a', bytes: 3, sha256: '0'.repeat(64), rows: 1 }];
    const { signal } = new AbortController();
    const noSpace = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const broken = () =>
      Promise.resolve(
        new Readable({
          read() {
            this.destroy(noSpace);
          },
        }),
      );
    await expect(writeFolder(join(dir, 'cut'), files, broken, signal)).rejects.toMatchObject({
      code: 'storage_full',
    });
    const other = () => Promise.resolve(Readable.from([Buffer.from('abc')]));
    await expect(writeFolder(join(dir, 'cut'), files, other, signal)).rejects.toThrow('did not come whole');
    expect((await readdir(dir)).filter((name) => name.startsWith('cut'))).toEqual([]);
  });

  it('of a home that no studio holds: the same rows, tools and all', async () => {
    await app?.[Symbol.asyncDispose]();
    app = undefined;
    const folder = join(dir, 'stopped');
    const argv = ['--project', 'Tiny', '--to', folder, ...flags];
    expect(await run(...argv)).toMatchObject({ code: 0, err: '' });
    expect(await linesOf(folder)).toEqual(await linesOf(join(dir, 'all')));
    expect(await run(...argv)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not empty') as string,
    });
    const talks = join(dir, 'talks');
    await run('--project', 'Tiny', '--shape', 'sft_openai', '--to', talks, ...flags);
    const [line = ''] = await linesOf(talks);
    expect((JSON.parse(line) as { tools: string }).tools).toContain('add_item');
    expect(await readdir(join(dir, 'home/exports'))).toHaveLength(1);
  });
});
