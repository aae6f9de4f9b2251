import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRepo, HubApiError, uploadFiles } from '@huggingface/hub';
import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { PushTarget } from './types.ts';

const TRIES = 4;
const WAIT_MS = 500;

export interface Pushed {
  readonly repo: string;
  readonly commit: string;
  readonly url: string;
}

/**
 * Makes the data set where there is none and commits all files at once. Files that the Hub has already are not sent again, so
 * that a push which was cut off goes on where it was. The token goes into the requests and nowhere else.
 * @throws AppError forbidden (the Hub refuses the token), hub_unreachable
 */
export async function pushExport(
  made: DatasetExport,
  { repo, token, private: isPrivate, branch }: PushTarget,
  { dir, hubUrl }: { readonly dir: string; readonly hubUrl: string },
  signal: AbortSignal,
): Promise<Pushed> {
  const designation = { type: 'dataset', name: repo } as const;
  return withTries(token, signal, async () => {
    try {
      await createRepo({
        repo: designation,
        accessToken: token,
        visibility: isPrivate ? 'private' : 'public',
        hubUrl,
      });
    } catch (error) {
      // It is there already: its visibility stays what its owner made it.
      if (!(error instanceof HubApiError && error.statusCode === 409)) throw error;
    }
    const answer = await uploadFiles({
      repo: designation,
      accessToken: token,
      hubUrl,
      branch,
      // The Hub takes these ways from all clients.
      useXet: false,
      commitTitle: `AWM Studio export ${made.id.slice(0, 8)}`,
      files: made.files.map(({ name }) => ({ path: name, content: pathToFileURL(join(dir, made.id, name)) })),
      abortSignal: signal,
    });
    if (answer === undefined) throw new Error('the Hub answered without a commit');
    return { repo, commit: answer.commit.oid, url: `${hubUrl}/datasets/${repo}` };
  });
}

/** A connection that breaks, or a Hub that is busy, is tried again; a refusal is not. */
async function withTries<T>(token: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const status = error instanceof HubApiError ? error.statusCode : undefined;
      if (status === 401 || status === 403)
        throw new AppError(
          'forbidden',
          `The Hub refused the token (${String(status)}). It needs the right to write to this data set.`,
        );
      const again = status === undefined || status === 429 || status >= 500;
      if (!again || attempt === TRIES) throw new AppError('hub_unreachable', saidOf(error, token));
      await setTimeout(WAIT_MS * attempt, undefined, { signal });
    }
  }
}

/** Without the token, whatever the message quotes. */
function saidOf(error: unknown, token: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return `The push did not go through: ${message.replaceAll(token, '***')}. Push again: what has arrived is not sent twice.`;
}
