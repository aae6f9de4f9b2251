import { z } from 'zod';
import { originSchema, suspicionSchema } from '../../../lib/contracts/runs.ts';
import type { LabelOutcome, RunRow, Suspicion } from '../../../lib/contracts/runs.ts';
import { beginning } from '../../../lib/domain/beginning.ts';
import { FAILED_TYPES } from '../../../lib/domain/step-effect.ts';
import type { Actor, EndReason } from '../types.ts';

/** A run's row as the catalog holds it; lists are JSON. */
export interface RawRun {
  readonly n: number;
  readonly id: string;
  readonly scenario: string;
  readonly pack: string;
  readonly task_idx: number | null;
  readonly task: string | null;
  readonly actor: string;
  readonly transport: string;
  readonly origin: string;
  readonly experiment: string | null;
  readonly policy: string | null;
  readonly checkpoint: string | null;
  readonly train_step: number | null;
  readonly run_group: string | null;
  readonly sample: number | null;
  readonly tags: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
  readonly steps: number;
  readonly calls: number | null;
  readonly errors: number | null;
  readonly statuses: string | null;
  readonly error_types: string | null;
  readonly verifies: number | null;
  readonly reward: number | null;
  readonly verdict: string | null;
  readonly code: string | null;
  readonly sql: string | null;
  readonly regraded: string | null;
  readonly label: string | null;
  readonly labels: number;
  readonly wrote: number | null;
  readonly tables: string | null;
  readonly collateral: number | null;
  readonly omitted: number | null;
  readonly unread: number | null;
  readonly suspicions: string | null;
  readonly end_state: string | null;
  readonly answer: string | null;
  readonly pinned: number;
  readonly notes: number;
}

const FAILED = `(${[...FAILED_TYPES].map((type) => `'${type}'`).join(', ')})`;
const STEP_FAILED = `(s.http_status >= 400 OR s.reward_type IN ${FAILED})`;

/** Aggregates over steps `s`: the counted columns of RawRun. */
export const STEP_COUNTS = {
  calls: "count(*) FILTER (WHERE s.kind = 'call_tool')",
  errors: `count(*) FILTER (WHERE ${STEP_FAILED})`,
  statuses: 'json_group_array(DISTINCT s.http_status) FILTER (WHERE s.http_status >= 400)',
  error_types: `json_group_array(DISTINCT s.reward_type) FILTER (WHERE s.reward_type IN ${FAILED})`,
  verifies: "count(*) FILTER (WHERE s.kind = 'verify')",
} as const;

/** Its facts are counted from its steps while it runs, and until the background work has written them. */
const COUNTED = `f.calls IS NULL AND (e.ended_at IS NULL OR e.ended_at > unixepoch('now', 'subsec') * 1000 - 60000)`;
/** Blind play: nothing that tells the verdict leaves the store before the end. */
const BLIND = 'e.baseline = 1 AND e.ended_at IS NULL';

function counted(column: keyof typeof STEP_COUNTS): string {
  return `CASE WHEN ${COUNTED} THEN (SELECT ${STEP_COUNTS[column]} FROM steps AS s WHERE s.episode = e.n) ELSE f.${column} END AS ${column}`;
}

function shown(expression: string, name: string): string {
  return `CASE WHEN ${BLIND} THEN NULL ELSE ${expression} END AS ${name}`;
}

function judged(mode: 'code' | 'sql'): string {
  const last = `SELECT v.reward_type FROM verdicts AS v WHERE v.episode = e.n AND v.mode = '${mode}' ORDER BY v.seq DESC, v.rowid DESC LIMIT 1`;
  return shown(`CASE WHEN f.calls IS NULL AND e.verdict IS NOT NULL THEN (${last}) ELSE f.${mode} END`, mode);
}

