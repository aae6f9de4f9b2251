import { z } from 'zod';

/** Row shapes of JSONL packs (the AWM-1K format) and file shapes of source packs. Unknown keys are ignored. */

const name = z.string().min(1);
const taskIdx = z.int().min(0).max(9999);

export const scenarioRow = z.object({ name, description: z.string().nullish() });

export const tasksRow = z.object({ scenario: name, tasks: z.array(z.string()) });

export const dbRow = z.object({
  scenario: name,
  db_schema: z.object({
    tables: z.array(z.object({ name: z.string(), ddl: z.string(), indexes: z.array(z.string()).nullish() })),
  }),
});

export const sampleRow = z.object({
  scenario: name,
  sample_data: z.object({
    tables: z.array(z.object({ table_name: z.string(), insert_statements: z.array(z.string()) })),
  }),
});

export const envRow = z.object({ scenario: name, full_code: z.string().min(1) });

export const verifierRow = z.object({
  scenario: name,
  task_idx: taskIdx,
  verification: z.object({ code: z.string().min(1), raw_response: z.string().nullish() }),
});

/** What `raw_response` holds as JSON text where it is not ''. */
export const verifierRawResponse = z.object({
  reasoning: z.string().nullish(),
  success_criteria: z.string().nullish(),
  failure_criteria: z.string().nullish(),
});

/** scenarios/<key>/scenario.json */
export const scenarioFile = z.object({ name, description: z.string(), category: z.string().optional() });

/** scenarios/<key>/tasks/<i>/task.json */
export const taskFile = z.object({
  task: z.string().min(1),
  sql: z
    .object({
      reasoning: z.string().default(''),
      success_criteria: z.string().default(''),
      failure_criteria: z.string().default(''),
      fields: z.array(z.string()).optional(),
    })
    .optional(),
  answer_counts: z.boolean().optional(),
});

const solution = z.object({
  calls: z.array(z.object({ tool: z.string().min(1), arguments: z.record(z.string(), z.unknown()) })),
  final_answer: z.string().nullable(),
});

/** scenarios/<key>/tasks/<i>/gold.json */
export const goldFile = z.object({
  gold: solution,
  near_misses: z
    .array(solution.extend({ name: z.string(), kind: z.enum(['wrong_write', 'wrong_answer']) }))
    .default([]),
});

/** `pack.json` beside the files of a pulled pack. */
export const packManifest = z.object({
  version: z.literal(1),
  repo: z.string(),
  revision: z.string(),
  endpoint: z.string(),
  pulled_at: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.int().min(0), sha256: z.string() })),
});

export type PackManifest = z.infer<typeof packManifest>;

/** One line for a person: where in the value, and what is wrong with it. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'does not have the expected shape';
  const where = issue.path.map(String).join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}
