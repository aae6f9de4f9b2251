import type { z } from 'zod/mini';
import { routes, type RouteName, type Routes } from '../../lib/contracts/rest.ts';

type Part<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? { readonly [P in K]: z.input<S> }
  : object;

/** Route by route: the parts of all of them, each with each, are more than the compiler takes. */
type Input<N extends RouteName> = N extends RouteName
  ? Part<Routes[N], 'params'> & Part<Routes[N], 'query'> & Part<Routes[N], 'body'>
  : never;

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

type Client = <N extends RouteName>(name: N, input: Input<N>) => Promise<z.output<Routes[N]['response']>>;

/** Calls a server's REST routes by name; every answer is checked against its schema. */
export function createRouteClient(url: string): Client {
  // The union of all routes is too large for the compiler to narrow.
  const specs: Readonly<Record<string, { method: string; path: string; response: z.ZodMiniType }>> = routes;
  const call = async (name: string, { params = {}, query, body }: LooseInput): Promise<unknown> => {
    const spec = specs[name];
    if (spec === undefined) throw new Error(`There is no route ${name}.`);
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
    return spec.response.parse(answer);
  };
  return call as unknown as Client;
}

export type RouteClient = Client;
