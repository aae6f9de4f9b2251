import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../../lib/client/api-error.ts';
import { mayPass, REFUSES_PEOPLE } from '../../../../lib/client/refusals.ts';
import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';
import {
  draftConflictSchema,
  type submissionAnswerSchema,
} from '../../../../lib/contracts/annotation/labelling.ts';
import type { z } from 'zod/mini';
import { sameLabel } from './differing-rows.ts';
import type { KeptSubmission, KeptWork } from './kept-work.ts';

const FIRST_RETRY_MS = 1_000;
/** A server that was started again is not waited for much longer than it took. */
const LAST_RETRY_MS = 10_000;
/** One that the server answers with its own failure so often lets those behind it pass. */
const MOST_IN_THE_WAY = 5;
const WAITS_FOR_SIGN_IN_MS = 60_000;
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
  /** Settles when none of a queue's is on its way, or after `ms`. */
  readonly settled: (queue: string, ms: number) => Promise<void>;
  /** The failed one was looked at. */
  readonly forget: (assignment: string) => void;
  readonly close: () => void;
}

interface OutboxOptions {
  readonly kept: KeptWork;
  readonly send: (submission: KeptSubmission) => Promise<SubmissionAnswer>;
  readonly onSubmitted: (submission: KeptSubmission) => void;
  readonly identity: Identity;
}

/** Whose requests the page's are. */
export interface Identity {
  /** nobody: not signed in, or not known yet. */
  readonly standing: (person: string | null) => Standing;
  /** Asks the server. Never rejects. */
  readonly lookAgain: () => Promise<void>;
}
export type Standing = 'same' | 'nobody' | 'other';

/**
 * Labels that were submitted: the page goes on to the next item at once, and each is sent behind it until the server has it. One
 * submission's requests have one key, so that a lost answer does no harm.
 */
export function createOutbox({ kept, send, onSubmitted, identity }: OutboxOptions): Outbox {
  const state = createStore<OutboxState>(() => ({ waiting: [], offline: false, failed: [] }));
  const wakers = new Set<() => void>();
  /** Keys of those that were submitted anew before they were there. */
  const superseded = new Set<string>();
  /** Of each queue, when the one before has gone. */
  const turns = new Map<string, Promise<void>>();
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

  /** In order: an answer names the next item, which must not be one that is still on its way. */
  async function deliver(submission: KeptSubmission): Promise<SubmissionAnswer> {
    const before = turns.get(submission.queue);
    let pass: () => void = () => undefined;
    turns.set(submission.queue, new Promise((resolve) => (pass = resolve)));
    await before;
    try {
      return await sendUntilThere(submission, pass);
    } finally {
      pass();
    }
  }

  async function sendUntilThere(first: KeptSubmission, pass: () => void): Promise<SubmissionAnswer> {
    let submission = first;
    let failures = 0;
    let rebases = 0;
    for (;;) {
      if (superseded.has(submission.key)) throw new Error('It was submitted anew.');
      switch (identity.standing(submission.person)) {
        case 'other':
          leave(submission);
          throw new Error('Somebody else is signed in now.');
        case 'nobody':
          if (closed) throw new Error('The page was closed.');
          await pause(WAITS_FOR_SIGN_IN_MS);
          continue;
        case 'same':
      }
      try {
        const answer = await send(submission);
        kept.dropSubmission(submission.key);
        kept.dropDraft(submission.assignment, ({ doc }) => sameLabel(doc, first.doc));
        take(submission);
        onSubmitted(submission);
        return answer;
      } catch (error) {
        const own = error instanceof ApiError ? rebased(submission, error) : null;
        if (superseded.has(submission.key)) continue;
        if (own !== null && rebases < MOST_REBASES) {
          rebases += 1;
          submission = own;
          kept.keepSubmission(submission);
          continue;
        }
        if (!closed && error instanceof ApiError && (await isSignInOver(submission, error))) {
          if (identity.standing(submission.person) === 'same') await pause(LAST_RETRY_MS);
          continue;
        }
        if (closed || (error instanceof ApiError && !mayPass(error))) {
          if (!closed) fail(submission, error);
          throw error;
        }
        state.setState({ offline: true });
        await pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
        failures += 1;
        if (failures >= MOST_IN_THE_WAY && error instanceof ApiError && error.status !== null) pass();
      }
    }
  }

  /** A refusal to somebody else, or to nobody, says nothing of the label. */
  async function isSignInOver({ person }: KeptSubmission, error: ApiError): Promise<boolean> {
    if (!REFUSES_PEOPLE.has(error.code ?? '')) return false;
    await identity.lookAgain();
    return error.code === 'unauthenticated' || identity.standing(person) !== 'same';
  }

  /** It stays in the browser for when its author signs in again. */
  function leave({ key }: KeptSubmission): void {
    state.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.key !== key) }));
  }

  function take({ key }: KeptSubmission): void {
    const { waiting } = state.getState();
    state.setState({ waiting: waiting.filter((one) => one.key !== key), offline: false });
  }

  function fail(submission: KeptSubmission, error: unknown): void {
    // It stays as a draft, so that nothing is lost when the item is opened again.
    kept.leaveDraft(submission.assignment, { ...submission }, submission.key);
    kept.dropSubmission(submission.key);
    take(submission);
    const message = error instanceof Error ? error.message : String(error);
    state.setState(({ failed }) => ({ failed: [...failed, { submission, message }] }));
  }

  return {
    state,
    async submit(submission, before) {
      kept.keepSubmission(submission);
      const { waiting } = state.getState();
      const earlier = waiting.filter(({ assignment }) => assignment === submission.assignment);
      for (const { key } of earlier) {
        superseded.add(key);
        kept.dropSubmission(key);
      }
      state.setState(({ failed }) => ({
        waiting: [...waiting.filter((one) => !earlier.includes(one)), submission],
        failed: failed.filter((one) => one.submission.assignment !== submission.assignment),
      }));
      const { baseRevision, sent } = await before;
      // Should the server have got one of them after all, it is this page's own.
      return await deliver({
        ...submission,
        baseRevision,
        sent: [...sent, ...earlier.map(({ doc }) => doc)],
      });
    },
    resume() {
      // Whose were not taken reads of them when they are back: they are drafts again.
      state.setState(({ failed }) => ({
        failed: failed.filter(({ submission }) => identity.standing(submission.person) !== 'other'),
      }));
      const known = new Set(state.getState().waiting.map(({ key }) => key));
      for (const submission of kept.submissions()) {
        if (known.has(submission.key) || identity.standing(submission.person) === 'other') continue;
        state.setState(({ waiting }) => ({ waiting: [...waiting, submission] }));
        // What fails is shown by the state.
        deliver(submission).catch(() => undefined);
      }
    },
    retry() {
      for (const wake of wakers) wake();
    },
    settled(queue, ms) {
      const isIdle = (): boolean => state.getState().waiting.every((one) => one.queue !== queue);
      if (isIdle()) return Promise.resolve();
      return new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const timer = setTimeout(end, ms);
        const unsubscribe = state.subscribe(() => {
          if (isIdle()) end();
        });
      });
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
