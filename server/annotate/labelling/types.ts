import type * as z from 'zod/mini';
import type { Anchor, LabelComment, LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { GuidelinesDoc, LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type {
  Assignment,
  BlindRun,
  Draft,
  feedbackSchema,
  mySubmissionSchema,
  myQueueSchema,
  nextSchema,
  reservationSchema,
  revealSchema,
  submissionAnswerSchema,
} from '../../../lib/contracts/annotation/labelling.ts';
import type { Principal } from '../../../lib/contracts/people.ts';

export type Next = z.output<typeof nextSchema>;
export type NoItem = NonNullable<Next['none']>;
export type Feedback = z.output<typeof feedbackSchema>;
export type SubmissionAnswer = z.output<typeof submissionAnswerSchema>;
export type MyQueue = z.output<typeof myQueueSchema>;
export type MySubmission = z.output<typeof mySubmissionSchema>;
export type Reservation = z.output<typeof reservationSchema>;
export type Revealed = z.output<typeof revealSchema>;

/** What labelling reads of projects. */
export interface ProjectReader {
  /** Undefined: there is none. */
  find(id: string):
    | {
        readonly id: string;
        readonly name: string;
        readonly schemaVersion: number;
        readonly guidelinesVersion: number;
        readonly archivedAtMs: number | null;
      }
    | undefined;
  /** @throws AppError not_found */
  schema(
    id: string,
    version: number,
  ): { readonly version: number; readonly hash: string; readonly doc: LabelSchemaDoc };
  /** @throws AppError not_found */
  guidelines(id: string, version: number): { readonly version: number; readonly doc: GuidelinesDoc };
}

export interface Save {
  readonly baseRevision: number;
  readonly doc: LabelDoc;
  readonly activeMs: number;
}

/**
 * What an annotator does. An assignment is there for whom it was given to only.
 * Each @throws AppError not_found, storage_full
 */
export interface Labelling {
  /** Runs as annotators see them; adjudicators see the same. */
  readonly blindRuns: {
    /** Waits for row counts up to `waitMs`. @throws AppError not_found */
    get(run: string, waitMs: number): Promise<BlindRun>;
    /** @throws AppError not_found */
    steps(run: string): BlindRun['steps'];
  };
  myQueues(who: Principal): readonly MyQueue[];
  /** @throws AppError forbidden for who is no member */
  next(queue: string, who: Principal, after: string | null): Promise<Next>;
  mine(
    queue: string,
    who: Principal,
    page: { readonly offset: number; readonly limit: number },
  ): { readonly items: readonly MySubmission[]; readonly total: number };
  assignment(id: string, who: Principal): Promise<Assignment>;
  /** @throws AppError conflict with `details.draft` */
  saveDraft(id: string, who: Principal, save: Save): { readonly draft: Draft } & Reservation;
  /** @throws AppError conflict where the item is not free any more */
  renew(id: string, who: Principal): Reservation;
  /** @throws AppError conflict, invalid_request with `details.problems` (rows) */
  submit(id: string, who: Principal, save: Save & { readonly key: string }): Promise<SubmissionAnswer>;
  skip(id: string, who: Principal, reason: string): Promise<Next>;
  /** @throws AppError conflict */
  reopen(id: string, who: Principal): Promise<Assignment>;
  /** @throws AppError conflict */
  undoSubmit(id: string, who: Principal): Promise<Assignment>;
  reveal(id: string, who: Principal): Revealed;
  addComment(
    id: string,
    who: Principal,
    comment: { readonly anchor: Anchor; readonly text: string },
  ): LabelComment;
  removeComment(id: string, who: Principal, comment: string): void;
}
