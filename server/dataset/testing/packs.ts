import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Packs on disk for tests. */

export const SAMPLE_PACK = resolve(import.meta.dirname, '../../../../shared/awm-1k-sample');
export const HAS_SAMPLE = existsSync(SAMPLE_PACK);

export interface TempDir extends AsyncDisposable {
  readonly path: string;
}

export async function tempDir(): Promise<TempDir> {
  const path = await mkdtemp(join(tmpdir(), 'dataset-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Writes files by relative path, folders made as needed. */
export async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Puts a text in a file's place in one step: whoever watches it never reads half of it, however busy the machine. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = join(tmpdir(), `draft-${randomUUID()}`);
  await writeFile(draft, text);
  await rename(draft, path);
}

export function jsonl(...rows: readonly unknown[]): string {
  return rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}

export function envRow(scenario: string, code = 'app = 1\n'): unknown {
  return { scenario, db_path: `./${scenario}.db`, full_code: code };
}

export function dbRow(scenario: string): unknown {
  const table = { name: 'users', ddl: 'CREATE TABLE users (id INTEGER PRIMARY KEY);', indexes: [] };
  return { scenario, db_schema: { tables: [table] } };
}

export function sampleRow(scenario: string): unknown {
  const table = { table_name: 'users', reasoning: 'x', insert_statements: ['INSERT INTO users VALUES (1);'] };
  return { scenario, tables_count: 1, inserts_count: 1, sample_data: { tables: [table] } };
}

export function verifierRow(scenario: string, idx: number, code: string, raw = ''): unknown {
  return { scenario, task_idx: idx, task: 'x', verification: { code, raw_response: raw } };
}

/** A whole JSONL pack of scenarios with two tasks each. */
export function jsonlPack(...names: readonly string[]): Record<string, string> {
  return {
    'gen_scenario.jsonl': jsonl(...names.map((name) => ({ name, description: `About ${name}` }))),
    'gen_tasks.jsonl': jsonl(...names.map((scenario) => ({ scenario, tasks: ['First', 'Second'] }))),
    'gen_db.jsonl': jsonl(...names.map(dbRow)),
    'gen_sample.jsonl': jsonl(...names.map(sampleRow)),
    'gen_envs.jsonl': jsonl(...names.map((name) => envRow(name))),
    'gen_verifier.jsonl': jsonl(
      ...names.map((name) =>
        verifierRow(name, 0, 'def verify_task(a, b):\n    return {}\n', '{"reasoning":"why"}'),
      ),
    ),
    'gen_verifier.pure_code.jsonl': jsonl(
      ...names.map((name) =>
        verifierRow(name, 1, 'def verify_task_completion(a, b, c=None):\n    return {}\n'),
      ),
    ),
  };
}

/** A scenario folder with one task. */
export function sourceScenario(folder: string, name = folder): Record<string, string> {
  const files: Record<string, string> = {
    'scenario.json': JSON.stringify({ name, description: `About ${name}`, category: 'test' }, null, 2),
    'app.py': `# ${name}\napp = 1\n`,
    'schema.sql':
      'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);\nCREATE INDEX users_name ON users(name);\n',
    'seed.sql': "INSERT INTO users VALUES (1, 'a; b');\nINSERT INTO users VALUES (2, 'it''s');\n",
    'tasks/0/task.json': JSON.stringify({
      task: `Do it in ${name}`,
      sql: { reasoning: 'r', success_criteria: 's', failure_criteria: 'f', fields: ['n'] },
      answer_counts: true,
    }),
    'tasks/0/verify_code.py':
      'import json\n\n\ndef verify_task_completion(initial_db_path, final_db_path, final_answer=None):\n    return {}\n',
    'tasks/0/verify_sql.py': 'def verify_task(initial_db_path, final_db_path):\n    return {}\n',
    'tasks/0/gold.json': JSON.stringify({
      gold: { calls: [{ tool: 'get_user', arguments: { id: 1 } }], final_answer: '42' },
      near_misses: [{ name: 'm', kind: 'wrong_write', calls: [], final_answer: null }],
    }),
  };
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
}
