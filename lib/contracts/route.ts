import type { z } from 'zod/mini';

/** Names the page that acts; see `controlSession`. */
export const PAGE_HEADER = 'x-awm-page';
/** Whose word a note, label or status is: a name, percent-encoded UTF-8. Nobody checks it. */
export const PERSON_HEADER = 'x-awm-person';
/** Who does not say a name. */
export const NOBODY = 'someone';

/**
 * The studio's REST interface. The server registers from this table, the client calls by it, OpenAPI is made from it.
 * Every failure is `{error: {code, message, details}}` with the status of its code.
 */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/things/:id` */
  readonly path: string;
  readonly summary: string;
  /** Acts in a session: takes the header `x-awm-page`, the page that acts. */
  readonly byPage?: true;
  /** Answers a file instead of JSON. */
  readonly download?: true;
  /** The body is a file. */
  readonly upload?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
}

/** A row of the table, its types kept. */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec;
}
