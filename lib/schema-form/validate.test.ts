import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  createSchemaForm,
  draftFromJson,
  buildValue,
  parseJsonTree,
  validate,
  type JsonSchema,
} from './index.ts';

const ajv = new Ajv({ strict: false, validateFormats: false, allowUnionTypes: true });

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  1,
  1.5,
  -3,
  10,
  '',
  'a',
  'abc',
  'äöü🙂',
  [],
  [1],
  [1, 1],
  [1, 'a'],
  [{ a: 1 }, { a: 1 }],
  {},
  { a: 1 },
  { a: 'x' },
  { a: 1, b: 2 },
  { b: null },
  { x_1: 'y' },
  { a: { a: { a: 1 } } },
  { kind: 'n', v: 1 },
  { kind: 's', v: 'q' },
];

const SCHEMAS: readonly JsonSchema[] = [
  {},
  { type: 'integer', minimum: 1, exclusiveMaximum: 10 },
  { type: ['string', 'null'], minLength: 1, maxLength: 3, pattern: '^[a-z]' },
  { enum: [1, 'a', null, { a: 1 }] },
  { const: [1, 1] },
  { type: 'array', items: { type: 'integer' }, minItems: 1, uniqueItems: true },
  { type: 'array', uniqueItems: true },
  { type: 'array', items: [{ type: 'integer' }], additionalItems: { type: 'string' } },
  { type: 'array', contains: { const: 'a' } },
  { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
  { type: 'object', properties: { a: {} }, additionalProperties: false },
  {
    type: 'object',
    patternProperties: { '^x_': { type: 'string' } },
    additionalProperties: { type: 'integer' },
  },
  { minProperties: 1, maxProperties: 1, propertyNames: { maxLength: 1 } },
  { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 5 }] },
  { oneOf: [{ type: 'integer' }, { minimum: 2 }] },
  { allOf: [{ type: 'object' }, { required: ['a'] }, { properties: { a: { type: 'integer' } } }] },
  { allOf: [{ pattern: '^a' }, { pattern: 'c$' }] },
  { not: { type: 'object' } },
  { if: { type: 'object' }, then: { required: ['a'] }, else: { type: ['integer', 'string'] } },
  { dependencies: { a: ['b'] } },
  { multipleOf: 0.5 },
  {
    $defs: {
      T: { type: 'object', properties: { a: { anyOf: [{ $ref: '#/$defs/T' }, { type: 'integer' }] } } },
    },
    $ref: '#/$defs/T',
  },
  {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'n' }, v: { type: 'integer' } },
        required: ['kind', 'v'],
      },
      {
        type: 'object',
        properties: { kind: { const: 's' }, v: { type: 'string' } },
        required: ['kind', 'v'],
      },
    ],
  },
];

describe('validate', () => {
  it.each(SCHEMAS)('says of %j what ajv says', (schema) => {
    const fits = ajv.compile(schema);
    for (const value of VALUES) {
      expect(validate(schema, value, schema).length === 0, JSON.stringify(value)).toBe(fits(value));
    }
  });

  it.each(SCHEMAS)('a field of %j holds what ajv refuses, and lets pass what it takes', (schema) => {
    const root = {
      type: 'object',
      properties: { x: schema },
      required: ['x'],
      ...('$defs' in schema ? { $defs: schema.$defs } : {}),
    };
    const fits = ajv.compile(root);
    const form = createSchemaForm(root);
    for (const x of VALUES) {
      const { errors } = buildValue(form, draftFromJson(form, parseJsonTree(JSON.stringify({ x }))));
      expect(errors.size === 0, `${JSON.stringify(x)} ${JSON.stringify([...errors])}`).toBe(fits({ x }));
    }
  });

  it('names the place', () => {
    const schema = { properties: { a: { type: 'array', items: { required: ['b'] } } } };
    expect(validate(schema, { a: [{ b: 1 }, {}] }, schema)).toEqual([
      { path: ['a', 1, 'b'], error: { code: 'required', values: {} } },
    ]);
  });

  it('leaves to the server what it cannot read', () => {
    const schema = { properties: { a: { $ref: '#/nowhere' }, b: { pattern: '(?P<x>a)' } } };
    expect(validate(schema, { a: 1, b: 'q' }, schema)).toEqual([]);
  });
});
