import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commitIter, createRepo, HubApiError, type CommitParams } from '@huggingface/hub';
import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { JobProgress } from '../../engine/jobs/types.ts';
import type { PushTarget } from './types.ts';

const TRIES = 4;
const WAIT_MS = 500;
/** As long as a Hub may ask to be left alone before the next try. */
const LONGEST_WAIT_MS = 60_000;
/** Of a request, of one that carries a file, and of all together. */
const REQUEST_MS = 60_000;
const UPLOAD_MS = 30 * 60_000;
const PUSH_MS = 2 * 60 * 60_000;

const SAYS: Readonly<Record<number, string>> = {
  401: 'The Hub refused the token (401). It needs the right to write to this data set.',
  403: 'The Hub refused the token (403). It needs the right to write to this data set.',
  404: 'The Hub has no such place (404): is the owner’s name right, and the branch there?',
  413: 'The Hub says that it is too large (413). Export less: fewer queues, or Parquet.',
};

export interface Pushed {
  readonly repo: string;
  readonly commit: string;
  readonly url: string;
}

/**
 * Makes the data set where there is none and commits all files at once. Files that the Hub has already are not sent again, so
 * that a push which was cut off goes on where it was. The token goes into the requests and nowhere else.
 * @throws AppError forbidden (the Hub refuses the token), not_found, payload_too_large, deadline_exceeded, hub_unreachable
 */
export async function pushExport(
  made: DatasetExport,
  target: PushTarget,
  { dir, hubUrl }: { readonly dir: string; readonly hubUrl: string },
  progress: Pick<JobProgress, 'signal' | 'now'>,
): Promise<Pushed> {
  const { repo, token, private: isPrivate, branch } = target;
  const shared = {
    repo: { type: 'dataset', name: repo },
    accessToken: token,
    hubUrl,
  } as const;
  return withTries(token, progress, async (signal, fetch) => {
    try {
      await createRepo({ ...shared, fetch, visibility: isPrivate ? 'private' : 'public' });
    } catch (error) {
      // It is there already: its visibility stays what its owner made it.
      if (!(error instanceof HubApiError && error.statusCode === 409)) throw error;
    }
    const oid = await commit(
      {
        ...shared,
        fetch,
        branch,
        abortSignal: signal,
        // The Hub takes these ways from all clients.
        useXet: false,
        title: `AWM Studio export ${made.id.slice(0, 8)}`,
        operations: made.files.map(({ name }) => ({
          operation: 'addOrUpdate',
          path: name,
          content: pathToFileURL(join(dir, made.id, name)),
        })),
      },
      progress,
    );
    return { repo, commit: oid, url: `${hubUrl}/datasets/${repo}` };
  });
}

/** @returns the commit's hash */
async function commit(params: CommitParams, progress: Pick<JobProgress, 'now'>): Promise<string> {
  const steps = commitIter(params);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) {
      if (step.value === undefined) throw new Error('the Hub answered without a commit');
      return step.value.commit.oid;
    }
    if (step.value.event === 'fileProgress') progress.now(step.value.path);
  }
}

type Attempt<T> = (signal: AbortSignal, fetch: typeof globalThis.fetch) => Promise<T>;

/** A connection that breaks, or a Hub that is busy, is tried again; a refusal is not. */
async function withTries<T>(
  token: string,
  { signal: stop }: Pick<JobProgress, 'signal'>,
  work: Attempt<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(PUSH_MS);
  const signal = AbortSignal.any([stop, deadline]);
  for (let attempt = 1; ; attempt += 1) {
    const asked = { waitMs: 0 };
    try {
      return await work(signal, patientFetch(signal, asked));
    } catch (error) {
      stop.throwIfAborted();
      if (deadline.aborted)
        throw new AppError(
          'deadline_exceeded',
          `The push did not end in ${String(PUSH_MS / 3_600_000)} h. ${AGAIN}`,
        );
      const refusal = refusalOf(error, token);
      if (refusal !== undefined) throw refusal;
      if (attempt === TRIES) throw new AppError('hub_unreachable', saidOf(error, token));
      await setTimeout(Math.max(WAIT_MS * attempt, asked.waitMs), undefined, { signal: stop });
    }
  }
}

/** Each request has its deadline; what a busy Hub asks to wait is kept. */
function patientFetch(signal: AbortSignal, asked: { waitMs: number }): typeof globalThis.fetch {
  return async (input, init) => {
    const limit = AbortSignal.timeout(init?.method === 'PUT' ? UPLOAD_MS : REQUEST_MS);
    const response = await fetch(input, { ...init, signal: AbortSignal.any([signal, limit]) });
    const seconds = Number(response.headers.get('retry-after'));
    if (seconds > 0) asked.waitMs = Math.min(seconds * 1_000, LONGEST_WAIT_MS);
    return response;
  };
}

/** What another try would not change; undefined: it may. */
function refusalOf(error: unknown, token: string): AppError | undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new AppError('not_found', 'The files of this export are gone from the home. Make it again.');
  if (!(error instanceof HubApiError)) return undefined;
  const { statusCode } = error;
  if (statusCode === 429 || statusCode >= 500) return undefined;
  const says = SAYS[statusCode] ?? saidOf(error, token);
  switch (statusCode) {
    case 401:
    case 403:
      return new AppError('forbidden', says);
    case 404:
      return new AppError('not_found', says);
    case 413:
      return new AppError('payload_too_large', says);
    default:
      return new AppError('hub_unreachable', says);
  }
}

const AGAIN = 'Push again: what has arrived is not sent twice.';

/** Without the token, whatever the message quotes. */
function saidOf(error: unknown, token: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof HubApiError ? ` (${String(error.statusCode)})` : '';
  return `The push did not go through${status}: ${message.replaceAll(token, '***')}. ${AGAIN}`;
}
