import { describe, expect, it } from 'vitest';
import { buildArguments, describeFields, type Drafts, type Field } from './index.ts';

function fieldOf(property: object, root: object = {}): Field {
  const [field] = describeFields({ type: 'object', properties: { x: property }, ...root });
  if (field === undefined) throw new Error('no field');
  return field;
}

/** What is sent when `text` is typed, or the error's code. */
function typed(property: object, text: string): string {
  const { json, errors } = buildArguments([fieldOf(property)], { x: { state: 'value', text } });
  return errors.get('x')?.code ?? json;
}

describe('describeFields', () => {
  it('keeps the order of the schema and marks what is required', () => {
    const fields = describeFields({
      type: 'object',
      properties: { b: { type: 'integer' }, a: { type: 'string', format: 'date-time' } },
      required: ['a'],
    });
    expect(fields.map(({ name, kind, required, typeLabel }) => [name, kind, required, typeLabel])).toEqual([
      ['b', 'integer', false, 'integer'],
      ['a', 'string', true, 'date-time'],
    ]);
  });

  it.each([
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer', true],
    [{ type: ['integer', 'null'] }, 'integer', true],
    [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, 'string', true],
    // What fastapi-mcp 0.4.0 writes: the type beside the union refuses null.
    [{ anyOf: [{ type: 'string' }, { type: 'null' }], type: 'string' }, 'string', false],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'json', false],
    [{ type: ['string', 'integer'] }, 'json', false],
    [{ enum: ['a', 1, null] }, 'enum', false],
    [{ const: 'a' }, 'enum', false],
    [{ type: 'array', items: { type: 'string' } }, 'json', false],
    [{}, 'json', false],
  ])('reads %j as %s, nullable: %s', (property, kind, nullable) => {
    expect(fieldOf(property)).toMatchObject({ kind, nullable });
  });

  it('follows references, and leaves those that lead nowhere', () => {
    const root = { $defs: { Level: { enum: ['low', 'high'] } } };
    expect(fieldOf({ $ref: '#/$defs/Level' }, root)).toMatchObject({
      kind: 'enum',
      options: ['"low"', '"high"'],
    });
    expect(fieldOf({ $ref: '#/$defs/None' }, root)).toMatchObject({ kind: 'json' });
    expect(fieldOf({ anyOf: [{ $ref: '#/$defs/Level' }, { type: 'null' }] }, root)).toMatchObject({
      kind: 'enum',
      nullable: true,
    });
  });

  it.each([
    [{ type: 'array', items: { type: 'string' } }, '[string, …]'],
    [{ type: 'object' }, '{…}'],
    [{}, null],
    [{ type: 'string' }, null],
    [
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, role: { enum: ['author', 'narrator'] } },
          required: ['name'],
        },
      },
      '[{"name": string, "role"?: "author" | "narrator"}, …]',
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: {} }] }, 'string | [any, …]'],
  ])('says how %j is typed', (property, shape) => {
    expect(fieldOf(property).shape).toBe(shape);
  });

  it('ends the shape of what holds itself', () => {
    const root = { $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } } };
    expect(fieldOf({ $ref: '#/$defs/Node' }, root).shape).toBe(
      '{"next"?: {"next"?: {"next"?: {"next"?: object}}}}',
    );
  });

  it('shows defaults and examples', () => {
    expect(fieldOf({ type: 'integer', default: 10, example: 5 })).toMatchObject({
      defaultJson: '10',
      example: '5',
    });
  });
});

describe('buildArguments', () => {
  it.each([
    ['12', '{"x": 12}'],
    [' 12.50 ', '{"x": 12.50}'],
    ['.5', '{"x": 0.5}'],
    ['+7', '{"x": 7}'],
    ['1e3', '{"x": 1e3}'],
    ['12,5', 'decimal_comma'],
    ['12x', 'not_number'],
    ['', 'not_number'],
    ['-', 'not_number'],
    ['0x10', 'not_number'],
    ['1e999', 'not_finite'],
    ['9007199254740993', 'unsafe_integer'],
  ])('number: %j becomes %s', (text, expected) => {
    expect(typed({ type: 'number' }, text)).toBe(expected);
  });

  it.each([
    ['12', '{"x": 12}'],
    ['-3', '{"x": -3}'],
    ['007', '{"x": 7}'],
    ['12.0', 'not_integer'],
    ['9007199254740991', '{"x": 9007199254740991}'],
    ['9007199254740992', 'unsafe_integer'],
  ])('integer: %j becomes %s', (text, expected) => {
    expect(typed({ type: 'integer' }, text)).toBe(expected);
  });

  it('keeps limits', () => {
    expect(typed({ type: 'integer', minimum: 1 }, '0')).toBe('too_small');
    expect(typed({ type: 'number', exclusiveMaximum: 1 }, '1')).toBe('too_large');
    expect(typed({ type: 'string', minLength: 2 }, 'é')).toBe('too_short');
    expect(typed({ type: 'string', maxLength: 1 }, '🙂')).toBe('{"x": "🙂"}');
  });

  it('sends an empty string that was typed, and nothing that was not touched', () => {
    expect(typed({ type: 'string' }, '')).toBe('{"x": ""}');
    expect(buildArguments([fieldOf({ type: 'string' })], {})).toMatchObject({ json: '{}' });
  });

  it.each([
    [{ type: 'array' }, '[1.0, 2]', '{"x": [1.0,2]}'],
    [{ type: 'array' }, '{"a": 1}', 'wrong_type'],
    [{ type: 'object' }, '{"a": 12345678901234567890}', '{"x": {"a":12345678901234567890}}'],
    [{ type: 'object' }, '{a: 1}', 'bad_json'],
    [{ type: ['integer', 'string'] }, '3', '{"x": 3}'],
    [{ type: ['integer', 'string'] }, '3.5', 'wrong_type'],
    [{ type: ['object', 'null'] }, 'null', '{"x": null}'],
    [{}, '"anything"', '{"x": "anything"}'],
  ])('json %j: %s becomes %s', (property, text, expected) => {
    expect(typed(property, text)).toBe(expected);
  });

  it('takes null only where it is allowed', () => {
    const drafts: Drafts = { x: { state: 'null' } };
    expect(buildArguments([fieldOf({ type: ['string', 'null'] })], drafts).json).toBe('{"x": null}');
    expect(buildArguments([fieldOf({ type: 'string' })], drafts).errors.get('x')?.code).toBe('wrong_type');
  });

  it('asks for what is required', () => {
    const fields = describeFields({ properties: { x: { type: 'boolean' } }, required: ['x'] });
    expect(buildArguments(fields, {}).errors.get('x')?.code).toBe('required');
    expect(buildArguments(fields, { x: { state: 'value', text: 'false' } }).json).toBe('{"x": false}');
  });

  it('is not fooled by names of Object.prototype', () => {
    const fields = describeFields({
      properties: { constructor: { type: 'string' }, toString: { type: 'string' } },
    });
    expect(buildArguments(fields, {})).toEqual({ json: '{}', errors: new Map() });
  });
});
