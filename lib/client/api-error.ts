import type { ErrorCode } from '../contracts/errors.ts';

/** What a REST call failed with. `code` is null where no answer of the server's came back. */
export class ApiError extends Error {
  readonly code: ErrorCode | null;
  readonly status: number | null;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: {
      readonly code: ErrorCode | null;
      readonly status: number | null;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = options.code;
    this.status = options.status;
    this.details = options.details ?? {};
  }
}
