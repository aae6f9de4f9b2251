import type { ErrorCode } from '../contracts/errors.ts';

/** What every failed call throws; `route` says which it was. */
export class StudioClientError extends Error {
  readonly route: string;

  constructor(route: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.route = route;
  }
}

/** The server refused, saying why by a code of its table. */
export class StudioRefusal extends StudioClientError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    route: string,
    error: {
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    },
    status: number,
  ) {
    super(route, error.message);
    this.code = error.code;
    this.status = status;
    this.details = error.details;
  }
}

/** Nobody answers at the address, or something else than a studio does. */
export class StudioUnreachable extends StudioClientError {}

/** No answer within the deadline. What was asked may have been done. */
export class StudioTimeout extends StudioClientError {}

/** The answer is not what this version of the client expects: server and client differ. */
export class StudioAnswerMismatch extends StudioClientError {}
