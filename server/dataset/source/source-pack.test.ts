import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createDataset } from '../dataset.ts';
import type { Dataset } from '../types.ts';
import { replaceFile, sourceScenario, tempDir, writeFiles } from '../testing/packs.ts';

async function openAt(path: string, watch = false): Promise<Dataset> {
  return createDataset({
    packs: [{ path, trusted: true, name: 'mine' }],
    cacheDir: join(path, '.cache'),
    watch,
  });
}

/** The next keys that the dataset tells. */
function nextChange(dataset: Dataset): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const stop = dataset.onChange((keys) => {
      stop();
      resolve(keys);
    });
  });
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { interval: 20 }).toBe(true);
}

describe('a source pack', () => {
  it('has what changed at any moment of its reading', async () => {
    await using dir = await tempDir();
    const names = Array.from({ length: 12 }, (_, i) => `s${String(i)}`);
    for (const name of names) await writeFiles(dir.path, sourceScenario(name));
    const path = join(dir.path, 's0', 'app.py');
    for (let delay = 0; delay <= 12; delay += 1) {
      const opening = openAt(dir.path, true);
      await setTimeout(delay);
      const code = `# after ${String(delay)} ms\napp = 1\n`;
      await replaceFile(path, code);
      await using dataset = await opening;
      await expect
        .poll(async () => (await dataset.source('s0')).code, { interval: 20, timeout: 5_000 })
        .toBe(code);
    }
  });

  it('reads folders into scenarios', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      ...sourceScenario('b_second', 'B Second'),
      ...sourceScenario('a_first'),
      'tests/harness.py': '',
      'README.md': '',
    });
    await using dataset = await openAt(dir.path);
    expect(dataset.packs()[0]).toMatchObject({ kind: 'source', scenarios: 2, problems: [], trusted: true });
    expect(dataset.list().map(({ key, name }) => [key, name])).toEqual([
      ['a_first', 'a_first'],
      ['b_second', 'B Second'],
    ]);
    const source = await dataset.source('a_first');
    expect(source.tables).toHaveLength(1);
    expect(source.tables[0]?.indexes).toEqual(['CREATE INDEX users_name ON users(name);']);
    expect(source.seed).toEqual([
      {
        tableName: 'users',
        insertStatements: ["INSERT INTO users VALUES (1, 'a; b');", "INSERT INTO users VALUES (2, 'it''s');"],
      },
    ]);
    expect(await dataset.verifier('a_first', 0, 'code')).toMatchObject({
      functionName: 'verify_task_completion',
    });
    expect(await dataset.verifier('a_first', 0, 'sql')).toMatchObject({
      successCriteria: 's',
      failureCriteria: 'f',
    });
    expect(await dataset.gold('a_first', 0)).toEqual({
      calls: [{ tool: 'get_user', arguments: { id: 1 } }],
      finalAnswer: '42',
    });
  });

  it('names what is broken and keeps the rest', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      ...sourceScenario('fine'),
      ...sourceScenario('json'),
      'json/scenario.json': '{\n "name": "json",\n oops\n}',
      ...sourceScenario('schema'),
      'schema/schema.sql': "CREATE TABLE a (b);\nCREATE TABLE c (d DEFAULT 'open);",
      ...sourceScenario('tasks'),
      'tasks/tasks/0/verify_sql.py': 'x = 1\n',
      'tasks/tasks/1/task.json': '{"task": 5}',
      'noapp/scenario.json': '{"name":"noapp","description":""}',
      ...sourceScenario('twin', 'fine'),
    });
    await using dataset = await openAt(dir.path);
    expect(dataset.list().map(({ key }) => key)).toEqual(['fine', 'tasks']);
    expect(dataset.find('tasks')?.verifiers).toEqual([{ code: true, sql: false }]);
    const problems = dataset.packs()[0]?.problems ?? [];
    const of = (file: string) => problems.find((problem) => problem.file === file);
    expect(of('json/scenario.json')).toMatchObject({ line: 3 });
    expect(of('schema/schema.sql')).toMatchObject({ line: 2 });
    expect(of('noapp/app.py')?.message).toContain('missing');
    expect(of('tasks/tasks/0/verify_sql.py')?.message).toContain('verify_');
    expect(of('tasks/tasks/1/task.json')?.message).toContain('task');
    expect(of('twin/scenario.json')?.message).toContain('already read');
  });

  it('reads a scenario again when a file changes, and keeps the last good one over a broken edit', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, { ...sourceScenario('one'), ...sourceScenario('two') });
    await using dataset = await openAt(dir.path, true);
    const before = await dataset.source('one');
    const json = dataset.listJson();

    let change = nextChange(dataset);
    await replaceFile(join(dir.path, 'one/app.py'), 'app = 2\n');
    expect(await change).toEqual(['one']);
    const after = await dataset.source('one');
    expect(after.code).toBe('app = 2\n');
    expect(after.hash).not.toBe(before.hash);

    await replaceFile(join(dir.path, 'one/schema.sql'), 'CREATE TABLE (');
    await until(() => (dataset.packs()[0]?.problems.length ?? 0) > 0);
    expect(dataset.packs()[0]?.problems[0]?.message).toContain('last good version stays');
    expect((await dataset.source('one')).hash).toBe(after.hash);

    change = nextChange(dataset);
    await replaceFile(join(dir.path, 'one/schema.sql'), 'CREATE TABLE t (a);');
    expect(await change).toEqual(['one']);
    expect(dataset.packs()[0]?.problems).toEqual([]);
    expect((await dataset.source('one')).tables[0]?.name).toBe('t');

    change = nextChange(dataset);
    await replaceFile(join(dir.path, 'one/tasks/0/task.json'), JSON.stringify({ task: 'Another text' }));
    expect(await change).toEqual(['one']);
    expect(dataset.find('one')?.tasks).toEqual(['Another text']);
    expect(dataset.listJson()).not.toBe(json);
  });

  it('sees scenarios that are added and removed', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, sourceScenario('one'));
    await using dataset = await openAt(dir.path, true);
    await writeFiles(dir.path, sourceScenario('three'));
    await until(() => dataset.find('three')?.tasks.length === 1);
    const change = nextChange(dataset);
    await rm(join(dir.path, 'one'), { recursive: true });
    expect(await change).toEqual(['one']);
    expect(dataset.find('one')).toBeUndefined();
    await expect(dataset.source('one')).rejects.toMatchObject({ code: 'not_found' });
  });
});
