import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../../lib/contracts/errors.ts';
import { pageIdSchema } from '../../lib/contracts/live.ts';
import type { Principal } from '../../lib/contracts/people.ts';
import { routes } from '../../lib/contracts/rest.ts';
import type { RouteAnswer, RouteName, RouteRequest, Routes } from '../../lib/contracts/rest.ts';
import { PAGE_HEADER } from '../../lib/contracts/route.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import type { Access } from '../access/index.ts';
import type { Blindness, BlindRuns, Looks } from '../annotate/index.ts';
import type { Engine } from '../engine/types.ts';
import type { EpisodePort } from './context.ts';
import { ROUTE_ACCESS, type RouteAccess } from './access-table.ts';
import { admit, type Admitted } from './admit.ts';
import { Download } from './download.ts';
import { JsonText } from './json-text.ts';
import { withWaysToLabel } from './ways-to-label.ts';

/**
 * A handler answers the value of the route's response, or its JSON text where that is made already. `signal` aborts when
 * whoever asked has gone.
 */
export type Handler<N extends RouteName> = (
  request: Asking<N>,
  signal: AbortSignal,
) => Answer<N> | Promise<Answer<N>>;

type Asking<N extends RouteName> = RouteRequest<Routes[N]> & {
  readonly blind: BlindRuns;
  readonly carriage: Carriage;
};

/** What signing in needs of HTTP itself. */
export interface Carriage {
  readonly headers: IncomingHttpHeaders;
  readonly setCookie: (cookie: string) => void;
}

type Answer<N extends RouteName> =
  (Routes[N] extends { readonly download: true } ? Download : RouteAnswer<Routes[N]>) | JsonText;

export type Handlers = { readonly [N in RouteName]: Handler<N> };

export interface RestDoor {
  readonly access: Access;
  readonly blindness: Blindness;
  readonly looks: Pick<Looks, 'note'>;
  readonly engine: Pick<Engine, 'session'>;
  readonly episodes: Pick<EpisodePort, 'episode'>;
}

/**
 * Registers the whole table: who asks is known, and each part of a request is parsed by its schema, before the handler
 * sees it.
 */
export function registerRest(fastify: FastifyInstance, door: RestDoor, handlers: Handlers): void {
  // The schemas are of zod/mini, which says of any fault "Invalid input" until it has words.
  z.config(z.locales.en());
  const names = Object.keys(routes) as RouteName[];
  const takesFile = (name: RouteName) => (routes[name] as Schemas).upload === true;
  for (const name of names.filter((each) => !takesFile(each))) register(fastify, name, door, handlers[name]);
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // As it comes in: the handler bounds it.
    scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload));
    for (const name of names.filter(takesFile)) register(scope, name, door, handlers[name]);
    done();
  });
}

interface Schemas {
  readonly method: string;
  readonly path: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly byPage?: true;
  readonly upload?: true;
}

function register<N extends RouteName>(
  fastify: FastifyInstance,
  name: N,
  door: RestDoor,
  handler: Handler<N>,
): void {
  const spec: Schemas = routes[name];
  const recordOf = (session: string) => door.engine.session(session)?.info.recordId ?? null;
  const parentOf = (run: string) => door.episodes.episode(run)?.parent?.id ?? null;
  fastify.route({
    method: spec.method,
    url: spec.path,
    async handler(request, reply) {
      const who = door.access.principal(request.headers);
      let known: BlindRuns | undefined;
      // When it is asked for: labelling itself tells nothing, and need not bring up to date what is hidden.
      const blind = () => (known ??= blindOf(door, ROUTE_ACCESS[name], who));
      const ask = async () => {
        const params = spec.params && parsePart(spec.params, request.params, 'params');
        const { alias, ...admitted } = admit(ROUTE_ACCESS[name], {
          ...door,
          who,
          get blind() {
            return blind();
          },
          params,
          recordOf,
          parentOf,
        });
        if (tells(ROUTE_ACCESS[name])) door.looks.note(who);
        const parsed = {
          ...admitted,
          query: spec.query && parsePart(spec.query, request.query, 'query'),
          body: spec.body && parsePart(spec.body, readJson(request.body), 'body'),
          page: spec.byPage === true ? pageOf(request.headers[PAGE_HEADER]) : null,
          person: who.name,
          who,
          get blind() {
            return blind();
          },
          carriage: {
            headers: request.headers,
            setCookie: (cookie) => void reply.header('set-cookie', cookie),
          },
          // A request without a body is an empty file.
          ...(spec.upload === true && { file: request.body ?? Readable.from([]) }),
        } as Asking<N>;
        return { alias, answer: await aliased(alias, async () => handler(parsed, signalOf(reply))) };
      };
      const { alias, answer } = await ask().catch((error: unknown) => {
        throw withWaysToLabel(error, {
          ...door,
          who,
          get blind() {
            return blind();
          },
        });
      });
      reply.header('cache-control', 'no-store');
      if (answer instanceof Download) return sendFile(reply, answer);
      reply.type('application/json; charset=utf-8');
      const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
      return reply.send(alias === null ? text : text.replaceAll(alias.run, alias.id));
    },
  });
}

/** A stranger may be an annotator who left the sign-in away; what an id is the key to stays open to whoever has the id (see admit). */
function blindOf({ access, blindness }: RestDoor, { needs, blind }: RouteAccess, who: Principal): BlindRuns {
  const isTold = blind === 'tasks' || blind === 'run' || needs !== 'anyone';
  return who.via === 'visitor' && access.accounts && isTold ? blindness.ofStrangers() : blindness.of(who);
}

/** Whether an answer may tell how runs ended. */
function tells({ blind }: RouteAccess): boolean {
  return blind !== 'open' && blind !== 'evidence';
}

/** Who asks by an assignment's id is not told its run's, in what goes wrong either. */
async function aliased<T>(alias: Admitted['alias'], act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (alias === null || !(error instanceof AppError) || !error.message.includes(alias.run)) throw error;
    throw new AppError(error.code, error.message.replaceAll(alias.run, alias.id), { cause: error });
  }
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

/** The name goes in twice: as ASCII for old readers, and whole. */
function sendFile(reply: FastifyReply, { data, contentType, fileName }: Download): FastifyReply {
  const ascii = fileName.replace(/[^\w.-]/g, '_');
  reply.header(
    'content-disposition',
    `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  );
  // What an export holds is untrusted: it must not run as a page of this server.
  reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
  return reply.type(contentType).send(data);
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
