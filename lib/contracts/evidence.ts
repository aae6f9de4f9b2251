import * as z from 'zod/mini';

/**
 * What can be read of an episode's recorded states: change sets, tables, cell histories, logs, verdicts. A state is named
 * by the sequence of the step after which it was seen; 0 is the database as the session first saw it.
 */

/** Characters of a text cell, or bytes of a blob, after which a cell is sent as its beginning. */
export const CELL_LIMIT = 2_000;
/** Rows of one table in one answer. */
export const ROW_LIMIT = 100;
export const SQL_ROW_LIMIT = 1_000;
export const SQL_TIMEOUT_MS = 1_000;

/**
 * A stored value. Plain: null, text, and integers that JavaScript holds exactly. `r`: a real, as Python writes it
 * (`12.0`, `1e+16`, `inf`). `i`: an integer beyond 2^53. `x`: a blob's beginning in hex, `bytes` its whole length. `t`: the
 * beginning of a long text, `length` its characters (code points).
 */
export const cellSchema = z.union([
  z.null(),
  z.string(),
  z.int(),
  z.strictObject({ r: z.string() }),
  z.strictObject({ i: z.string() }),
  z.strictObject({ x: z.string(), bytes: z.int() }),
  z.strictObject({ t: z.string(), length: z.int() }),
]);
export type WireCell = z.output<typeof cellSchema>;

export const columnSchema = z.object({
  name: z.string(),
  /** As declared; empty where nothing is. */
  type: z.string(),
  /** Position in the primary key, 1-based; 0 where it is not part of it. */
  primaryKey: z.int(),
  notNull: z.boolean(),
  /** SQL text of the default. */
  defaultSql: z.nullable(z.string()),
  generated: z.enum(['no', 'virtual', 'stored']),
  /** `column` null: the other table's primary key. */
  references: z.nullable(z.object({ table: z.string(), column: z.nullable(z.string()) })),
  /** Holds the row's own times (created_at, updated_at …): hidden at first, with their count. */
  rowTimestamp: z.boolean(),
  /** The CHECK's literals where the column is limited to some, e.g. status IN ('open', 'done'). */
  allowed: z.nullable(z.array(z.string())),
});
export type TableColumn = z.output<typeof columnSchema>;

/**
 * Short names of referenced rows, by table, then by the text of the referenced value (`cellKey` of lib/domain): what a
 * person calls the row (name, title, email …).
 */
export const labelsSchema = z.record(z.string(), z.record(z.string(), z.string()));
export type RowLabels = z.output<typeof labelsSchema>;

export const rowChangeSchema = z.object({
  /** Opaque; names the row in the row routes. Primary key, else rowid. */
  key: z.string(),
  kind: z.enum(['inserted', 'deleted', 'updated']),
  /** By the table's columns; null where the row was not there. */
  before: z.nullable(z.array(cellSchema)),
  after: z.nullable(z.array(cellSchema)),
  /** Columns (positions) that differ; all of them for inserted and deleted rows. */
  changed: z.array(z.int()),
});
export type RowChange = z.output<typeof rowChangeSchema>;

export const tableChangeSchema = z.object({
  name: z.string(),
  /**
   * Columns of the newer state; a dropped table's of the older one. Rows of both states are told by these columns: where the
   * older state lacks one, by its default. Virtual columns that cannot be computed quickly are left out.
   */
  columns: z.array(columnSchema),
  /** Told apart by rowid, for want of a primary key. */
  byRowid: z.boolean(),
  rowsBefore: z.int(),
  rowsAfter: z.int(),
  inserted: z.int(),
  deleted: z.int(),
  updated: z.int(),
  /** A page of the changes, by rowid, else by key: updated, inserted and deleted mixed as these fall. */
  rows: z.array(rowChangeSchema),
  /** `offset` of the next page of this table; null where nothing is left. */
  nextOffset: z.nullable(z.int()),
});
export type TableChange = z.output<typeof tableChangeSchema>;

export const schemaChangeSchema = z.object({
  type: z.enum(['table', 'index', 'view', 'trigger']),
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'renamed']),
  /** The old name of what was renamed. */
  was: z.nullable(z.string()),
  sqlBefore: z.nullable(z.string()),
  sqlAfter: z.nullable(z.string()),
  /** Tables only. */
  columns: z.array(
    z.object({
      name: z.string(),
      change: z.enum(['added', 'removed', 'renamed', 'changed']),
      was: z.nullable(z.string()),
    }),
  ),
});
export type SchemaChange = z.output<typeof schemaChangeSchema>;

/** Why a state cannot be read: it was not recorded, or is not kept any more. */
export const unavailableSchema = z.object({
  state: z.literal('unavailable'),
  code: z.enum(['not_recorded', 'not_kept', 'too_large', 'unreadable']),
  message: z.string(),
});
export type Unavailable = z.output<typeof unavailableSchema>;

