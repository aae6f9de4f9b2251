import { isSchema, resolveRef, textOf, typesOf, unwrapNullable, type JsonSchema } from './schema.ts';
import { shapeOf } from './shape.ts';

/** What is typed into; `json` is for all that has no control of its own. */
type FieldKind = 'string' | 'number' | 'integer' | 'boolean' | 'enum' | 'json';

export interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** One argument of a tool. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string;
  /** For people: `integer`, `array of string`, `string or null`. */
  readonly typeLabel: string;
  /** JSON texts of the allowed values; `enum` only. */
  readonly options: readonly string[];
  /** JSON text of what the server takes where nothing is sent. */
  readonly defaultJson: string | null;
  /** As one would type it. */
  readonly example: string | null;
  readonly limits: Limits;
  /** Top-level types that a `json` field takes; empty for any. */
  readonly jsonTypes: readonly string[];
  /** What is to be typed into a `json` field, where the schema tells. */
  readonly shape: string | null;
}

/** The arguments of a tool from its input schema, in the schema's order. */
export function describeFields(inputSchema: JsonSchema): readonly Field[] {
  const root = resolveRef(inputSchema, inputSchema);
  const properties = isSchema(root.properties) ? root.properties : {};
  const required = Array.isArray(root.required) ? root.required : [];
  return Object.entries(properties).map(([name, property]) =>
    describeField(name, isSchema(property) ? property : {}, required.includes(name), inputSchema),
  );
}

function describeField(name: string, given: JsonSchema, required: boolean, root: JsonSchema): Field {
  const { schema, nullable } = unwrapNullable(given, root);
  const options = optionsOf(schema);
  const kind = options.length > 0 ? 'enum' : kindOf(schema);
  const label = labelOf(schema, kind, root);
  return {
    name,
    kind,
    required,
    nullable: nullable && !options.includes('null'),
    description: textOf(schema.description),
    typeLabel: nullable ? `${label} or null` : label,
    options,
    defaultJson: 'default' in schema ? JSON.stringify(schema.default) : null,
    example: exampleOf(schema),
    limits: limitsOf(schema),
    jsonTypes: kind === 'json' && !isUnion(schema) ? typesOf(schema) : [],
    shape: kind === 'json' ? shapeOf(schema, root) : null,
  };
}

function kindOf(schema: JsonSchema): FieldKind {
  const [type, ...more] = typesOf(schema);
  if (more.length > 0 || isUnion(schema)) return 'json';
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return type;
    default:
      return 'json';
  }
}

function isUnion(schema: JsonSchema): boolean {
  return Array.isArray(schema.anyOf) || Array.isArray(schema.oneOf);
}

function optionsOf(schema: JsonSchema): readonly string[] {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  return 'const' in schema ? [JSON.stringify(schema.const)] : [];
}

function labelOf(schema: JsonSchema, kind: FieldKind, root: JsonSchema): string {
  if (kind === 'enum') return 'enum';
  if (isUnion(schema)) return 'any of several';
  const types = typesOf(schema);
  if (types.length === 0) return 'any JSON';
  return types
    .map((type) => (type === 'array' ? arrayLabel(schema, root) : stringLabel(schema, type)))
    .join(' or ');
}

function stringLabel(schema: JsonSchema, type: string): string {
  return type === 'string' && typeof schema.format === 'string' ? schema.format : type;
}

function arrayLabel(schema: JsonSchema, root: JsonSchema): string {
  if (!isSchema(schema.items)) return 'array';
  const types = typesOf(unwrapNullable(schema.items, root).schema);
  return types.length === 0 ? 'array' : `array of ${types.join(' or ')}`;
}

function exampleOf(schema: JsonSchema): string | null {
  const example: unknown =
    schema.example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined);
  if (example === undefined) return null;
  return typeof example === 'string' ? example : JSON.stringify(example);
}

const LIMIT_KEYS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
] as const satisfies readonly (keyof Limits)[];

function limitsOf(schema: JsonSchema): Limits {
  return Object.fromEntries(
    LIMIT_KEYS.flatMap((key) => {
      const limit = schema[key];
      return typeof limit === 'number' ? [[key, limit]] : [];
    }),
  );
}
