import { treeOf, printJson, sameJson } from './json-tree.ts';
import {
  asSchema,
  isSchema,
  isUnresolved,
  mergeSchemas,
  recordOf,
  resolveSchema,
  stringsOf,
  textOf,
  typesOf,
  unionOf,
  unwrapNullable,
  type JsonSchema,
} from './schema.ts';
import { omit } from '../util/omit.ts';
import { itemSchemas, schemasOfKey } from './validate.ts';

export interface Choice {
  /** JSON text of the value. */
  readonly json: string;
  /** Of a const union's branch. */
  readonly title: string;
}

export interface Property {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

export interface Branch {
  /** What its author calls it; empty: it goes by its type. */
  readonly title: string;
  readonly schema: JsonSchema;
}

export type Format = 'date' | 'date-time' | 'time';

interface NodeBase {
  /** References followed, null taken out. */
  readonly schema: JsonSchema;
  readonly nullable: boolean;
  readonly description: string;
  /** JSON text of what the server takes where nothing is sent. */
  readonly defaultJson: string | null;
  /** As one would type it. */
  readonly example: string | null;
}

type NodeKind =
  | { readonly kind: 'string'; readonly format: Format | null; readonly formatName: string }
  | { readonly kind: 'number' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  | { readonly kind: 'choice'; readonly options: readonly Choice[] }
  | {
      readonly kind: 'object';
      readonly properties: readonly Property[];
      /** Keys of one's own are invited; others still may come by JSON. */
      readonly open: boolean;
    }
  | {
      readonly kind: 'array';
      readonly prefix: readonly JsonSchema[];
      /** Null: nothing may follow the prefix. */
      readonly item: JsonSchema | null;
      readonly minItems: number;
      readonly maxItems: number;
    }
  | { readonly kind: 'union'; readonly branches: readonly Branch[] }
  /** What no control can express: JSON text, for this field alone. */
  | { readonly kind: 'json' };

/** One place of a form. What is under it is described when it is opened, so schemas that hold themselves end. */
export type FieldNode = NodeBase & NodeKind;
export type NodeOf<K extends FieldNode['kind']> = Extract<FieldNode, { kind: K }>;

/** The form of one tool. */
export interface SchemaForm {
  readonly root: JsonSchema;
  readonly node: FieldNode;
  /** The same object for the same schema object, so that unchanged fields need no new drawing. */
  readonly nodeOf: (schema: JsonSchema) => FieldNode;
  /** Of a key that the schema does not name. */
  readonly nodeOfKey: (node: NodeOf<'object'>, key: string) => FieldNode;
}

/** Marks a branch that is typed as JSON text. */
const AS_JSON: JsonSchema = { title: 'JSON' };
const ANY_BRANCHES: readonly Branch[] = [
  { title: '', schema: { type: 'string' } },
  { title: '', schema: { type: 'number' } },
  { title: '', schema: { type: 'boolean' } },
  { title: '', schema: { type: 'string', format: 'date-time' } },
  { title: '', schema: { type: 'object', additionalProperties: true } },
  { title: '', schema: { type: 'array', items: {} } },
  { title: 'JSON', schema: AS_JSON },
];
const ANY: JsonSchema = {};

/** @param inputSchema a tool's; where it says nothing of its type, it is an object's, as the wire carries no other. */
export function createSchemaForm(inputSchema: JsonSchema): SchemaForm {
  const root = inputSchema;
  const known = new WeakMap<JsonSchema, FieldNode>();
  const ofKeys = new WeakMap<JsonSchema, Map<string, FieldNode>>();

  function nodeOf(schema: JsonSchema): FieldNode {
    let node = known.get(schema);
    if (node === undefined) {
      node = describe(schema, root);
      known.set(schema, node);
    }
    return node;
  }

  function nodeOfKey(node: NodeOf<'object'>, key: string): FieldNode {
    let nodes = ofKeys.get(node.schema);
    if (nodes === undefined) ofKeys.set(node.schema, (nodes = new Map<string, FieldNode>()));
    let found = nodes.get(key);
    if (found === undefined) {
      const schemas = schemasOfKey(node.schema, key) ?? [];
      const [first, ...others] = schemas;
      // Where one schema says it all, its own node: described once for all keys.
      found = nodeOf(first === undefined ? ANY : others.length === 0 ? first : { allOf: schemas });
      nodes.set(key, found);
    }
    return found;
  }

  const untyped = typesOf(root).length === 0 && unionOf(root) === undefined && !isUnresolved(root);
  return { root, node: nodeOf(untyped ? { type: 'object', ...root } : root), nodeOf, nodeOfKey };
}

function describe(given: JsonSchema, root: JsonSchema): FieldNode {
  if (given === AS_JSON) return { ...baseOf(given, true), kind: 'json' };
  const { schema, nullable } = unwrapNullable(given, root);
  if (isUnresolved(schema)) return { ...baseOf(schema, true), kind: 'json' };
  const options = optionsOf(schema, root);
  if (options !== null) return describeChoice(schema, nullable, options);
  const base = baseOf(schema, nullable);
  const union = unionOf(schema);
  if (union !== undefined) {
    const beside = omit(schema, union.key, 'title', 'description', 'default', 'example', 'examples');
    const branches = union.branches.map((branch) => describeBranch(branch, beside, root));
    const [only] = branches;
    if (branches.length === 1 && only !== undefined) {
      const node = describe(only.schema, root);
      return {
        ...node,
        description: base.description || node.description,
        nullable: nullable || node.nullable,
      };
    }
    return { ...base, kind: 'union', branches };
  }
  const types = typesOf(schema);
  if (types.length > 1) {
    const branches = types.map((type) => ({
      title: '',
      schema: { ...schema, type, title: '', description: '' },
    }));
    return { ...base, kind: 'union', branches };
  }
  return describeType(types[0] ?? impliedType(schema), schema, base);
}

function describeType(type: string | null, schema: JsonSchema, base: NodeBase): FieldNode {
  switch (type) {
    case 'string':
      return { ...base, kind: 'string', format: formatOf(schema), formatName: textOf(schema.format) };
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { ...base, kind: type };
    case 'object':
      return { ...base, kind: 'object', ...describeObject(schema) };
    case 'array':
      return { ...base, kind: 'array', ...describeArray(schema) };
    case null:
      // Anything: a type is chosen first. Null is a state of the field.
      return { ...base, nullable: true, kind: 'union', branches: ANY_BRANCHES };
    default:
      return { ...base, kind: 'json' };
  }
}

function describeBranch(branch: JsonSchema, beside: JsonSchema, root: JsonSchema): Branch {
  const ref = textOf(branch.$ref).split('/').at(-1) ?? '';
  const resolved = resolveSchema(branch, root);
  const schema = Object.keys(beside).length === 0 ? resolved : mergeSchemas(beside, resolved);
  return { title: textOf(resolved.title) || ref, schema };
}

function baseOf(schema: JsonSchema, nullable: boolean): NodeBase {
  const example: unknown =
    schema.example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined);
  return {
    schema,
    nullable,
    description: textOf(schema.description),
    defaultJson: 'default' in schema ? printJson(treeOf(schema.default)) : null,
    example:
      example === undefined ? null : typeof example === 'string' ? example : printJson(treeOf(example)),
  };
}

/** Null among the choices is a state of the field, unless it is all there is. */
function describeChoice(schema: JsonSchema, nullable: boolean, options: readonly Choice[]): FieldNode {
  const others = options.filter(({ json }) => json !== 'null');
  const withNull = others.length < options.length && others.length > 0;
  return {
    ...baseOf(schema, nullable || withNull),
    kind: 'choice',
    options: withNull ? others : options,
  };
}

/** What `enum`, `const` and unions of them allow; null where the schema is none of these. */
function optionsOf(schema: JsonSchema, root: JsonSchema): readonly Choice[] | null {
  if ('const' in schema) return [{ json: printJson(treeOf(schema.const)), title: '' }];
  if (Array.isArray(schema.enum)) {
    const allowed = schema.enum.filter((value: unknown) => allowedByType(schema, value));
    return allowed.map((value: unknown) => ({ json: printJson(treeOf(value)), title: '' }));
  }
  const union = unionOf(schema);
  if (union === undefined || isSchema(schema.properties)) return null;
  const all: Choice[] = [];
  for (const branch of union.branches) {
    const resolved = resolveSchema(branch, root);
    const options = optionsOf(resolved, root);
    if (options === null) return null;
    const title = textOf(resolved.title);
    all.push(...options.map((one) => (options.length === 1 ? { ...one, title: one.title || title } : one)));
  }
  return all.filter(({ json }, index) => all.findIndex((other) => other.json === json) === index);
}

function allowedByType(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema);
  if (types.length === 0 || schema.nullable === true) return true;
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.includes(own) || (own === 'number' && types.includes('integer') && Number.isInteger(value));
}

