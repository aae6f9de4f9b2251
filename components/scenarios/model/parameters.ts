/** One argument of a tool, in words. */
export interface Parameter {
  readonly name: string;
  /** `string | null`, `integer[]`, `"a" | "b"`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 4;

/** The arguments that a tool's JSON Schema lists. */
export function parametersOf(schema: Schema): readonly Parameter[] {
  const properties = asSchema(schema['properties']);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, value]) => {
    const property = asSchema(value);
    const { description } = property;
    return {
      name,
      type: typeOf(property, schema, 0),
      required: required.includes(name),
      description: typeof description === 'string' ? description : '',
    };
  });
}

function typeOf(schema: Schema, root: Schema, depth: number): string {
  if (depth > MAX_DEPTH) return '…';
  const inner = (value: unknown): string => typeOf(asSchema(value), root, depth + 1);
  const { $ref, anyOf, oneOf, enum: values, type, items } = schema;
  if (typeof $ref === 'string') return refName($ref);
  const union = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (union !== null) return [...new Set(union.map(inner))].join(' | ');
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (type === 'array') return `${items === undefined ? 'any' : inner(items)}[]`;
  if (Array.isArray(type)) return type.join(' | ');
  return typeof type === 'string' ? type : 'any';
}

function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
