import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ScenarioSource } from '../../dataset/types.ts';

const envRow = z.object({ scenario: z.string(), full_code: z.string() });
const dbRow = z.object({
  scenario: z.string(),
  db_schema: z.object({
    tables: z.array(z.object({ name: z.string(), ddl: z.string(), indexes: z.array(z.string()).optional() })),
  }),
});
const sampleRow = z.object({
  scenario: z.string(),
  sample_data: z.object({
    tables: z.array(z.object({ table_name: z.string(), insert_statements: z.array(z.string()) })),
  }),
});

function row<T extends { scenario: string }>(path: string, schema: z.ZodType<T>, key: string): T {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (!line.includes(`"${key}"`)) continue;
    const parsed = schema.parse(JSON.parse(line));
    if (parsed.scenario === key) return parsed;
  }
  throw new Error(`${key} is not in ${path}`);
}

/** A scenario of ../shared/awm-1k-sample, read without the dataset. */
export function readSample(shared: string, key: string): ScenarioSource {
  const dir = join(shared, 'awm-1k-sample');
  const code = row(join(dir, 'gen_envs.jsonl'), envRow, key).full_code;
  const tables = row(join(dir, 'gen_db.jsonl'), dbRow, key).db_schema.tables.map((table) => ({
    name: table.name,
    ddl: table.ddl,
    indexes: table.indexes ?? [],
  }));
  const seed = row(join(dir, 'gen_sample.jsonl'), sampleRow, key).sample_data.tables.map((table) => ({
    tableName: table.table_name,
    insertStatements: table.insert_statements,
  }));
  return toSource(key, code, tables, seed);
}

export function toSource(
  key: string,
  code: string,
  tables: ScenarioSource['tables'] = [],
  seed: ScenarioSource['seed'] = [],
): ScenarioSource {
  const hash = createHash('sha256')
    .update(JSON.stringify([code, tables, seed]))
    .digest('hex');
  return { key, pack: 'test', trusted: false, code, tables, seed, hash };
}
