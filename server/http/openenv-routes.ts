import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Engine } from '../engine/types.ts';
import { publicOrigin } from './forwarded.ts';
import { OPENENV_SCHEMAS } from './openenv-schema.ts';

/** The reference's name for the environment; clients print it. */
export const ENVIRONMENT_NAME = 'AWMEnvironment';

const RESET_FRAME = { type: 'reset', data: { scenario: 'workflow_automation_1', task_idx: 0 } };
const STEP_FRAME = { type: 'step', data: { type: 'call_tool', tool_name: 'list_tasks', arguments: {} } };

/** An episode lives on one connection; a single HTTP request has none. */
function needsConnection(endpoint: '/reset' | '/step'): object {
  return {
    error: `POST ${endpoint} is not available over HTTP`,
    reason:
      'An episode keeps its database and its scenario process for as long as its connection lasts; a single HTTP request has no connection to keep.',
    solution:
      'Connect a WebSocket to /ws and send the same as a message, or use an OpenEnv client, which does so.',
    examples: {
      websocket: endpoint === '/reset' ? RESET_FRAME : STEP_FRAME,
      python: 'async with GenericEnvClient(base_url=URL) as env: await env.reset(scenario=NAME, task_idx=0)',
    },
  };
}

/** GET /health, /metadata, /schema, /state, /stats; POST /reset, /step; the redirects to the studio. */
export function registerOpenEnvRoutes(fastify: FastifyInstance, engine: Engine): void {
  fastify.get('/health', () => ({ status: 'healthy' }));
  fastify.get('/metadata', () => ({
    name: ENVIRONMENT_NAME,
    description: `${ENVIRONMENT_NAME} environment`,
    readme_content: null,
    version: '1.0.0',
    author: null,
    documentation_url: null,
  }));
  fastify.get('/schema', () => OPENENV_SCHEMAS);
  // Of a session that was never reset, as the reference answers: HTTP has no session of its own.
  fastify.get('/state', () => ({ episode_id: null, step_count: 0 }));
  fastify.get('/stats', (_request, reply) => sendStats(reply, engine));
  for (const endpoint of ['/reset', '/step'] as const) {
    fastify.post(endpoint, (_request, reply) => reply.code(400).send(needsConnection(endpoint)));
  }
  for (const path of ['/', '/web']) {
    fastify.get(path, (request, reply) => {
      const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
      return reply.redirect(`${publicOrigin(request.headers)}/web/${search}`, 307);
    });
  }
}

function sendStats(reply: FastifyReply, engine: Engine): FastifyReply {
  return reply.header('cache-control', 'no-store').send(engine.stats());
}
