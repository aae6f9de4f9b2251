import type { ScenarioSource, ScenarioSummary, Verifier } from '../server/dataset/types.ts';
import { createRandom, filler } from './pack-filler.ts';

/**
 * Bytes of a row in the public set (its files have 1.3, 2.7, 11.7, 37.1, 104.0, 247.9 and 45.4 MB for 1,000 scenarios and
 * 10,000 tasks), scaled so that 1,000 scenarios make 0.53 GB without the optional gen_spec.
 */
const SCALE = 530 / 450.1;
export const ROW_BYTES = {
  description: 1_200 * SCALE,
  tasks: 2_700 * SCALE,
  db: 11_700 * SCALE,
  sample: 37_100 * SCALE,
  envs: 104_000 * SCALE,
  sqlCode: 12_000 * SCALE,
  sqlResponse: 12_700 * SCALE,
  code: 4_500 * SCALE,
} as const;

export interface Original {
  readonly summary: ScenarioSummary;
  readonly source: ScenarioSource;
  readonly verifiers: readonly { readonly code: Verifier | undefined; readonly sql: Verifier | undefined }[];
}

/** Bytes that JSON text takes beyond the row's frame. */
function size(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The rows of one copy of a scenario, by file. What is added is comments and prose: it runs as the original does. */
export function copyRows(
  original: Original,
  name: string,
  seed: number,
): Readonly<Record<string, readonly unknown[]>> {
  const random = createRandom(seed);
  const { summary, source } = original;
  const pad = (has: unknown, wanted: number, prefix: string): string =>
    filler(wanted - size(has), prefix, random);
  const tables = source.tables.map(({ name: table, ddl, indexes }) => ({ name: table, ddl, indexes }));
  const sample = source.seed.map((rows) => ({
    table_name: rows.tableName,
    insert_statements: rows.insertStatements,
  }));
  const [firstTable, ...otherTables] = tables;
  const [firstRows, ...otherRows] = sample;
  const comment = (has: unknown, wanted: number): string => `-- ${name}\n${pad(has, wanted, '--')}`;
  const verifierRow = (mode: 'code' | 'sql', idx: number, verifier: Verifier): unknown => {
    const code = `# ${name}, task ${idx}\n${pad(verifier.code, mode === 'code' ? ROW_BYTES.code : ROW_BYTES.sqlCode, '#')}${verifier.code}`;
    const response = {
      reasoning: `${verifier.reasoning}\n${mode === 'sql' ? pad(verifier.reasoning, ROW_BYTES.sqlResponse, 'Note:') : ''}`,
      success_criteria: verifier.successCriteria,
      failure_criteria: verifier.failureCriteria,
    };
    const verification = { code, raw_response: mode === 'sql' ? JSON.stringify(response) : '' };
    return { scenario: name, task_idx: idx, task: summary.tasks[idx] ?? '', verification };
  };
  const rowsOf = (mode: 'code' | 'sql'): unknown[] =>
    original.verifiers.flatMap((verifiers, idx) => {
      const verifier = verifiers[mode];
      return verifier === undefined ? [] : [verifierRow(mode, idx, verifier)];
    });
  return {
    'gen_scenario.jsonl': [
      {
        name,
        description:
          `${summary.description} ${pad(summary.description, ROW_BYTES.description, 'About')}`.trim(),
      },
    ],
    'gen_tasks.jsonl': [{ scenario: name, tasks: summary.tasks }],
    'gen_db.jsonl': [
      {
        scenario: name,
        db_schema: {
          tables:
            firstTable === undefined
              ? []
              : [{ ...firstTable, ddl: `${comment(tables, ROW_BYTES.db)}${firstTable.ddl}` }, ...otherTables],
        },
        db_path: `./outputs/databases/${name}.db`,
      },
    ],
    'gen_sample.jsonl': [
      {
        scenario: name,
        tables_count: sample.length,
        inserts_count: sample.reduce((sum, rows) => sum + rows.insert_statements.length, 0),
        sample_data: {
          tables:
            firstRows === undefined
              ? []
              : [withComment(firstRows, comment(sample, ROW_BYTES.sample)), ...otherRows],
        },
      },
    ],
    'gen_envs.jsonl': [
      {
        scenario: name,
        db_path: `./outputs/databases/${name}.db`,
        full_code: `# ${name}\n${pad(source.code, ROW_BYTES.envs, '#')}${source.code}`,
      },
    ],
    'gen_verifier.jsonl': rowsOf('sql'),
    'gen_verifier.pure_code.jsonl': rowsOf('code'),
  };
}

function withComment(
  rows: { readonly table_name: string; readonly insert_statements: readonly string[] },
  comment: string,
): unknown {
  const [first = '', ...others] = rows.insert_statements;
  return { ...rows, insert_statements: first === '' ? others : [`${comment}${first}`, ...others] };
}
