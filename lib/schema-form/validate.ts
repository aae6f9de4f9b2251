import { sameJson } from './json-tree.ts';
import {
  asSchema,
  conjunctionOf,
  isSchema,
  isUnresolved,
  recordOf,
  resolveSchema,
  schemasOf,
  stringsOf,
  textOf,
  typesOf,
  type JsonSchema,
} from './schema.ts';
import { fieldError, type FieldError } from './violation.ts';

export interface Violation {
  /** Keys and positions from the root of the value. */
  readonly path: readonly (string | number)[];
  readonly error: FieldError;
}

type Where = readonly (string | number)[];

const MAX_DEPTH = 64;

/** What a JSON Schema validator says of a value (drafts 7 to 2020-12; formats are not asserted). */
export function validate(given: JsonSchema, value: unknown, root: JsonSchema): readonly Violation[] {
  return walk(given, value, root, []);
}

export function isValid(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  return validate(schema, value, root).length === 0;
}

function walk(given: JsonSchema, value: unknown, root: JsonSchema, path: Where): readonly Violation[] {
  if (path.length > MAX_DEPTH) return [];
  const schema = resolveSchema(given, root);
  // A reference that leads nowhere allows anything: the server is the judge.
  if (isUnresolved(schema)) return [];
  if (value === null && schema.nullable === true) return [];
  const found: Violation[] = checkValue(schema, value, root).map((error) => ({ path, error }));
  if (Array.isArray(value)) found.push(...walkItems(schema, value, root, path));
  else if (isSchema(value)) found.push(...walkProperties(schema, value, root, path));
  const union = checkUnions(schema, value, root);
  if (union !== undefined) found.push({ path, error: union });
  return found;
}

function walkItems(
  schema: JsonSchema,
  items: readonly unknown[],
  root: JsonSchema,
  path: Where,
): readonly Violation[] {
  const { prefix, rest } = itemSchemas(schema);
  return items.flatMap((item, index) => {
    const own = prefix[index] ?? rest;
    if (own === null) return [{ path: [...path, index], error: fieldError('refused') }];
    return walk(own, item, root, [...path, index]);
  });
}

/** `rest` null: nothing may follow the prefix. Both spellings of tuples are read. */
export function itemSchemas(schema: JsonSchema): {
  readonly prefix: readonly JsonSchema[];
  readonly rest: JsonSchema | null;
} {
  const old = Array.isArray(schema.items);
  const prefix = schemasOf(old ? schema.items : schema.prefixItems);
  const rest = old ? schema.additionalItems : schema.items;
  return { prefix, rest: rest === false ? null : (asSchema(rest) ?? {}) };
}

function walkProperties(
  schema: JsonSchema,
  value: JsonSchema,
  root: JsonSchema,
  path: Where,
): readonly Violation[] {
  const found: Violation[] = [];
  for (const name of stringsOf(schema.required)) {
    if (!Object.hasOwn(value, name)) found.push({ path: [...path, name], error: fieldError('required') });
  }
  for (const [key, item] of Object.entries(value)) {
    const schemas = schemasOfKey(schema, key);
    if (schemas === null) found.push({ path: [...path, key], error: fieldError('unknown_key', { key }) });
    else for (const one of schemas) found.push(...walk(one, item, root, [...path, key]));
  }
  return found;
}

/** All that a key's value must satisfy; null where the key is not allowed. */
export function schemasOfKey(schema: JsonSchema, key: string): readonly JsonSchema[] | null {
  const properties = recordOf(schema.properties);
  const declared = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (declared === false) return null;
  const patterned = Object.entries(recordOf(schema.patternProperties)).filter(
    ([pattern]) => toRegExp(pattern)?.test(key) === true,
  );
  if (patterned.some(([, one]) => one === false)) return null;
  const matching = [declared, ...patterned.map(([, one]) => one)].flatMap((one): JsonSchema[] => {
    const own = asSchema(one);
    return own === undefined ? [] : [own];
  });
  if (matching.length > 0 || declared !== undefined || patterned.length > 0) return matching;
  if (schema.additionalProperties === false) return null;
  const additional = asSchema(schema.additionalProperties);
  return additional === undefined ? [] : [additional];
}

/** The rules that concern a value itself, not its parts and not the choice between branches. */
export function checkValue(schema: JsonSchema, value: unknown, root: JsonSchema): readonly FieldError[] {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return [fieldError('wrong_type', { type: types.join(' or ') })];
  const errors: FieldError[] = [];
  const enumeration: unknown = schema.enum;
  if (Array.isArray(enumeration) && !enumeration.some((one) => sameJson(one, value)))
    errors.push(fieldError('not_in_enum'));
  if ('const' in schema && !sameJson(schema.const, value)) errors.push(fieldError('not_in_enum'));
  if (typeof value === 'number') errors.push(...checkNumber(schema, value));
  else if (typeof value === 'string') errors.push(...checkString(schema, value));
  else if (Array.isArray(value)) errors.push(...checkArray(schema, value, root));
  else if (isSchema(value)) errors.push(...checkObject(schema, value, root));
  if (!keepsConditions(schema, value, root)) errors.push(fieldError('refused'));
  return errors;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isSchema(value);
    default:
      return typeof value === type;
  }
}

