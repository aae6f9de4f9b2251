import type { IncomingMessage, ServerResponse } from 'node:http';
import { fastify as createInstance } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERROR_CODES } from '../../lib/contracts/errors.ts';
import type { ErrorCode } from '../../lib/contracts/errors.ts';
import { MAX_FRAME_IN_BYTES } from '../../lib/contracts/openenv.ts';
import type { ErrorBody } from '../../lib/contracts/rest.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import type { Log } from '../log.ts';
import type { HttpContext } from './context.ts';
import { createDocsPage } from './docs-page.ts';
import { createOpenApi } from './openapi.ts';
import { registerOpenEnvRoutes } from './openenv-routes.ts';
import { adjudicationHandlers } from './rest-adjudication.ts';
import { agreementHandlers } from './rest-agreement.ts';
import { artifactHandlers } from './rest-artifacts.ts';
import { auditHandlers } from './rest-audits.ts';
import { datasetHandlers } from './rest-datasets.ts';
import { pairHandlers } from './rest-pairs.ts';
import { branchHandlers } from './rest-branches.ts';
import { episodeHandlers } from './rest-episodes.ts';
import { evidenceHandlers } from './rest-evidence.ts';
import { gradingHandlers } from './rest-grading.ts';
import { healthHandlers } from './rest-health.ts';
import { keepingHandlers } from './rest-keeping.ts';
import { jobHandlers } from './rest-jobs.ts';
import { peopleHandlers } from './rest-people.ts';
import { outcomeHandlers } from './rest-outcomes.ts';
import { labellingHandlers } from './rest-labelling.ts';
import { queueHandlers } from './rest-queues.ts';
import { runHandlers } from './rest-runs.ts';
import { scenarioHandlers } from './rest-scenarios.ts';
import { sessionHandlers } from './rest-sessions.ts';
import { workbenchHandlers } from './rest-workbench.ts';
import { projectHandlers } from './rest-projects.ts';
import { registerRest } from './rest.ts';
import { registerSignInCallback } from './sign-in-callback.ts';
import { registerTaskApi } from './task-api.ts';

/** Real MCP over streamable HTTP; the other life of `/mcp`. */
export interface McpEndpoint {
  /** Whether a request is MCP's: it initialises, or names its MCP session. */
  claims(request: IncomingMessage, body: unknown): boolean;
  handleRequest(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>;
}

export interface FastifyOptions {
  readonly context: HttpContext;
  /** OpenEnv's JSON-RPC at POST /mcp. */
  readonly rpc: { handleText(text: string): Promise<string> };
  readonly mcp: McpEndpoint;
  readonly log: Log;
}

/** Everything that is answered over plain HTTP, but pages. It does not listen: the dispatcher hands it requests. */
export function createFastify({ context, rpc, mcp, log }: FastifyOptions): FastifyInstance {
  const fastify = createInstance({
    logger: false,
    bodyLimit: MAX_FRAME_IN_BYTES,
    routerOptions: { maxParamLength: 500 },
  });
  // Bodies are read by their route: numbers must survive, and /mcp answers for text that is not JSON.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  fastify.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));
  fastify.setNotFoundHandler(sendNotFound);

  registerOpenEnvRoutes(fastify, context.engine);
  registerTaskApi(fastify, context.scenarios, (scenario, taskIdx) =>
    context.tasks.isQuarantined(scenario, taskIdx),
  );
  registerSignInCallback(fastify, context);
  registerMcp(fastify, { rpc, mcp, log });
  registerRest(fastify, context, {
    ...scenarioHandlers(context),
    ...sessionHandlers(context),
    ...episodeHandlers(context),
    ...evidenceHandlers(context),
    ...runHandlers(context),
    ...branchHandlers(context),
    ...pairHandlers(context),
    ...datasetHandlers(context),
    ...artifactHandlers(context),
    ...keepingHandlers(context),
    ...auditHandlers(context),
    ...jobHandlers(context),
    ...workbenchHandlers(context),
    ...outcomeHandlers(context),
    ...adjudicationHandlers(context),
    ...gradingHandlers(context),
    ...agreementHandlers(context),
    ...projectHandlers(context),
    ...queueHandlers(context),
    ...labellingHandlers(context),
    ...healthHandlers(context),
    ...peopleHandlers(context),
  });
  const openApi = createOpenApi();
  const docs = createDocsPage(openApi);
  fastify.get('/openapi.json', () => openApi);
  fastify.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(docs));
  return fastify;
}

function registerMcp(
  fastify: FastifyInstance,
  { rpc, mcp, log }: Pick<FastifyOptions, 'rpc' | 'mcp' | 'log'>,
): void {
  fastify.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    async handler(request, reply) {
      const text = typeof request.body === 'string' ? request.body : '';
      const body = parseOrUndefined(text);
      if (mcp.claims(request.raw, body)) {
        reply.hijack();
        try {
          await mcp.handleRequest(request.raw, reply.raw, body);
        } catch (error) {
          // Fastify no longer answers for this request.
          log.error({ err: error }, 'an MCP request failed');
          if (reply.raw.headersSent) reply.raw.destroy();
          else reply.raw.writeHead(500).end();
        }
        return reply;
      }
      if (request.method !== 'POST') return reply.code(405).send({ detail: 'Method Not Allowed' });
      return reply.type('application/json; charset=utf-8').send(await rpc.handleText(text));
    },
  });
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

const OPENENV_PATH = /^\/(health|metadata|schema|state|stats|reset|step|openapi\.json|docs)$/;

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  if (path.startsWith('/api/')) {
    return reply.code(404).send(bodyOf('not_found', `There is no ${request.method} ${path}.`));
  }
  if (OPENENV_PATH.test(path)) return reply.code(405).send({ detail: 'Method Not Allowed' });
  return reply.code(404).send({ detail: 'Not Found' });
}

/** The one place where errors become HTTP. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const { code, message, details } = describeError(error);
  // Who asked is gone: a page that went on to something else.
  const withdrawn = error instanceof Error && error.name === 'AbortError';
  if (code === 'internal' && !withdrawn)
    log.error({ err: error, method: request.method, path: request.url }, 'a request failed');
  const { status } = ERROR_CODES[code];
  if (request.url.startsWith('/api/')) return reply.code(status).send(bodyOf(code, message, details));
  return reply.code(status).send({ detail: message });
}

function describeError(error: unknown): {
  code: ErrorCode;
  message: string;
  details?: Readonly<Record<string, unknown>>;
} {
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
  const status = statusOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (status === 413) return { code: 'payload_too_large', message };
  if (status >= 400 && status < 500) return { code: 'invalid_request', message };
  return { code: 'internal', message: 'The server failed; its log says why.' };
}

/** Fastify's own errors carry their status. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

function bodyOf(
  code: ErrorCode,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): ErrorBody {
  return { error: { code, message, details: { ...details } } };
}
