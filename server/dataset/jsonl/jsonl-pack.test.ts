import { appendFile, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDataset } from '../dataset.ts';
import type { Dataset } from '../types.ts';
import {
  dbRow,
  envRow,
  HAS_SAMPLE,
  jsonl,
  jsonlPack,
  SAMPLE_PACK,
  tempDir,
  verifierRow,
  writeFiles,
} from '../testing/packs.ts';
import { MAX_ROW_BYTES } from './file-index.ts';
import { PACK_FILES } from './files.ts';
import { runIndex } from './run-index.ts';

async function openAt(path: string, cacheDir = join(path, '.cache')): Promise<Dataset> {
  return createDataset({ packs: [{ path, trusted: false, name: 'p' }], cacheDir, watch: false });
}

describe('a JSONL pack', () => {
  it('gives sources and verifiers by offset', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, jsonlPack('Shop 1', 'bank_2'));
    await using dataset = await openAt(dir.path);
    expect(dataset.packs()[0]?.problems).toEqual([]);
    expect(dataset.list().map(({ key, name }) => [key, name])).toEqual([
      ['shop_1', 'Shop 1'],
      ['bank_2', 'bank_2'],
    ]);
    expect(JSON.parse(dataset.listJson())).toEqual([
      { name: 'shop_1', description: 'About Shop 1', num_tasks: 2, tasks: ['First', 'Second'] },
      { name: 'bank_2', description: 'About bank_2', num_tasks: 2, tasks: ['First', 'Second'] },
    ]);
    expect(dataset.find('SHOP  1')).toMatchObject({ category: null, tableCount: 1 });
    expect(dataset.find('SHOP  1')?.verifiers).toEqual([
      { code: false, sql: true },
      { code: true, sql: false },
    ]);
    const source = await dataset.source('shop_1');
    expect(source).toMatchObject({
      code: 'app = 1\n',
      seed: [{ tableName: 'users' }],
      tables: [{ name: 'users' }],
    });
    expect(source.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await dataset.verifier('shop_1', 0, 'sql')).toMatchObject({
      functionName: 'verify_task',
      reasoning: 'why',
    });
    expect(await dataset.verifier('shop_1', 0, 'code')).toBeUndefined();
    expect(await dataset.gold('shop_1', 0)).toBeUndefined();
    await expect(dataset.source('nope')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names broken rows by file and line, skips them and keeps the rest', async () => {
    await using dir = await tempDir();
    const files = jsonlPack('a', 'b', 'c', 'd');
    files['gen_envs.jsonl'] = jsonl(envRow('a'), '{"scenario": "b", "full_code": "cut', envRow('c'), {
      full_code: 'x',
      scenario: 'd',
    });
    files['gen_db.jsonl'] = jsonl(
      dbRow('a'),
      dbRow('b'),
      { scenario: 'c', db_schema: { tables: 'none' } },
      dbRow('d'),
      '',
      '[1]',
    );
    files['gen_verifier.pure_code.jsonl'] = jsonl(
      verifierRow('a', 0, 'def verify_first(): pass'),
      verifierRow('a', 0, 'def verify_second(): pass'),
      { ...Object(verifierRow('a', 1, 'x')), task_idx: '1' },
      verifierRow('a', 7, 'def verify_x(): pass'),
      { scenario: 'a', task_idx: 1 },
    );
    await writeFiles(dir.path, files);
    await writeFile(
      join(dir.path, 'gen_tasks.jsonl'),
      Buffer.concat([Buffer.from(files['gen_tasks.jsonl'] ?? ''), Buffer.from([0xff, 0xfe, 10])]),
    );
    await using dataset = await openAt(dir.path);
    expect(dataset.list().map(({ key }) => key)).toEqual(['a', 'd']);
    expect((await dataset.source('d')).code).toBe('x');
    expect((await dataset.verifier('a', 0, 'code'))?.functionName).toBe('verify_first');
    const problems = dataset.packs()[0]?.problems ?? [];
    const at = (file: string, line: number): string | undefined =>
      problems.find((problem) => problem.file === file && problem.line === line)?.message;
    expect(at('gen_envs.jsonl', 2)).toContain('not valid JSON');
    expect(at('gen_db.jsonl', 3)).toContain('db_schema.tables');
    expect(at('gen_db.jsonl', 6)).toContain('wrong shape');
    expect(at('gen_tasks.jsonl', 5)).toContain('UTF-8');
    expect(at('gen_verifier.pure_code.jsonl', 2)).toContain('earlier row');
    expect(at('gen_verifier.pure_code.jsonl', 3)).toContain('task_idx');
    expect(at('gen_verifier.pure_code.jsonl', 4)).toContain('not used');
    expect(at('gen_verifier.pure_code.jsonl', 5)).toContain('verification');
    expect(at('gen_scenario.jsonl', 2)).toContain("'b' is left out: it has no usable row in gen_envs.jsonl");
    expect(at('gen_scenario.jsonl', 3)).toContain('gen_db.jsonl');
    expect(problems.every(({ pack }) => pack === 'p')).toBe(true);
  });

  it('bounds the problems of a file that is broken throughout', async () => {
    await using dir = await tempDir();
    const files = jsonlPack('a');
    await writeFiles(dir.path, { ...files, 'gen_sample.jsonl': 'garbage\n'.repeat(500) });
    await using dataset = await openAt(dir.path);
    const problems = dataset.packs()[0]?.problems ?? [];
    expect(problems.length).toBeLessThan(110);
    expect(problems.some(({ message }) => message.includes('400 more rows'))).toBe(true);
    expect(problems.some(({ message }) => message.includes('starts with empty tables'))).toBe(true);
    expect((await dataset.source('a')).seed).toEqual([]);
  });

  it('uses the cached index, and makes it again for the file that changed', async () => {
    await using dir = await tempDir();
    await using cache = await tempDir();
    await writeFiles(dir.path, jsonlPack('a', 'b'));
    await (await openAt(dir.path, cache.path))[Symbol.asyncDispose]();
    const [name = ''] = await readdir(cache.path);
    const cached = join(cache.path, name);
    const before = await stat(cached);
    await (await openAt(dir.path, cache.path))[Symbol.asyncDispose]();
    expect((await stat(cached)).mtimeMs).toBe(before.mtimeMs);

    await appendFile(join(dir.path, 'gen_envs.jsonl'), jsonl(envRow('c')));
    await using third = await openAt(dir.path, cache.path);
    expect(third.packs()[0]?.problems.some(({ message }) => message.includes("'c' is left out"))).toBe(true);

    await writeFile(cached, '{"version":1,');
    await using fourth = await openAt(dir.path, cache.path);
    expect(fourth.list()).toHaveLength(2);
  });

  it('sees an edit that keeps size and time', async () => {
    await using dir = await tempDir();
    await using cache = await tempDir();
    await writeFiles(dir.path, jsonlPack('a'));
    const path = join(dir.path, 'gen_envs.jsonl');
    const { atime, mtime } = await stat(path);
    await (await openAt(dir.path, cache.path))[Symbol.asyncDispose]();
    await writeFile(path, (await readFile(path, 'utf8')).replace('app = 1', 'app = 2'));
    await utimes(path, atime, mtime);
    await using dataset = await openAt(dir.path, cache.path);
    expect((await dataset.source('a')).code).toBe('app = 2\n');
  });

  it('refuses a row that is no longer the one that was indexed', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, jsonlPack('a', 'b'));
    await using dataset = await openAt(dir.path);
    const path = join(dir.path, 'gen_envs.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('"a"', '"z"'));
    await expect(dataset.source('a')).rejects.toMatchObject({ code: 'pack_invalid', details: { line: 1 } });
  });

  it('works without a place for its cache', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, { ...jsonlPack('a'), blocked: '' });
    await using dataset = await openAt(dir.path, join(dir.path, 'blocked'));
    expect(dataset.list()).toHaveLength(1);
  });

  it('indexes in workers as it does inline', async () => {
    await using dir = await tempDir();
    const files = jsonlPack('a', 'b');
    await writeFiles(dir.path, files);
    const jobs = (['tasks', 'envs', 'code'] as const).map((kind) => ({
      kind,
      path: join(dir.path, PACK_FILES[kind]),
      size: 10,
    }));
    expect(await runIndex(jobs, 0)).toEqual(await runIndex(jobs));
    const missing = [{ kind: 'db' as const, path: join(dir.path, 'none'), size: 10 }];
    await expect(runIndex(missing, 0)).rejects.toMatchObject({ code: 'pack_invalid' });
    await expect(runIndex(missing)).rejects.toMatchObject({ code: 'pack_invalid' });
  });
});