export const changeSetSchema = z.object({
  state: z.literal('ok'),
  from: z.int(),
  to: z.int(),
  inserted: z.int(),
  deleted: z.int(),
  updated: z.int(),
  schema: z.array(schemaChangeSchema),
  /** Only those with changed rows, by name. */
  tables: z.array(tableChangeSchema),
  untouchedTables: z.int(),
  /**
   * Rows that point nowhere in the newer state because of these changes: written so, or what they point to is gone. At
   * most 100.
   */
  brokenReferences: z.array(
    z.object({ table: z.string(), key: z.string(), column: z.string(), references: z.string() }),
  ),
  labels: labelsSchema,
});
export type ChangeSet = z.output<typeof changeSetSchema>;
export const changesAnswerSchema = z.discriminatedUnion('state', [changeSetSchema, unavailableSchema]);

export const tableInfoSchema = z.object({
  name: z.string(),
  kind: z.enum(['table', 'view', 'virtual']),
  sql: z.string(),
  columns: z.array(columnSchema),
  withoutRowid: z.boolean(),
  /** Null for views: counting one may take for ever. */
  rows: z.nullable(z.int()),
  /** Foreign keys of other tables that point here. */
  referencedBy: z.array(
    z.object({ table: z.string(), column: z.string(), toColumn: z.nullable(z.string()) }),
  ),
});
export type TableInfo = z.output<typeof tableInfoSchema>;
export const tablesAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ok'), tables: z.array(tableInfoSchema) }),
  unavailableSchema,
]);

export type TablesAnswer = z.output<typeof tablesAnswerSchema>;

export const tableQuerySchema = z.object({
  seq: z.coerce.number().check(z.int(), z.gte(0)),
  /** Column; absent: by rowid, else by key. */
  sort: z.optional(z.string()),
  dir: z._default(z.enum(['asc', 'desc']), 'asc'),
  /** Rows where any cell's text contains it, without regard to case. */
  search: z.optional(z.string().check(z.maxLength(1_000))),
  /** Rows whose `column` is `value` (`cellKey`): both or neither. */
  column: z.optional(z.string()),
  value: z.optional(z.string().check(z.maxLength(10_000))),
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(ROW_LIMIT)), ROW_LIMIT),
});
export type TableQuery = z.output<typeof tableQuerySchema>;

export const tablePageSchema = z.object({
  state: z.literal('ok'),
  table: tableInfoSchema,
  /** That match. */
  total: z.int(),
  rows: z.array(z.object({ key: z.string(), cells: z.array(cellSchema) })),
  nextOffset: z.nullable(z.int()),
  labels: labelsSchema,
});
export type TablePage = z.output<typeof tablePageSchema>;
export const tablePageAnswerSchema = z.discriminatedUnion('state', [tablePageSchema, unavailableSchema]);

/** Blame: what each step did to one row, oldest first. The first entry is the state at 0 where the row was there then. */
export const rowHistorySchema = z.object({
  columns: z.array(z.string()),
  entries: z.array(
    z.object({
      /** 0: as seeded. */
      seq: z.int(),
      change: z.enum(['seed', 'inserted', 'updated', 'deleted']),
      toolName: z.nullable(z.string()),
      cells: z.array(z.object({ column: z.string(), was: cellSchema, now: cellSchema })),
    }),
  ),
  /** Steps whose state is not kept: a change there shows at the next one that is. */
  skipped: z.array(z.int()),
});
export type RowHistory = z.output<typeof rowHistorySchema>;

/** A whole cell, where it was cut: text as it is, a blob as hex; at most 1 MiB, `complete` false beyond. */
export const wholeCellSchema = z.object({
  kind: z.enum(['text', 'blob']),
  text: z.string(),
  complete: z.boolean(),
});

export type WholeCell = z.output<typeof wholeCellSchema>;

export const sqlRequestSchema = z.strictObject({
  seq: z.int().check(z.nonnegative()),
  sql: z.string().check(z.minLength(1), z.maxLength(100_000)),
  /** Answers the plan instead of the rows. */
  explain: z._default(z.boolean(), false),
});
export const sqlAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rows'),
    columns: z.array(z.string()),
    rows: z.array(z.array(cellSchema)),
    /** More rows than the limit. */
    truncated: z.boolean(),
    ms: z.number(),
  }),
  z.object({
    kind: z.literal('plan'),
    /** EXPLAIN QUERY PLAN, as a tree by `parent`. */
    plan: z.array(z.object({ id: z.int(), parent: z.int(), detail: z.string() })),
    ms: z.number(),
  }),
  /** What SQLite says, or why the statement is refused. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('stopped'), afterMs: z.number(), message: z.string() }),
  z.extend(unavailableSchema, { kind: z.literal('unavailable') }),
]);
export type SqlAnswer = z.output<typeof sqlAnswerSchema>;

/** The part of server.log (standard output and error of the scenario's process) that came during a step. */
export const stepLogSchema = z.object({
  text: z.string(),
  /** Bytes of the whole part; `text` is its end where that is longer than 64 KiB. */
  bytes: z.int(),
  complete: z.boolean(),
});
export type StepLog = z.output<typeof stepLogSchema>;

