import { z } from 'zod';
import { ERROR_CODES } from '../../../../lib/contracts/errors.ts';
import type { ErrorCode } from '../../../../lib/contracts/errors.ts';
import type { TaskPlace } from '../../../../lib/contracts/task-statuses.ts';

/** What the worker that keeps the run table is asked, and what it answers. */

/** Runs that are answered as if they were not there. `key` names the set; `ids` has 16 bytes a run. */
const hiddenSchema = z.object({ key: z.string(), ids: z.instanceof(Uint8Array) });
export type HiddenRuns = z.infer<typeof hiddenSchema>;

const hidden = { hidden: hiddenSchema.optional() };

export const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), q: z.string(), offset: z.number(), limit: z.number(), ...hidden }),
  z.object({ kind: z.literal('facets'), q: z.string(), ...hidden }),
  z.object({ kind: z.literal('curves'), q: z.string(), ...hidden }),
  z.object({ kind: z.literal('counts'), queries: z.array(z.string()), ...hidden }),
  z.object({
    ...hidden,
    kind: z.literal('select'),
    q: z.string().optional(),
    ids: z.array(z.string()).optional(),
    sample: z.object({ by: z.enum(['task', 'end_state']), count: z.number(), seed: z.number() }).optional(),
  }),
]);
export type IndexTask = z.infer<typeof taskSchema>;

export const requestSchema = z.object({ id: z.number(), task: taskSchema });

const errorCodes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

export const replySchema = z.object({
  id: z.number(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('value'), value: z.unknown() }),
    z.object({ kind: z.literal('error'), code: z.enum(errorCodes), message: z.string() }),
  ]),
});
export type IndexOutcome = z.infer<typeof replySchema>['outcome'];

/** A set of runs as the worker hands it over. */
export interface Selected {
  readonly revision: number;
  /** 16 bytes a run, in the order of the query. */
  readonly ids: Uint8Array;
  readonly tasks: number;
  /** Those of the tasks that have a number, each once. */
  readonly places: readonly TaskPlace[];
  readonly kept: number;
  readonly sample: unknown;
}
