import { omit } from '../util/omit.ts';

/** A JSON Schema as it comes from a scenario: any key may hold anything. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_REF_HOPS = 16;
const MAX_ALL_OF = 64;

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `true` allows anything, as an empty schema does. */
export function asSchema(value: unknown): JsonSchema | undefined {
  if (value === true) return {};
  return isSchema(value) ? value : undefined;
}

export function schemasOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.flatMap((one: unknown): JsonSchema[] => toList(asSchema(one))) : [];
}

function toList(schema: JsonSchema | undefined): JsonSchema[] {
  return schema === undefined ? [] : [schema];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function recordOf(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}

/** The names that `type` allows; empty where it allows all. */
export function typesOf(schema: JsonSchema): readonly string[] {
  return typeof schema.type === 'string' ? [schema.type] : stringsOf(schema.type);
}

/**
 * Follows `$ref` inside the root document and merges `allOf`, so that what is left speaks for itself; keys beside a
 * reference stay. A reference that leads nowhere is left as it is.
 */
export function resolveSchema(schema: JsonSchema, root: JsonSchema): JsonSchema {
  return mergeAllOf(followRef(schema, root), root, { left: MAX_ALL_OF });
}

export function isUnresolved(schema: JsonSchema): boolean {
  return typeof schema.$ref === 'string';
}

function followRef(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let hops = 0; hops < MAX_REF_HOPS && typeof current.$ref === 'string'; hops += 1) {
    const target = lookUp(root, current.$ref);
    if (target === undefined) return current;
    const beside = omit(current, '$ref');
    current = Object.keys(beside).length === 0 ? target : mergeSchemas(target, beside);
  }
  return current;
}

function mergeAllOf(schema: JsonSchema, root: JsonSchema, budget: { left: number }): JsonSchema {
  if (!Array.isArray(schema.allOf)) return schema;
  let merged: JsonSchema = omit(schema, 'allOf');
  for (const part of schemasOf(schema.allOf)) {
    if ((budget.left -= 1) < 0) return merged;
    merged = mergeSchemas(merged, mergeAllOf(followRef(part, root), root, budget));
  }
  return merged;
}

function lookUp(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = unescapePointer(part);
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[key];
  }
  return asSchema(node);
}

function unescapePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

const TIGHTER: Readonly<Record<string, (a: number, b: number) => number>> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
};

/** What both allow. Keywords that no merge can express (two patterns, two unions) stay beside each other in `allOf`. */
export function mergeSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...a };
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(b)) {
    if (!Object.hasOwn(merged, key)) merged[key] = value;
    else if (!mergeKey(merged, key, value)) rest[key] = value;
  }
  if (Object.keys(rest).length === 0) return merged;
  const others = Array.isArray(merged.conjunction) ? (merged.conjunction as readonly unknown[]) : [];
  // Not `allOf`: that would be merged again, for ever.
  return { ...merged, conjunction: [...others, rest] };
}

/** What `mergeSchemas` could not put into one: the value must satisfy these too. */
export function conjunctionOf(schema: JsonSchema): readonly JsonSchema[] {
  return schemasOf(schema.conjunction);
}

function mergeKey(into: Record<string, unknown>, key: string, value: unknown): boolean {
  const old = into[key];
  const tighter = TIGHTER[key];
  if (tighter !== undefined && typeof old === 'number' && typeof value === 'number') {
    into[key] = tighter(old, value);
    return true;
  }
  switch (key) {
    case 'properties':
    case 'patternProperties':
    case '$defs':
      into[key] = mergeProperties(recordOf(old), recordOf(value));
      return true;
    case 'required':
      into[key] = [...new Set([...stringsOf(old), ...stringsOf(value)])];
      return true;
    case 'type':
      return mergeTypes(into, value);
    case 'enum':
      if (!Array.isArray(old) || !Array.isArray(value)) return false;
      into[key] = old.filter((one) => value.some((other) => JSON.stringify(other) === JSON.stringify(one)));
      return true;
    case 'additionalProperties':
    case 'items':
      return mergeBranches(into, key, value);
    case 'uniqueItems':
      into[key] = old === true || value === true;
      return true;
    case 'title':
    case 'description':
    case 'default':
    case 'examples':
    case 'example':
    case 'nullable':
      into[key] = value;
      return true;
    default:
      return JSON.stringify(old) === JSON.stringify(value);
  }
}

function mergeProperties(a: JsonSchema, b: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = { ...a };
  for (const [name, property] of Object.entries(b)) {
    const old = asSchema(Object.hasOwn(merged, name) ? merged[name] : undefined);
    const added = asSchema(property);
    merged[name] = old === undefined || added === undefined ? property : { allOf: [old, added] };
  }
  return merged;
}

function mergeTypes(into: Record<string, unknown>, value: unknown): boolean {
  const old = typesOf(into);
  const added = typesOf({ type: value });
  const both = old.filter((type) => added.includes(type) || (type === 'integer' && added.includes('number')));
  if (old.includes('number') && added.includes('integer') && !both.includes('integer')) both.push('integer');
  if (both.length === 0) return false;
  into['type'] = both.length === 1 ? both[0] : both;
  return true;
}

function mergeBranches(into: Record<string, unknown>, key: string, value: unknown): boolean {
  const old = into[key];
  if (value === false || old === false) into[key] = false;
  else if (old === true) into[key] = value;
  else if (isSchema(old) && isSchema(value)) into[key] = { allOf: [old, value] };
  else return value === true;
  return true;
}

export interface Unwrapped {
  readonly schema: JsonSchema;
  /** The value may be null. */
  readonly nullable: boolean;
}

/**
 * Takes the null out of a nullable union in its encodings, `type: [X, null]`, `anyOf: [X, null]` and OpenAPI's
 * `nullable: true`. Beside an `anyOf` that allows null there may stand a `type` that does not (fastapi-mcp 0.4.0 writes
 * both): then null is refused.
 */
export function unwrapNullable(given: JsonSchema, root: JsonSchema): Unwrapped {
  const schema = resolveSchema(given, root);
  const types = typesOf(schema);
  const typeAllowsNull = types.length === 0 || types.includes('null');
  const others = types.filter((type) => type !== 'null');
  const withoutNull =
    others.length === types.length || others.length === 0
      ? schema
      : { ...schema, type: others.length === 1 ? others[0] : others };
  const union = unionOf(schema);
  if (union === undefined) {
    return { schema: withoutNull, nullable: schema.nullable === true || withoutNull !== schema };
  }
  const branches = union.branches.map((branch) => resolveSchema(branch, root));
  const values = branches.filter((branch) => !isNull(branch));
  const nullable = typeAllowsNull && values.length < branches.length;
  const [only] = values;
  if (values.length === branches.length) {
    return { schema: withoutNull, nullable: schema.nullable === true };
  }
  if (only === undefined) return { schema, nullable: false };
  if (values.length > 1) return { schema: { ...withoutNull, [union.key]: values }, nullable };
  const beside = omit(schema, union.key, ...(nullable ? ['type'] : []));
  return { schema: resolveSchema(mergeSchemas(only, beside), root), nullable };
}

interface Union {
  readonly key: 'anyOf' | 'oneOf';
  readonly branches: readonly JsonSchema[];
}

export function unionOf(schema: JsonSchema): Union | undefined {
  for (const key of ['anyOf', 'oneOf'] as const) {
    const branches = schemasOf(schema[key]);
    if (branches.length > 0) return { key, branches };
  }
  return undefined;
}

function isNull(schema: JsonSchema): boolean {
  return schema.type === 'null' || schema.const === null;
}
