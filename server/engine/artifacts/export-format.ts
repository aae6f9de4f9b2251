import { z } from 'zod';
import { parseLossless } from '../../../lib/util/lossless-json.ts';

/**
 * studio.json, beside the five files of a run: what a studio recorded more than they hold. `version` rises with every
 * change that an older reader cannot take. studio-steps.jsonl has a step a line; studio-states.bin the states one after
 * the other, each a whole database or a page delta (lib/domain/page-delta) on `base`, compressed with zstd.
 */
export const EXPORT_FORMAT = 'awm-studio-run';
export const EXPORT_VERSION = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().nullable();
const int = z.number().int();
/** JSON text of a value of the schema. */
function json(schema: z.ZodType) {
  return z.string().refine((value) => {
    try {
      return schema.safeParse(parseLossless(value)).success;
    } catch {
      return false;
    }
  }, 'must be JSON of the right kind');
}
const strings = json(z.array(z.string())).nullable();
const flag = z.union([z.literal(0), z.literal(1)]);

const episode = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  client_episode_id: text,
  /** As `scenarioKey` makes it: it names folders and files. */
  scenario: z.string().regex(/^[a-z0-9_]{1,200}$/),
  pack: z.string().max(500),
  scenario_hash: z.string().max(200),
  task_idx: int.nullable(),
  task: text,
  actor: z.enum(['human', 'agent', 'unnamed client']),
  transport: z.string().max(100),
  recording: z.enum(['full', 'final', 'calls']),
  options: json(z.record(z.string(), z.unknown())),
  experiment: text,
  policy: text,
  checkpoint: text,
  train_step: int.nullable(),
  run_group: text,
  sample: int.nullable(),
  tags: strings,
  seed_hash: hash,
  base_hash: hash,
  final_hash: hash,
  base_normalised: z.string(),
  steps: int.nonnegative(),
  started_at: z.number(),
  ended_at: z.number(),
  end_reason: z.enum(['done', 'reset', 'closed', 'idle', 'crashed', 'server_stop']),
  verdict: text,
  reward: z.number().nullable(),
  final_answer: text,
  pinned: flag,
  kept: z.enum(['full', 'final', 'calls']).nullable(),
  baseline: flag,
  saw_verdict_at: int.nullable(),
  origin: z.enum(['played', 'fork', 'what_if', 'imported', 'pulled']),
  parent_id: text,
  parent_seq: int.nullable(),
  missing: strings,
  clock_from: z.number().nullable(),
  clock_to: z.number().nullable(),
});

export const exportedStepSchema = z.strictObject({
  seq: int.positive(),
  kind: z.enum(['list_tools', 'call_tool', 'verify', 'done', 'list_scenarios']),
  tool_name: text,
  arguments: json(z.unknown()).nullable(),
  client_metadata: json(z.unknown()).nullable(),
  observation: json(z.unknown()),
  reward_type: text,
  reward: z.number().nullable(),
  http_method: text,
  http_route: text,
  http_status: int.nullable(),
  started_at: z.number(),
  duration: z.number(),
  runtime: z.number().nullable(),
  log_start: int.nonnegative(),
  log_end: int.nonnegative(),
  log_text: text,
  db_before: hash,
  db_after: hash,
  wrote: flag,
  problem: json(
    z.object({
      code: z.enum(['missing', 'not_regular', 'too_large', 'unreadable', 'unstable', 'pending_journal']),
      message: z.string(),
    }),
  ).nullable(),
  normal_state: int.min(0).max(2),
  normalised: text,
  normal_problem: text,
  tables_touched: strings,
  reconstructed: flag,
});

export const exportHeadSchema = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  version: int.min(1).max(EXPORT_VERSION),
  /** Names what was recorded: the same wherever the run goes. */
  contentHash: hash,
  /** sha256 of studio-steps.jsonl. */
  stepsHash: hash,
  episode,
  states: z.array(
    z.strictObject({
      hash,
      size: int.nonnegative(),
      base: hash.nullable(),
      offset: int.nonnegative(),
      length: int.nonnegative(),
    }),
  ),
  used: z.array(hash),
  verdicts: z.array(
    z.strictObject({
      seq: int.nonnegative(),
      mode: z.string(),
      reward_type: z.string(),
      reward: z.number(),
      final_answer: text,
      verifier_hash: z.string(),
      at: z.number(),
    }),
  ),
  labels: z.array(
    z.strictObject({
      by: z.string().max(80),
      source: z.enum(['library', 'queue', 'decision']).default('library'),
      outcome: z.enum(['complete', 'incomplete', 'agent_error', 'server_error']),
      note: text,
      at: z.number(),
    }),
  ),
  notes: z.array(
    z.strictObject({
      id: z.string().max(64),
      seq: int.nullable(),
      text: z.string().max(10_000),
      by: z.string().max(80),
      at: z.number(),
    }),
  ),
  /** Files beside that came with the run when it was imported. */
  files: z.array(z.string().regex(/^(?:trajectory\.json|server\.py|server\.log)$/)).max(3),
  messages: z.strictObject({ text: z.string(), by: text, at: z.number() }).nullable(),
});
export type ExportHead = z.infer<typeof exportHeadSchema>;
