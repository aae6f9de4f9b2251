/** The one table of error codes: every adapter (HTTP, WebSocket, MCP, CLI) maps from here, once. */
export const ERROR_CODES = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  forbidden: { status: 403, title: 'Not allowed' },
  blind: { status: 403, title: 'Hidden while you label it' },
  not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Conflict' },
  session_closed: { status: 410, title: 'The session has ended' },
  payload_too_large: { status: 413, title: 'Too large' },
  rate_limited: { status: 429, title: 'Too many tries' },
  session_busy: { status: 429, title: 'The session is busy' },
  capacity_reached: { status: 503, title: 'No capacity left' },
  scenario_broken: { status: 422, title: 'The scenario does not run' },
  pack_invalid: { status: 422, title: 'The pack is not valid' },
  runtime_failed: { status: 502, title: 'The scenario process failed' },
  sign_in_failed: { status: 502, title: 'Signing in failed' },
  hub_unreachable: { status: 502, title: 'The hub cannot be reached' },
  deadline_exceeded: { status: 504, title: 'It took too long' },
  storage_full: { status: 507, title: 'The disk is full' },
  sandbox_weak: { status: 403, title: 'The sandbox is too weak for this bind' },
  config_invalid: { status: 400, title: 'The configuration is not valid' },
  internal: { status: 500, title: 'Internal error' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** An error with a code of the table; `message` says what, where and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}
