import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDataset } from './dataset.ts';
import { jsonlPack, sourceScenario, tempDir, writeFiles } from './testing/packs.ts';

async function failure(path: string): Promise<{ code?: string; message: string }> {
  const error: unknown = await createDataset({
    packs: [{ path, trusted: false }],
    cacheDir: `${path}.cache`,
    watch: false,
  }).then(
    () => new Error('opened'),
    (reason: unknown) => reason,
  );
  return error as { code?: string; message: string };
}

describe('createDataset', () => {
  it('joins packs: the first that has a key wins, and the clash is told', async () => {
    await using dir = await tempDir();
    await writeFiles(join(dir.path, 'x/data'), jsonlPack('shared', 'only_jsonl'));
    await writeFiles(join(dir.path, 'y/data'), {
      ...sourceScenario('Shared!', 'Shared!'),
      ...sourceScenario('only_source'),
    });
    await using dataset = await createDataset({
      packs: [
        { path: join(dir.path, 'x/data'), trusted: false },
        { path: join(dir.path, 'y/data'), trusted: true },
      ],
      cacheDir: join(dir.path, 'cache'),
      watch: false,
    });
    expect(dataset.list().map(({ key, pack, trusted }) => [key, pack, trusted])).toEqual([
      ['shared', 'data', false],
      ['only_jsonl', 'data', false],
      ['only_source', 'data-2', true],
    ]);
    const [first, second] = dataset.packs();
    expect(first?.problems).toEqual([]);
    expect(second).toMatchObject({ name: 'data-2', scenarios: 1 });
    expect(second?.problems[0]?.message).toContain("'shared': already in pack 'data'");
    expect((await dataset.source('shared')).pack).toBe('data');
    expect((await dataset.source('only_source')).pack).toBe('data-2');
  });

  it('says clearly why a folder cannot be used', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      'file.txt': '',
      'other/readme.md': '',
      'part/gen_tasks.jsonl': '',
      'part/gen_envs.jsonl.part': '',
      'single/scenario.json': '{}',
      ...Object.fromEntries(Object.entries(jsonlPack('a')).map(([name, text]) => [`blocked/${name}`, text])),
    });
    await mkdir(join(dir.path, 'empty'));
    await mkdir(join(dir.path, 'folder-as-file/gen_envs.jsonl'), { recursive: true });
    await writeFiles(join(dir.path, 'folder-as-file'), { 'gen_tasks.jsonl': '', 'gen_db.jsonl': '' });
    const cases: [string, RegExp][] = [
      ['missing', /does not exist.*--data/],
      ['file.txt', /is a file/],
      ['file.txt/below', /cannot be read \(ENOTDIR\)/],
      ['empty', /is empty/],
      ['other', /is no pack/],
      ['part', /lacks gen_db.jsonl, gen_envs.jsonl.*download is not complete/],
      ['single', /give the folder above it/],
      ['folder-as-file', /gen_envs.jsonl cannot be read/],
    ];
    for (const [name, message] of cases) {
      const error = await failure(join(dir.path, name));
      expect(error.code, name).toBe('pack_invalid');
      expect(error.message, name).toMatch(message);
    }
  });
});
