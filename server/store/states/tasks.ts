import { z } from 'zod';
import { ERROR_CODES } from '../../../lib/contracts/errors.ts';
import type { ErrorCode } from '../../../lib/contracts/errors.ts';
import { unavailableSchema } from '../../../lib/contracts/evidence.ts';

/** What the worker that reads states is asked, and what it answers. */

/** A recorded state by its hash, or a database file. */
const source = z.union([z.object({ hash: z.string() }), z.object({ path: z.string() })]);
export type StateSource = z.infer<typeof source>;

const tableQuery = z.object({
  seq: z.number(),
  sort: z.string().optional(),
  dir: z.enum(['asc', 'desc']),
  search: z.string().optional(),
  column: z.string().optional(),
  value: z.string().optional(),
  offset: z.number(),
  limit: z.number(),
});

export const taskSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('changes'),
    from: source,
    to: source,
    table: z.string().optional(),
    offset: z.number(),
    limit: z.number(),
  }),
  z.object({ kind: z.literal('task_stats') }),
  z.object({ kind: z.literal('run_facts'), episodes: z.array(z.number()) }),
  z.object({ kind: z.literal('run_faults') }),
  z.object({ kind: z.literal('paths'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('group'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('verifier_counts') }),
  z.object({
    kind: z.literal('outcomes'),
    query: z.object({
      scenario: z.string(),
      taskIdx: z.number(),
      passes: z.boolean(),
      version: z.string().optional(),
    }),
  }),
  z.object({
    kind: z.literal('outcome'),
    query: z.object({
      scenario: z.string(),
      taskIdx: z.number(),
      state: z.string(),
      version: z.string().optional(),
    }),
  }),
  z.object({ kind: z.literal('tables'), of: source }),
  z.object({ kind: z.literal('rows'), of: source, table: z.string(), query: tableQuery }),
  z.object({ kind: z.literal('cell'), of: source, table: z.string(), key: z.string(), column: z.string() }),
  z.object({
    kind: z.literal('history'),
    states: z.array(z.object({ seq: z.number(), toolName: z.string().nullable(), hash: z.string() })),
    table: z.string(),
    key: z.string(),
  }),
]);
export type StateTask = z.infer<typeof taskSchema>;

export const requestSchema = z.object({ id: z.number(), task: taskSchema });

const errorCodes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

export const replySchema = z.object({
  id: z.number(),
  outcome: z.discriminatedUnion('kind', [
    /** `bytes`: about what the value takes in memory. */
    z.object({ kind: z.literal('value'), value: z.unknown(), bytes: z.number() }),
    z.object({ kind: z.literal('unavailable'), answer: unavailableSchema }),
    z.object({ kind: z.literal('error'), code: z.enum(errorCodes), message: z.string() }),
  ]),
});
export type StateOutcome = z.infer<typeof replySchema>['outcome'];
