import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../lib/contracts/errors.ts';
import { errorBodySchema, routes } from '../../lib/contracts/rest.ts';
import type { RouteName, RouteSpec } from '../../lib/contracts/rest.ts';
import { PAGE_HEADER } from '../../lib/contracts/route.ts';
import { ROUTE_ACCESS, type RouteAccess } from './access-table.ts';

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

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const file = (): Json => ({
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
});

function operationOf(name: string, spec: RouteSpec, access: RouteAccess): Json {
  const needs = access.needs === 'anyone' ? null : access.needs;
  return {
    operationId: name,
    summary: spec.summary,
    tags: ['Studio'],
    ...(needs !== null && { description: `Needs the permission \`${needs}\`.` }),
    'x-permission': access.needs,
    // Signed in by cookie, or with a token that has the permission among its scopes.
    security: needs === null ? [{}, { token: [] }, { cookie: [] }] : [{ token: [needs] }, { cookie: [] }],
    parameters: [
      ...parametersOf(spec.params, 'path'),
      ...parametersOf(spec.query, 'query'),
      ...(spec.byPage === true ? [PAGE_PARAMETER] : []),
    ],
    ...(spec.upload === true
      ? { requestBody: { required: true, ...file() } }
      : spec.body !== undefined && {
          requestBody: { required: true, ...json(schemaOf(spec.body, 'input')) },
        }),
    responses: {
      '200': {
        description: 'Done',
        ...(spec.download === true ? file() : json(schemaOf(spec.response, 'output'))),
      },
      ...refusalsOf(spec, access),
      default: {
        description: 'An error of the table of codes',
        ...json({ $ref: '#/components/schemas/Error' }),
      },
    },
  };
}

/** What the door itself refuses, by status; the rest of the table may come from what is behind it. */
function refusalsOf(spec: RouteSpec, { needs, blind, known, token }: RouteAccess): Json {
  const codes: ErrorCode[] = [
    ...((spec.params ?? spec.query ?? spec.body) ? (['invalid_request'] as const) : []),
    ...(needs === 'anyone' ? [] : (['unauthenticated'] as const)),
    ...(needs === 'anyone' && known === undefined && token === undefined ? [] : (['forbidden'] as const)),
    ...(blind === 'run' || blind === 'task' || blind === 'closed' ? (['blind'] as const) : []),
    ...(spec.params === undefined ? [] : (['not_found'] as const)),
  ];
  const byStatus = Map.groupBy(codes, (code) => ERROR_CODES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      String(status),
      {
        description: all.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}`).join('; '),
        ...json({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

const PAGE_PARAMETER: Json = {
  name: PAGE_HEADER,
  in: 'header',
  required: false,
  description:
    'The page that acts: any 8 to 64 letters, digits, - or _ that it keeps. Of the pages of one session the one that holds control acts; a caller without this header acts only while none does.',
  schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
};

const SECURITY: Json = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token, made in Settings or by `studio token`; its scopes are permissions. On a server of one machine without accounts none is needed.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'awm-…',
    description:
      'Set by signing in with the browser. Its name ends with a tag of the studio, so that several on one host do not meet; over HTTPS it begins with `__Host-`.',
  },
};

/** The whole server as one document: the OpenEnv endpoints and the studio's own, made from the REST table. */
export function createOpenApi(): Json {
  const paths: Record<string, Json> = { ...(OPENENV_PATHS as Record<string, Json>) };
  for (const name of Object.keys(routes) as RouteName[]) {
    const spec: RouteSpec = routes[name];
    const path = spec.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [spec.method.toLowerCase()]: operationOf(name, spec, ROUTE_ACCESS[name]),
    };
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
    components: {
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
      securitySchemes: SECURITY,
    },
  };
}
