import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../../lib/contracts/errors.ts';
import type { AgreementAnswers, AgreementTask } from './types.ts';

export interface WorkerTask {
  readonly project: string;
  /** What the worker has read before is of use while this is the same. */
  readonly revision: string;
  readonly hidden: readonly string[];
  readonly task: AgreementTask;
}

export type WorkerOutcome =
  | { readonly answer: AgreementAnswers[AgreementTask['of']] }
  | { readonly code: ErrorCode; readonly message: string };

export const replySchema = z.object({
  id: z.number(),
  outcome: z.union([
    z.object({
      answer: z.custom<AgreementAnswers[AgreementTask['of']]>((value) => typeof value === 'object'),
    }),
    z.object({
      code: z.custom<ErrorCode>((value) => typeof value === 'string' && value in ERROR_CODES),
      message: z.string(),
    }),
  ]),
});
