import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { PERMISSIONS } from '../../lib/contracts/people.ts';
import { routes, type RouteName, type RouteSpec } from '../../lib/contracts/rest.ts';
import { ROUTE_ACCESS } from './access-table.ts';
import { createOpenApi } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

const document = createOpenApi() as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: object };
};
const names = Object.keys(routes) as RouteName[];
const ajv = new Ajv2020({ strict: false, validateFormats: false });

function operation(name: RouteName): Operation | undefined {
  const { method, path } = routes[name];
  return document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
}

it('no two routes share a method and a path', () => {
  const places = names.map((name) => `${routes[name].method} ${routes[name].path.replace(/:\w+/g, ':')}`);
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

it.each(names)('%s is described: parameters, body, answer, permission', (name) => {
  const spec: RouteSpec = routes[name];
  const told = operation(name);
  if (told === undefined) throw new Error('not in the document');
  expect(told).toMatchObject({ operationId: name, summary: spec.summary });

  const inPath = told.parameters.filter((parameter) => parameter.in === 'path');
  expect(inPath.map((parameter) => parameter.name).sort()).toEqual(
    [...spec.path.matchAll(/:(\w+)/g)].map(([, param]) => param).sort(),
  );
  expect(inPath.every(({ required }) => required)).toBe(true);
  const inQuery = told.parameters.filter((parameter) => parameter.in === 'query').map((one) => one.name);
  expect(inQuery.sort()).toEqual(Object.keys(shapeOf(spec.query)).sort());

  const bodies = Object.entries(told.requestBody?.content ?? {});
  expect(bodies.map(([type]) => type)).toEqual(
    spec.upload === true ? ['application/octet-stream'] : spec.body === undefined ? [] : ['application/json'],
  );
  const answers = Object.entries(told.responses['200']?.content ?? {});
  expect(answers.map(([type]) => type)).toEqual([
    spec.download === true ? 'application/octet-stream' : 'application/json',
  ]);
  for (const [, { schema }] of [...bodies, ...answers]) expect(() => ajv.compile(schema)).not.toThrow();

  const { needs } = ROUTE_ACCESS[name];
  const scopes = told.security.flatMap((way) => way['token'] ?? []);
  expect(scopes).toEqual(needs === 'anyone' ? [] : [needs]);
  expect(PERMISSIONS).toEqual(expect.arrayContaining(scopes));
  if (needs !== 'anyone') expect(Object.keys(told.responses)).toEqual(expect.arrayContaining(['401', '403']));
});

it('names the ways to sign in', () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(['token', 'cookie']);
});

function shapeOf(schema: unknown): object {
  return schema !== undefined && schema !== null && typeof schema === 'object' && 'shape' in schema
    ? (schema.shape as object)
    : {};
}
