export { createStudioClient, type StudioClient } from './client.ts';
export {
  StudioAnswerMismatch,
  StudioClientError,
  StudioRefusal,
  StudioTimeout,
  StudioUnreachable,
} from './errors.ts';
export type {
  StudioAnswer,
  StudioCallOptions,
  StudioClientOptions,
  StudioFile,
  StudioInput,
} from './types.ts';
