import { z } from 'zod';
import { errorBodySchema, routes } from '../../lib/contracts/rest.ts';
import type { RouteSpec } from '../../lib/contracts/rest.ts';
import { PAGE_HEADER } from '../../lib/contracts/route.ts';

type Json = Readonly<Record<string, unknown>>;

const ok = (description: string) => ({ '200': { description } });
const openEnv = (method: 'get' | 'post', summary: string): Json => ({
  [method]: { summary, tags: ['OpenEnv'], responses: ok('JSON') },
});
const ONLY_WS = { '400': { description: 'Only over the WebSocket /ws' } };
const envParameter = [{ name: 'env_name', in: 'path', required: true, schema: { type: 'string' } }];
const task = (method: 'get' | 'post', summary: string): Json => ({
  [method]: { summary, tags: ['Task API'], parameters: envParameter, responses: ok('JSON') },
});

/** `openenv validate` reads from these paths which kind of server this is. */
const OPENENV_PATHS: Json = {
  '/health': openEnv('get', 'Whether the server is healthy'),
  '/metadata': openEnv('get', 'Name and description of the environment'),
  '/schema': openEnv('get', 'JSON Schemas of actions, observations and states'),
  '/state': openEnv('get', 'The state of a session that was never reset'),
  '/stats': openEnv('get', 'Sessions and idle limits'),
  '/mcp': openEnv('post', 'OpenEnv’s JSON-RPC, and MCP over streamable HTTP'),
  '/reset': {
    post: { summary: 'Answers how to reset over the WebSocket', tags: ['OpenEnv'], responses: ONLY_WS },
  },
  '/step': {
    post: { summary: 'Answers how to step over the WebSocket', tags: ['OpenEnv'], responses: ONLY_WS },
  },
  '/list_environments': {
    get: { summary: 'Names of the environments', tags: ['Task API'], responses: ok('JSON') },
  },
  '/{env_name}/splits': task('get', 'Task splits'),
  '/{env_name}/tasks': task('post', 'All tasks of a split'),
  '/{env_name}/num_tasks': task('post', 'Number of tasks of a split'),
  '/{env_name}/task': task('post', 'One task'),
  '/{env_name}/task_range': task('post', 'A slice of the tasks of a split'),
};

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const json: Record<string, unknown> = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  delete json['$schema'];
  return json;
}

/** A schema's properties as parameters of the request. */
function parametersOf(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function operationOf(name: string, spec: RouteSpec): Json {
  const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
  return {
    operationId: name,
    summary: spec.summary,
    tags: ['Studio'],
    parameters: [
      ...parametersOf(spec.params, 'path'),
      ...parametersOf(spec.query, 'query'),
      ...(spec.byPage === true ? [PAGE_PARAMETER] : []),
    ],
    ...(spec.body === undefined
      ? {}
      : { requestBody: { required: true, ...json(schemaOf(spec.body, 'input')) } }),
    responses: {
      '200': { description: 'Done', ...json(schemaOf(spec.response, 'output')) },
      default: {
        description: 'An error of the table of codes',
        ...json({ $ref: '#/components/schemas/Error' }),
      },
    },
  };
}

const PAGE_PARAMETER: Json = {
  name: PAGE_HEADER,
  in: 'header',
  required: false,
  description:
    'The page that acts: any 8 to 64 letters, digits, - or _ that it keeps. Of the pages of one session the one that holds control acts; a caller without this header acts only while none does.',
  schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
};

/** The whole server as one document: the OpenEnv endpoints and the studio's own, made from the REST table. */
export function createOpenApi(): Json {
  const paths: Record<string, Json> = { ...(OPENENV_PATHS as Record<string, Json>) };
  for (const [name, spec] of Object.entries(routes)) {
    const path = spec.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operationOf(name, spec) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'OpenEnv Environment HTTP API',
      description:
        'Agent World Model scenarios over the OpenEnv protocol; episodes run over the WebSocket /ws.',
      version: '1.0.0',
    },
    paths,
    components: { schemas: { Error: schemaOf(errorBodySchema, 'output') } },
  };
}