/** The scenario's module and where each tool's route stands in it. Lines are 1-based, the last one included. */
export const sourceSchema = z.object({
  code: z.string(),
  /** Hash of all inputs of the scenario: an episode names the one that it ran with. */
  scenarioHash: z.string(),
  routes: z.array(
    z.object({
      tool: z.string(),
      method: z.string(),
      path: z.string(),
      line: z.nullable(z.int()),
      endLine: z.nullable(z.int()),
    }),
  ),
});
export type ScenarioCode = z.output<typeof sourceSchema>;

export const taskDetailSchema = z.object({
  text: z.string(),
  verifiers: z.array(
    z.object({
      mode: z.enum(['code', 'sql']),
      functionName: z.string(),
      code: z.string(),
      hash: z.string(),
      /** A version that was saved here; null: the pack's own. */
      version: z.nullable(z.int()),
    }),
  ),
});
export type TaskDetail = z.output<typeof taskDetailSchema>;

/** Characters of a final answer after which it is sent as its beginning with '…'. */
export const ANSWER_LIMIT = 500;

export const verdictSchema = z.object({
  seq: z.int(),
  /** complete, others, incomplete, server_error, agent_error … as the wire's verify says. */
  verdict: z.string(),
  /** The final answer that it was given, up to ANSWER_LIMIT; '' before there is one. */
  answer: z.string(),
  answerFrom: z.enum(['none', 'verify_step']),
  ms: z.number(),
});
export type StateVerdict = z.output<typeof verdictSchema>;

/** The code verifier at every state of an episode: those that are known, newest run last. */
export const verdictLaneSchema = z.object({
  items: z.array(verdictSchema),
  /** Sequences that are still to be run; ask again. */
  pending: z.array(z.int()),
  /** Sequences that cannot be run, and why. */
  impossible: z.array(z.object({ seq: z.int(), message: z.string() })),
  /** Why there is no lane at all: no task, no code verifier, the pack is gone, or hidden in baseline play until done. */
  none: z.nullable(z.enum(['no_task', 'no_code_verifier', 'scenario_gone', 'baseline', 'too_weak_sandbox'])),
  /** What is another since the episode was played, so that verdicts are today's: the scenario's inputs, or the verifier. */
  changed: z.nullable(z.enum(['scenario', 'verifier'])),
});
export type VerdictLane = z.output<typeof verdictLaneSchema>;

/** One run of a verifier in full. */
export const verdictDetailSchema = z.object({
  verdict: verdictSchema,
  mode: z.enum(['code', 'sql']),
  functionName: z.string(),
  verifierHash: z.string(),
  /** A version that was saved here; null: the pack's own. */
  verifierVersion: z.nullable(z.int()),
  /** JSON text of what the function returned; null where it raised. */
  returnedJson: z.nullable(z.string()),
  stdout: z.string(),
  error: z.nullable(z.string()),
  traceback: z.nullable(z.string()),
  readsClock: z.boolean(),
  /** Tables that the verifier read, with the columns (SQLite's authorizer), where that could be told. */
  reads: z.nullable(z.array(z.object({ table: z.string(), columns: z.array(z.string()) }))),
  /** Line of the verifier's code that returned or raised, where known. */
  endedAtLine: z.nullable(z.int()),
});
export type VerdictDetail = z.output<typeof verdictDetailSchema>;

/** Runs of one task, for tables: only tasks that have any. */
export const taskStatsSchema = z.object({
  items: z.array(
    z.object({
      scenario: z.string(),
      taskIdx: z.int(),
      /** Baseline plays that ended with done, and how many of them passed. */
      humanRuns: z.int(),
      humanPasses: z.int(),
      /** Ended runs of agents and unnamed clients that were verified, and how many passed. */
      agentRuns: z.int(),
      agentPasses: z.int(),
      /** People's runs that count for no rate: they saw a verdict, or were not baseline plays. */
      otherRuns: z.int(),
      /** The best of all verdicts; null: never verified. */
      best: z.nullable(z.enum(['complete', 'incomplete', 'others', 'error'])),
      lastRunMs: z.number(),
    }),
  ),
});
export type TaskStats = z.output<typeof taskStatsSchema>['items'][number];