const FORMATS: readonly string[] = ['date', 'date-time', 'time'] satisfies readonly Format[];

function formatOf(schema: JsonSchema): Format | null {
  const format = textOf(schema.format);
  return FORMATS.includes(format) ? (format as Format) : null;
}

const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'patternProperties', 'additionalProperties', 'required', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** A schema without a type that speaks of one type only is meant for it. */
function impliedType(schema: JsonSchema): string | null {
  const types = Object.entries(IMPLIED).filter(([, keys]) => keys.some((key) => Object.hasOwn(schema, key)));
  return types.length === 1 ? (types[0]?.[0] ?? null) : null;
}

function describeObject(schema: JsonSchema): Pick<NodeOf<'object'>, 'properties' | 'open'> {
  const declared = recordOf(schema.properties);
  const required = stringsOf(schema.required);
  const properties: Property[] = [];
  for (const [name, property] of Object.entries(declared)) {
    const own = asSchema(property);
    if (own === undefined) continue;
    const patterned = (schemasOfKey(schema, name) ?? []).filter(
      (one) => one !== property && property !== true,
    );
    properties.push({
      name,
      schema: patterned.length === 0 ? own : { allOf: [own, ...patterned] },
      required: required.includes(name),
    });
  }
  for (const name of required) {
    if (Object.hasOwn(declared, name)) continue;
    const [first = ANY] = schemasOfKey(schema, name) ?? [];
    properties.push({ name, schema: first, required: true });
  }
  const { additionalProperties: additional } = schema;
  const open =
    (additional !== undefined && additional !== false) ||
    Object.keys(recordOf(schema.patternProperties)).length > 0 ||
    (properties.length === 0 && additional !== false);
  return { properties, open };
}

function describeArray(
  schema: JsonSchema,
): Pick<NodeOf<'array'>, 'prefix' | 'item' | 'minItems' | 'maxItems'> {
  const { prefix, rest } = itemSchemas(schema);
  const { minItems, maxItems } = schema;
  const most = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY;
  return {
    prefix,
    item: rest,
    minItems: typeof minItems === 'number' ? minItems : 0,
    maxItems: rest === null ? Math.min(most, prefix.length) : most,
  };
}

export function choiceOf(node: NodeOf<'choice'>, value: unknown): Choice | undefined {
  return node.options.find(({ json }) => sameJson(JSON.parse(json), value));
}
