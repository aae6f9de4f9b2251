import { dbRow, envRow, sampleRow, scenarioRow, tasksRow, verifierRow } from '../../../lib/contracts/pack.ts';

/** The files of a JSONL pack, by what they hold. */
export const PACK_FILES = {
  scenario: 'gen_scenario.jsonl',
  tasks: 'gen_tasks.jsonl',
  db: 'gen_db.jsonl',
  sample: 'gen_sample.jsonl',
  envs: 'gen_envs.jsonl',
  sql: 'gen_verifier.jsonl',
  code: 'gen_verifier.pure_code.jsonl',
} as const;

export type PackFileKind = keyof typeof PACK_FILES;

export const PACK_FILE_KINDS: readonly PackFileKind[] = [
  'scenario',
  'tasks',
  'db',
  'sample',
  'envs',
  'sql',
  'code',
];

/** Without these nothing of a pack can run. */
export const REQUIRED_KINDS: readonly PackFileKind[] = ['tasks', 'db', 'envs'];

export const ROW_SCHEMAS = {
  scenario: scenarioRow,
  tasks: tasksRow,
  db: dbRow,
  sample: sampleRow,
  envs: envRow,
  sql: verifierRow,
  code: verifierRow,
} as const;
