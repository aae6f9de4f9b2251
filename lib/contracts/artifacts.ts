import * as z from 'zod/mini';

/** What comes in from elsewhere, and goes out. */

/** Words of an agent's log, beside the step that they stand before. */
export const agentMessageSchema = z.object({
  /** Position in the log. */
  index: z.int(),
  /** The step that it led to; null: no call of the run belongs to it. */
  seq: z.nullable(z.int()),
  role: z.enum(['system', 'user', 'assistant', 'tool', 'other']),
  text: z.string(),
  reasoning: z.nullable(z.string()),
});
export type AgentMessage = z.output<typeof agentMessageSchema>;

/** Where a log and a run do not say the same. */
export const logMismatchSchema = z.object({
  /** Position in the log; null: the run has a call that the log lacks. */
  index: z.nullable(z.int()),
  seq: z.nullable(z.int()),
  message: z.string(),
});
export type LogMismatch = z.output<typeof logMismatchSchema>;

export const attachedMessagesSchema = z.object({
  items: z.array(agentMessageSchema),
  mismatches: z.array(logMismatchSchema),
  /** Calls of the log that are the run's, of how many. */
  aligned: z.int(),
  calls: z.int(),
  attachedAtMs: z.nullable(z.number()),
  by: z.nullable(z.string()),
});
export type AttachedMessages = z.output<typeof attachedMessagesSchema>;
