import { isSchema, resolveRef, typesOf, unwrapNullable, type JsonSchema } from './schema.ts';

/** Deeper parts, and references that go round, are named by their type alone. */
const MAX_DEPTH = 3;
const MAX_LENGTH = 400;

/**
 * What the JSON text of a value looks like, for people: `[{"name": string, "role"?: "author" | "narrator"}, …]`. Null
 * where the schema says no more than that it is JSON.
 */
export function shapeOf(schema: JsonSchema, root: JsonSchema): string | null {
  const shape = sketch(schema, root, 0);
  if (shape === ANY) return null;
  return shape.length > MAX_LENGTH ? `${shape.slice(0, MAX_LENGTH)}…` : shape;
}

const ANY = 'any';

function sketch(given: JsonSchema, root: JsonSchema, depth: number): string {
  const { schema, nullable } = unwrapNullable(given, root);
  const shape = sketchValue(schema, root, depth);
  return nullable && shape !== ANY ? `${shape} | null` : shape;
}

function sketchValue(schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union) && depth <= MAX_DEPTH) {
    return union
      .filter(isSchema)
      .map((branch) => sketch(resolveRef(branch, root), root, depth + 1))
      .join(' | ');
  }
  const types = typesOf(schema);
  if (types.length === 0) return ANY;
  return types.map((type) => sketchType(type, schema, root, depth)).join(' | ');
}

function sketchType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (depth > MAX_DEPTH) return type;
  if (type === 'array') {
    const item = isSchema(schema.items) ? sketch(schema.items, root, depth + 1) : ANY;
    return `[${item}, …]`;
  }
  if (type !== 'object') return type;
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  if (properties.length === 0) return '{…}';
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const parts = properties.map(([name, property]) => {
    const value = isSchema(property) ? sketch(property, root, depth + 1) : ANY;
    return `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${value}`;
  });
  return `{${parts.join(', ')}}`;
}