/** Columns of RawRun of episodes `e` with their facts `f`. */
export const RUN_COLUMNS = `e.n, e.id, e.scenario, e.pack, e.task_idx, substr(e.task, 1, 300) AS task, e.actor, e.transport,
  e.origin, e.experiment, e.policy, e.checkpoint, e.train_step, e.run_group, e.sample, e.tags, e.started_at, e.ended_at,
  e.end_reason, e.steps,
  ${counted('calls')}, ${counted('errors')}, ${counted('statuses')}, ${counted('error_types')}, ${counted('verifies')},
  ${shown('e.reward', 'reward')}, ${shown('e.verdict', 'verdict')}, ${judged('code')}, ${judged('sql')},
  ${shown('f.regraded', 'regraded')},
  (SELECT CASE WHEN min(outcome) = max(outcome) THEN min(outcome) WHEN count(*) > 0 THEN 'mixed' END
    FROM counted_labels WHERE episode = e.n) AS label,
  (SELECT count(DISTINCT by) FROM labels WHERE episode = e.n) AS labels,
  f.wrote, f.tables, ${shown('f.collateral', 'collateral')}, ${shown('f.omitted', 'omitted')}, ${shown('f.unread', 'unread')},
  ${shown('f.suspicions', 'suspicions')}, f.end_state, substr(e.final_answer, 1, 400) AS answer, e.pinned,
  (SELECT count(*) FROM notes WHERE episode = e.n) AS notes`;

/** Without a condition. */
export const SELECT_RUNS = `SELECT ${RUN_COLUMNS} FROM episodes AS e LEFT JOIN run_facts AS f ON f.episode = e.n`;

/** Characters of a final answer in a row. */
const ANSWER = 200;

const strings = z.array(z.string());
const integers = z.array(z.number());

/** A JSON list of a column; an unreadable one is empty. */
function list<T>(json: string | null, schema: z.ZodType<T[]>): T[] {
  if (json === null || json === '[]') return [];
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** The label and the verdict say the same; null where one of them is missing. */
export function agreement(label: RunRow['label'], verdict: string | null): boolean | null {
  if (label === null || label === 'mixed' || verdict === null) return null;
  return (label === 'complete') === (verdict === 'complete');
}

export function runRow(raw: RawRun): RunRow {
  const label = raw.label as LabelOutcome | 'mixed' | null;
  return {
    id: raw.id,
    scenario: raw.scenario,
    pack: raw.pack,
    taskIdx: raw.task_idx,
    task: raw.task,
    actor: raw.actor as Actor,
    transport: raw.transport,
    origin: originSchema.safeParse(raw.origin).data ?? 'played',
    experiment: raw.experiment,
    policy: raw.policy,
    checkpoint: raw.checkpoint,
    trainStep: raw.train_step,
    group: raw.run_group,
    sample: raw.sample,
    tags: list(raw.tags, strings),
    startedAtMs: raw.started_at,
    endedAtMs: raw.ended_at,
    endReason: raw.end_reason as EndReason | null,
    steps: raw.steps,
    calls: raw.calls ?? 0,
    errors: raw.errors ?? 0,
    statuses: list(raw.statuses, integers).sort((a, b) => a - b),
    errorTypes: list(raw.error_types, strings).sort(),
    verifies: raw.verifies ?? 0,
    reward: raw.reward,
    verdict: raw.verdict,
    code: raw.code,
    sql: raw.sql,
    regraded: raw.regraded,
    label,
    labels: raw.labels,
    agrees: agreement(label, raw.verdict),
    wrote: raw.wrote,
    tables: list(raw.tables, strings),
    collateral: raw.collateral,
    omitted: raw.omitted,
    unread: raw.unread,
    suspicions: list(raw.suspicions, strings).filter(
      (code): code is Suspicion => suspicionSchema.safeParse(code).success,
    ),
    endState: raw.end_state,
    answer: raw.answer === null ? null : beginning(raw.answer, ANSWER),
    pinned: raw.pinned === 1,
    notes: raw.notes,
  };
}
