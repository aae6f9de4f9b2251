import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../../lib/client/api-error.ts';
import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';
import {
  draftConflictSchema,
  type submissionAnswerSchema,
} from '../../../../lib/contracts/annotation/labelling.ts';
import type { z } from 'zod/mini';
import { sameLabel } from './differing-rows.ts';
import { mayPass } from './draft-keeper.ts';
import type { KeptSubmission, KeptWork } from './kept-work.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** Requests whose base was this page's own save; more would be a loop. */
const MOST_REBASES = 3;

export type SubmissionAnswer = z.output<typeof submissionAnswerSchema>;

export interface FailedSubmission {
  readonly submission: KeptSubmission;
  readonly message: string;
}

export interface OutboxState {
  /** On their way, oldest first. */
  readonly waiting: readonly KeptSubmission[];
  /** The server does not answer: they are sent again and again. */
  readonly offline: boolean;
  /** Not taken: their labels are still drafts. */
  readonly failed: readonly FailedSubmission[];
}

export interface Outbox {
  readonly state: StoreApi<OutboxState>;
  /** Sends a label until it is there. Rejects where the server does not take it. */
  readonly submit: (
    submission: KeptSubmission,
    before: Promise<{ readonly baseRevision: number; readonly sent: readonly LabelDoc[] }>,
  ) => Promise<SubmissionAnswer>;
  /** Takes up what an earlier page left on its way. */
  readonly resume: () => void;
  readonly retry: () => void;
  /** The failed one was looked at. */
  readonly forget: (assignment: string) => void;
  readonly close: () => void;
}

interface OutboxOptions {
  readonly kept: KeptWork;
  readonly send: (submission: KeptSubmission) => Promise<SubmissionAnswer>;
  readonly onSubmitted: (submission: KeptSubmission) => void;
}

/**
 * Labels that were submitted: the page goes on to the next item at once, and each is sent behind it until the server has it. One
 * submission's requests have one key, so that a lost answer does no harm.
 */
export function createOutbox({ kept, send, onSubmitted }: OutboxOptions): Outbox {
  const state = createStore<OutboxState>(() => ({ waiting: [], offline: false, failed: [] }));
  const wakers = new Set<() => void>();
  let closed = false;

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(wake, ms);
      function wake(): void {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      }
      wakers.add(wake);
    });
  }

  async function deliver(first: KeptSubmission): Promise<SubmissionAnswer> {
    let submission = first;
    let failures = 0;
    let rebases = 0;
    for (;;) {
      try {
        const answer = await send(submission);
        kept.dropSubmission(submission.assignment);
        kept.dropDraft(submission.assignment, ({ doc }) => sameLabel(doc, first.doc));
        take(submission);
        onSubmitted(submission);
        return answer;
      } catch (error) {
        const own = error instanceof ApiError ? rebased(submission, error) : null;
        if (own !== null && rebases < MOST_REBASES) {
          rebases += 1;
          submission = own;
          kept.keepSubmission(submission);
          continue;
        }
        if (closed || (error instanceof ApiError && !mayPass(error))) {
          if (!closed) fail(submission, error);
          throw error;
        }
        state.setState({ offline: true });
        await pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
        failures += 1;
      }
    }
  }

  function take({ assignment }: KeptSubmission): void {
    const { waiting } = state.getState();
    state.setState({ waiting: waiting.filter((one) => one.assignment !== assignment), offline: false });
  }

  function fail(submission: KeptSubmission, error: unknown): void {
    // It stays as a draft, so that nothing is lost when the item is opened again.
    kept.keepDraft(submission.assignment, { ...submission });
    kept.dropSubmission(submission.assignment);
    take(submission);
    const message = error instanceof Error ? error.message : String(error);
    state.setState(({ failed }) => ({ failed: [...failed, { submission, message }] }));
  }

  return {
    state,
    async submit(submission, before) {
      kept.keepSubmission(submission);
      state.setState(({ waiting, failed }) => ({
        waiting: [...waiting.filter(({ assignment }) => assignment !== submission.assignment), submission],
        failed: failed.filter((one) => one.submission.assignment !== submission.assignment),
      }));
      const { baseRevision, sent } = await before;
      return await deliver({ ...submission, baseRevision, sent: [...sent] });
    },
    resume() {
      const known = new Set(state.getState().waiting.map(({ assignment }) => assignment));
      for (const submission of kept.submissions()) {
        if (known.has(submission.assignment)) continue;
        state.setState(({ waiting }) => ({ waiting: [...waiting, submission] }));
        // What fails is shown by the state.
        deliver(submission).catch(() => undefined);
      }
    },
    retry() {
      for (const wake of wakers) wake();
    },
    forget(assignment) {
      state.setState(({ failed }) => ({
        failed: failed.filter((one) => one.submission.assignment !== assignment),
      }));
    },
    close() {
      closed = true;
      for (const wake of wakers) wake();
    },
  };
}

/** The draft that stands in the way is this page's own save: the same label again, on top of it. */
function rebased(submission: KeptSubmission, error: ApiError): KeptSubmission | null {
  if (error.code !== 'conflict') return null;
  const details = draftConflictSchema.safeParse(error.details);
  if (!details.success) return null;
  const { draft } = details.data;
  const own =
    sameLabel(draft.doc, submission.doc) || submission.sent.some((one) => sameLabel(draft.doc, one));
  return own ? { ...submission, baseRevision: draft.revision } : null;
}
