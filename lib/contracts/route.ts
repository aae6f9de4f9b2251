import type { z } from 'zod/mini';

/** Names the page that acts; see `controlSession`. */
export const PAGE_HEADER = 'x-awm-page';

/**
 * The studio's REST interface. The server registers from this table, the client calls by it, OpenAPI is made from it.
 * Every failure is `{error: {code, message, details}}` with the status of its code.
 */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/api/things/:id` */
  readonly path: string;
  readonly summary: string;
  /** Acts in a session: takes the header `x-awm-page`, the page that acts. */
  readonly byPage?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
}

/** A row of the table, its types kept. */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec;
}
