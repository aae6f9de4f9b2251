import { omit } from '../util/omit.ts';

/** A JSON Schema as it comes from a scenario: any key may hold anything. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_REF_HOPS = 16;

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Follows `$ref` inside the root document; keys beside it stay. A reference that leads nowhere is left as it is. */
export function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let hops = 0; hops < MAX_REF_HOPS && typeof current.$ref === 'string'; hops += 1) {
    const target = lookUp(root, current.$ref);
    if (target === undefined) return current;
    current = { ...target, ...omit(current, '$ref') };
  }
  return current;
}

function lookUp(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    if (!isSchema(node)) return undefined;
    node = node[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return isSchema(node) ? node : undefined;
}

/** The names that `type` allows; empty where it allows all. */
export function typesOf(schema: JsonSchema): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === 'string');
  return [];
}

export interface Unwrapped {
  readonly schema: JsonSchema;
  /** The value may be null. */
  readonly nullable: boolean;
}

/**
 * Takes the null out of a nullable union in both encodings, `type: [X, null]` and `anyOf: [X, null]`. Beside an `anyOf`
 * that allows null there may stand a `type` that does not (fastapi-mcp 0.4.0 writes both): then null is refused.
 */
export function unwrapNullable(given: JsonSchema, root: JsonSchema): Unwrapped {
  const schema = resolveRef(given, root);
  const types = typesOf(schema);
  const typeAllowsNull = types.length === 0 || types.includes('null');
  const others = types.filter((type) => type !== 'null');

  const union = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(union)) {
    if (types.length < 2 || others.length === types.length) return { schema, nullable: false };
    return { schema: { ...schema, type: others.length === 1 ? others[0] : others }, nullable: true };
  }
  const branches = union.filter(isSchema).map((branch) => resolveRef(branch, root));
  const values = branches.filter((branch) => !isNull(branch));
  const nullable = typeAllowsNull && values.length < branches.length;
  const [only] = values;
  if (only === undefined || values.length > 1) return { schema, nullable };
  return { schema: { ...only, ...omit(schema, 'anyOf', 'oneOf', 'type') }, nullable };
}

function isNull(schema: JsonSchema): boolean {
  return schema.type === 'null' || schema.const === null;
}
