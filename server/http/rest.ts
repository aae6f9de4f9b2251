import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../../lib/contracts/errors.ts';
import { pageIdSchema } from '../../lib/contracts/live.ts';
import { routes } from '../../lib/contracts/rest.ts';
import type { RouteAnswer, RouteName, RouteRequest, Routes } from '../../lib/contracts/rest.ts';
import { PAGE_HEADER } from '../../lib/contracts/route.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import { JsonText } from './json-text.ts';

/**
 * A handler answers the value of the route's response, or its JSON text where that is made already. `signal` aborts when
 * whoever asked has gone.
 */
export type Handler<N extends RouteName> = (
  request: RouteRequest<Routes[N]>,
  signal: AbortSignal,
) => RouteAnswer<Routes[N]> | JsonText | Promise<RouteAnswer<Routes[N]> | JsonText>;

export type Handlers = { readonly [N in RouteName]: Handler<N> };

/** Registers the whole table: each part of a request is parsed by its schema before the handler sees it. */
export function registerRest(fastify: FastifyInstance, handlers: Handlers): void {
  // The schemas are of zod/mini, which says of any fault "Invalid input" until it has words.
  z.config(z.locales.en());
  for (const name of Object.keys(routes) as RouteName[]) register(fastify, name, handlers[name]);
}

interface Schemas {
  readonly method: string;
  readonly path: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly byPage?: true;
}

function register<N extends RouteName>(fastify: FastifyInstance, name: N, handler: Handler<N>): void {
  const spec: Schemas = routes[name];
  fastify.route({
    method: spec.method,
    url: spec.path,
    async handler(request, reply) {
      const parsed = {
        params: spec.params && parsePart(spec.params, request.params, 'params'),
        query: spec.query && parsePart(spec.query, request.query, 'query'),
        body: spec.body && parsePart(spec.body, readJson(request.body), 'body'),
        page: spec.byPage === true ? pageOf(request.headers[PAGE_HEADER]) : null,
      } as RouteRequest<Routes[N]>;
      const answer = await handler(parsed, signalOf(reply));
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return reply.send(answer instanceof JsonText ? answer.text : JSON.stringify(answer));
    },
  });
}

/** Aborts when the connection closes before the answer is out. */
function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** @throws AppError invalid_request */
function pageOf(header: unknown): string | null {
  if (header === undefined) return null;
  const parsed = pageIdSchema.safeParse(header);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', `${PAGE_HEADER} must be 8 to 64 letters, digits, - or _`);
}

/** The body as it came; none stands for `{}`. */
function readJson(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') return {};
  try {
    return parseLossless(body);
  } catch (error) {
    throw new AppError(
      'invalid_request',
      `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function parsePart(schema: z.ZodMiniType, value: unknown, part: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({
    path: [part, ...path.map(String)].join('.'),
    message,
  }));
  const [first] = issues;
  throw new AppError(
    'invalid_request',
    first === undefined ? `${part} is not valid` : `${first.path}: ${first.message}`,
    {
      details: { issues },
    },
  );
}
