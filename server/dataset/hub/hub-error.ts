import { HubApiError } from '@huggingface/hub';
import { AppError } from '../../../lib/contracts/errors.ts';

/** Where a failing request went, for the sentence that a person reads. */
export interface HubPlace {
  readonly endpoint: string;
  readonly repo: string;
  readonly revision: string;
}

/** An answer that is no file, e.g. 503; `retryAfterMs` where the server says so. */
export class HttpStatusError extends Error {
  readonly status: number;
  readonly url: string;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, url: string, retryAfterMs: number | undefined) {
    super(`HTTP status ${status}`);
    this.status = status;
    this.url = url;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No byte came for too long, or the answer ended before the file did. */
export class ConnectionLost extends Error {}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

function statusOf(error: unknown): { status: number; url: string } | undefined {
  if (error instanceof HttpStatusError) return error;
  if (error instanceof HubApiError) return { status: error.statusCode, url: error.url };
  return undefined;
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR']);

/** Of the file system: it names the path. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

function isHub(url: string, place: HubPlace): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(place.endpoint).origin;
}

/** Whether the same request may succeed later: outages, cut connections, and links of a storage host that ran out. */
export function isTransient(error: unknown, place: HubPlace): boolean {
  if (error instanceof AppError) return false;
  const answer = statusOf(error);
  if (answer !== undefined) {
    const { status, url } = answer;
    return (
      status >= 500 ||
      status === 408 ||
      status === 425 ||
      status === 429 ||
      (status === 403 && !isHub(url, place))
    );
  }
  if (error instanceof ConnectionLost) return true;
  if (error instanceof Error && error.name === 'TimeoutError') return true;
  return error instanceof TypeError && /fetch failed|terminated/.test(error.message);
}

/** Short reason of a failed attempt, for the log line before the next one. */
export function reasonOf(error: unknown): string {
  const answer = statusOf(error);
  if (answer !== undefined) return `HTTP status ${answer.status}`;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return code === undefined ? message : `${message}, ${code}`;
}

/** The error that a person sees: what happened, where, and what to do. */
export function toAppError(error: unknown, place: HubPlace): AppError {
  if (error instanceof AppError) return error;
  const where = `${place.endpoint}/datasets/${place.repo}`;
  const answer = statusOf(error);
  if (answer?.status === 401 || answer?.status === 403) {
    const message = `${where} refused access (HTTP status ${answer.status}). If it is private or gated, accept its conditions there and give a token with --token.`;
    return new AppError('forbidden', message, { cause: error });
  }
  if (answer?.status === 404) {
    const message = `${where} has no revision '${place.revision}', or there is no such data set (HTTP status 404). Check --repo, --revision and --endpoint.`;
    return new AppError('not_found', message, { cause: error });
  }
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message =
      'The disk is full. Free some space and run the command again: it goes on where it stopped.';
    return new AppError('storage_full', message, { cause: error });
  }
  if (code !== undefined && (UNWRITABLE.has(code) || isFileError(error))) {
    return new AppError(
      'config_invalid',
      `The folder cannot be written (${reasonOf(error)}). Give another one with --dest.`,
      { cause: error },
    );
  }
  const message = `${place.endpoint} cannot be reached (${reasonOf(error)}). Check the network and --endpoint, then run the command again: it goes on where it stopped.`;
  return new AppError('hub_unreachable', message, { cause: error });
}
