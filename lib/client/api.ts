import type { z } from 'zod/mini';
import { errorBodySchema } from '../contracts/rest-schemas.ts';
import { PAGE_HEADER, type RouteSpec } from '../contracts/route.ts';
import { ApiError } from './api-error.ts';
import { dropBearer } from './bearer.ts';
import { identityHeaders } from './identity-headers.ts';
import { t } from './messages/index.ts';
import { pageId } from './page-id.ts';
import { heardDate } from './server-clock.ts';
import { serverWords } from './server-words.ts';

type Part<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? { readonly [P in K]: z.input<S> }
  : object;

export type RouteInput<R extends RouteSpec> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>;

interface LooseInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/**
 * Calls a route of the table and parses its answer. Addresses are relative to the page's own origin, so that a
 * forwarding proxy needs no configuration.
 * @throws ApiError
 */
export async function callApi<R extends RouteSpec>(
  route: R,
  input: RouteInput<R>,
  signal?: AbortSignal,
): Promise<z.output<R['response']>> {
  const { params, query, body } = input as LooseInput;
  const response = await send(route, buildPath(route.path, params, query), body, signal);
  const payload: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    // The sign-in is over: asked again without it, pages see what visitors see.
    if (response.status === 401) dropBearer();
    throw toError(response.status, payload);
  }
  const parsed = route.response.safeParse(payload);
  if (!parsed.success) {
    throw new ApiError(t('common.badAnswer'), {
      code: 'internal',
      status: response.status,
      cause: parsed.error,
    });
  }
  return parsed.data as z.output<R['response']>;
}

async function send(
  { method, byPage }: RouteSpec,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(byPage === true && { [PAGE_HEADER]: pageId() }),
        ...identityHeaders(),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    heardDate(response.headers.get('date'));
    return response;
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ApiError(t('common.unreachable'), { code: null, status: null, cause });
  }
}

function toError(status: number, payload: unknown): ApiError {
  const parsed = errorBodySchema.safeParse(payload);
  if (!parsed.success) {
    // A proxy's own page stands for a server that does not answer.
    const code = status >= 502 && status <= 504 ? null : 'internal';
    return new ApiError(code === null ? t('common.unreachable') : `HTTP ${status}`, { code, status });
  }
  const { code, message, details } = parsed.data.error;
  return new ApiError(serverWords({ code, message }), { code, status, details });
}

export function buildPath(
  template: string,
  params: LooseInput['params'],
  query: LooseInput['query'],
): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
