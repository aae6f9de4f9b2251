import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../../../lib/contracts/errors.ts';

/** What the worker that follows runs is asked, and what it answers. Tracks are named by numbers that the asker makes. */

const track = z.int();
const answer = z.object({ track, text: z.string() });

export const followTaskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), track, episodeId: z.string() }),
  /** The recorded state after a step of the track's episode. */
  z.object({ kind: z.literal('recorded'), track, seq: z.int() }),
  /** The database file after a call that was made again. */
  z.object({
    kind: z.literal('live'),
    track,
    dbPath: z.string(),
    startMs: z.number(),
    endMs: z.number(),
    argumentsJson: z.string().nullable(),
  }),
  z.object({ kind: z.literal('match'), a: answer, b: answer }),
  z.object({ kind: z.literal('form'), of: answer }),
  z.object({ kind: z.literal('close'), track }),
]);
export type FollowTask = z.infer<typeof followTaskSchema>;

export const followRequestSchema = z.object({ id: z.number(), task: followTaskSchema });

const errorCodes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

const state = z.object({ hash: z.string(), normalised: z.string().nullable() });

export const followReplySchema = z.object({
  id: z.number(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('state'), state: state.nullable() }),
    z.object({ kind: z.literal('match'), match: z.enum(['same', 'equal', 'order', 'different']) }),
    z.object({ kind: z.literal('form'), hash: z.string() }),
    z.object({ kind: z.literal('error'), code: z.enum(errorCodes), message: z.string() }),
  ]),
});
export type FollowOutcome = z.infer<typeof followReplySchema>['outcome'];