function checkNumber(schema: JsonSchema, value: number): readonly FieldError[] {
  const errors: FieldError[] = [];
  const low = (limit: unknown, sign: string, ok: (limit: number) => boolean): void => {
    if (typeof limit === 'number' && !ok(limit))
      errors.push(
        fieldError(sign.startsWith('≤') || sign === '<' ? 'too_large' : 'too_small', {
          limit: `${sign} ${limit}`,
        }),
      );
  };
  low(schema.minimum, '≥', (limit) => value >= limit);
  low(schema.exclusiveMinimum, '>', (limit) => value > limit);
  low(schema.maximum, '≤', (limit) => value <= limit);
  low(schema.exclusiveMaximum, '<', (limit) => value < limit);
  const step = schema.multipleOf;
  if (typeof step === 'number' && step > 0 && !isMultiple(value, step))
    errors.push(fieldError('multiple_of', { step: String(step) }));
  return errors;
}

/** 0.3 is a multiple of 0.1, though not in binary. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function checkString(schema: JsonSchema, value: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minLength, maxLength } = schema;
  // JSON Schema counts characters, not UTF-16 units.
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength)
    errors.push(fieldError('too_short', { limit: String(minLength) }));
  if (typeof maxLength === 'number' && length > maxLength)
    errors.push(fieldError('too_long', { limit: String(maxLength) }));
  const pattern = textOf(schema.pattern);
  if (pattern !== '' && toRegExp(pattern)?.test(value) === false)
    errors.push(fieldError('pattern', { pattern }));
  return errors;
}

const patterns = new Map<string, RegExp | null>();
const MAX_PATTERNS = 1_000;

/** Null where JavaScript cannot read it (Python's own syntax): the server is the judge. */
function toRegExp(pattern: string): RegExp | null {
  let known = patterns.get(pattern);
  if (known === undefined) {
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    try {
      known = new RegExp(pattern, 'u');
    } catch {
      known = null;
    }
    patterns.set(pattern, known);
  }
  return known;
}

function checkArray(schema: JsonSchema, value: readonly unknown[], root: JsonSchema): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minItems, maxItems, contains } = schema;
  if (typeof minItems === 'number' && value.length < minItems)
    errors.push(fieldError('too_few_items', { limit: String(minItems) }));
  if (typeof maxItems === 'number' && value.length > maxItems)
    errors.push(fieldError('too_many_items', { limit: String(maxItems) }));
  if (schema.uniqueItems === true && !allDiffer(value)) errors.push(fieldError('not_unique'));
  const wanted = asSchema(contains);
  if (wanted !== undefined && !value.some((item) => isValid(wanted, item, root)))
    errors.push(fieldError('refused'));
  return errors;
}

function allDiffer(items: readonly unknown[]): boolean {
  const simple = items.filter((item) => typeof item !== 'object' || item === null);
  if (new Set(simple).size < simple.length) return false;
  const others = items.filter((item) => typeof item === 'object' && item !== null);
  return others.every((item, index) => others.slice(index + 1).every((other) => !sameJson(item, other)));
}

function checkObject(schema: JsonSchema, value: JsonSchema, root: JsonSchema): readonly FieldError[] {
  const errors: FieldError[] = [];
  const keys = Object.keys(value);
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === 'number' && keys.length < minProperties)
    errors.push(fieldError('too_few_keys', { limit: String(minProperties) }));
  if (typeof maxProperties === 'number' && keys.length > maxProperties)
    errors.push(fieldError('too_many_keys', { limit: String(maxProperties) }));
  for (const [key, needed] of Object.entries(recordOf(schema.dependentRequired ?? schema.dependencies))) {
    if (!keys.includes(key)) continue;
    for (const other of stringsOf(needed)) {
      if (!keys.includes(other)) errors.push(fieldError('needs_key', { key, other }));
    }
  }
  const names = asSchema(schema.propertyNames);
  if (names !== undefined) {
    for (const key of keys) {
      if (!isValid(names, key, root)) errors.push(fieldError('bad_key', { key }));
    }
  }
  return errors;
}

/** `not`, `if`, schemas that a key brings with it, and what no merge could join. */
function keepsConditions(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const not = schema.not === false ? undefined : asSchema(schema.not);
  if (not !== undefined && isValid(not, value, root)) return false;
  const condition = asSchema(schema.if);
  if (condition !== undefined) {
    const then = isValid(condition, value, root) ? schema.then : schema.else;
    if (then === false) return false;
    const needed = asSchema(then);
    if (needed !== undefined && !isValid(needed, value, root)) return false;
  }
  if (isSchema(value)) {
    for (const [key, needed] of Object.entries(recordOf(schema.dependentSchemas ?? schema.dependencies))) {
      const own = asSchema(needed);
      if (own !== undefined && Object.hasOwn(value, key) && !isValid(own, value, root)) return false;
    }
  }
  return conjunctionOf(schema).every((one) => isValid(one, value, root));
}

function checkUnions(schema: JsonSchema, value: unknown, root: JsonSchema): FieldError | undefined {
  const { anyOf, oneOf } = schema;
  const fits = (branches: unknown): number =>
    schemasOf(branches).filter((branch) => isValid(branch, value, root)).length;
  if (Array.isArray(anyOf) && anyOf.length > 0 && fits(anyOf) === 0) return fieldError('no_branch');
  if (Array.isArray(oneOf) && oneOf.length > 0 && fits(oneOf) !== 1) return fieldError('no_branch');
  return undefined;
}
