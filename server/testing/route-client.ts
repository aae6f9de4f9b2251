import type { z } from 'zod/mini';
import { routes, type RouteName, type Routes } from '../../lib/contracts/rest.ts';

type Part<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? { readonly [P in K]: z.input<S> }
  : object;

type Input<N extends RouteName> = Part<Routes[N], 'params'> &
  Part<Routes[N], 'query'> &
  Part<Routes[N], 'body'>;

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** A refusal as the server words it. */
class RouteRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, error: { readonly code: string; readonly message: string }) {
    super(error.message);
    this.status = status;
    this.code = error.code;
  }
}

/** Calls a server's REST routes by name; every answer is checked against its schema. */
export function createRouteClient(url: string) {
  return async <N extends RouteName>(name: N, input: Input<N>): Promise<z.output<Routes[N]['response']>> => {
    const { params = {}, query, body } = input as unknown as LooseInput;
    const spec: { readonly method: string; readonly path: string; readonly response: z.ZodMiniType } =
      routes[name];
    const target = new URL(
      spec.path.replace(/:(\w+)/g, (_match, key: string) => encodeURIComponent(String(params[key]))),
      url,
    );
    for (const [key, value] of Object.entries(query ?? {}))
      if (value !== undefined) target.searchParams.set(key, String(value));
    const response = await fetch(target, {
      method: spec.method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { readonly error: { code: string; message: string } };
    if (!response.ok) throw new RouteRefusal(response.status, answer.error);
    return spec.response.parse(answer) as z.output<Routes[N]['response']>;
  };
}

export type RouteClient = ReturnType<typeof createRouteClient>;
