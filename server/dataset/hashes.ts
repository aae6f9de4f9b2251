import { createHash } from 'node:crypto';
import type { SeedSource, TableSource, Verifier, VerifierMode } from './types.ts';

/** sha256 (hex) of what makes a scenario's database and app: the same inputs have the same hash in any pack. */
export function scenarioHash(
  code: string,
  tables: readonly TableSource[],
  seed: readonly SeedSource[],
): string {
  const hash = createHash('sha256');
  const part = (text: string): void => {
    hash.update(`${Buffer.byteLength(text)}:`).update(text);
  };
  part(code);
  for (const table of tables) {
    part(table.name);
    part(table.ddl);
    for (const index of table.indexes) part(index);
    part('');
  }
  part('seed');
  for (const rows of seed) {
    part(rows.tableName);
    for (const statement of rows.insertStatements) part(statement);
    part('');
  }
  return hash.digest('hex');
}

const DEFAULT_FUNCTION = { code: 'verify_task_completion', sql: 'verify_task' } as const;

/** The first `def verify_…` of the code is the one called; where there is none the run itself says so. */
export function createVerifier(
  mode: VerifierMode,
  code: string,
  criteria: {
    readonly reasoning: string;
    readonly successCriteria: string;
    readonly failureCriteria: string;
  },
): Verifier {
  return {
    mode,
    code,
    functionName: /^[ \t]*(?:async[ \t]+)?def[ \t]+(verify_\w*)/m.exec(code)?.[1] ?? DEFAULT_FUNCTION[mode],
    // One by one: a whole verifier may be given, whose other fields are another's.
    reasoning: criteria.reasoning,
    successCriteria: criteria.successCriteria,
    failureCriteria: criteria.failureCriteria,
    hash: createHash('sha256').update(`${mode}\n`).update(code).digest('hex'),
  };
}