describe.skipIf(!HAS_SAMPLE)('the AWM-1K sample (skipped where ../shared/awm-1k-sample is absent)', () => {
  it('gives ten scenarios in the order of the reference', async () => {
    await using cache = await tempDir();
    await using dataset = await openAt(SAMPLE_PACK, cache.path);
    expect(dataset.packs()[0]).toMatchObject({ scenarios: 10, problems: [] });
    const list = JSON.parse(dataset.listJson()) as { name: string; num_tasks: number }[];
    expect(list[0]).toMatchObject({ name: 'news_and_media_1', description: '', num_tasks: 10 });
    expect(dataset.find('BANKING FINTECH 2')?.key).toBe('banking_fintech_2');
    const verifiers = dataset.list().flatMap(({ verifiers }) => verifiers);
    expect(verifiers.filter(({ code }) => code)).toHaveLength(100);
    for (const { key } of dataset.list()) {
      const source = await dataset.source(key);
      expect(source.tables.length).toBeGreaterThan(10);
      expect(source.code).toContain('create_engine(');
    }
    expect((await dataset.verifier('news_and_media_1', 0, 'code'))?.functionName).toBe(
      'verify_task_completion',
    );
  });
});

describe('indexFile', () => {
  it('passes over a row that is too long, also in a worker with its small heap', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, PACK_FILES.envs);
    const almost = MAX_ROW_BYTES - 100;
    await writeFile(
      path,
      jsonl(envRow('a', 'x'.repeat(almost)), envRow('b', 'é'.repeat(MAX_ROW_BYTES / 2)), envRow('c')),
    );
    const index = (await runIndex([{ kind: 'envs', path, size: 1 }], 0)).get('envs');
    expect(index?.rows.map(({ key, line }) => [key, line])).toEqual([
      ['a', 1],
      ['c', 3],
    ]);
    expect(index?.problems).toMatchObject([
      { line: 2, message: expect.stringContaining('the limit is') as string },
    ]);
  });
});
