import { ApiError } from '../../lib/client/api-error.ts';

/** What was asked for would tell how a run ended that the person has to label. */
export function isBlind(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'blind';
}
