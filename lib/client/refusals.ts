import { ApiError } from './api-error.ts';

/** What the server says to who may not, or knows nothing of theirs by that id. */
export const REFUSES_PEOPLE: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'not_found']);

/** No answer, too busy, broken for the moment: the same request may pass later. */
export function mayPass({ code, status }: ApiError): boolean {
  return code === null || status === null || status >= 500 || status === 429;
}

/** Whoever asks is nobody (any more): the page says so in one place. */
export function isSignInOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}
