import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  allowedStates,
  buildValue,
  chooseBranch,
  createSchemaForm,
  draftFromJson,
  initialDraft,
  parseJsonTree,
  printJson,
  updateDraft,
  withState,
  type Draft,
  type FieldNode,
} from './index.ts';

const nodeOf = (property: object, root: object = {}): FieldNode => {
  const form = createSchemaForm({ type: 'object', properties: { x: property }, ...root });
  if (form.node.kind !== 'object') throw new Error('no object');
  return form.nodeOf(form.node.properties[0]!.schema);
};

/** What is sent when `text` is typed, or the error's code. */
function typed(property: object, text: string): string {
  const form = createSchemaForm({ type: 'object', properties: { x: property } });
  const draft = updateDraft(ABSENT, '/px', () => ({ state: 'value', text }));
  const { tree, errors } = buildValue(form, draft);
  return errors.get('/px')?.error.code ?? (tree === undefined ? '' : printJson(tree));
}

/** What comes back of JSON text that went into a form and out of it. */
function through(schema: object, json: string): string {
  const form = createSchemaForm(schema as Record<string, unknown>);
  const { tree } = buildValue(form, draftFromJson(form, parseJsonTree(json)));
  return tree === undefined ? '' : printJson(tree);
}

describe('a node', () => {
  it('keeps the order of the schema and marks what is required', () => {
    const { node } = createSchemaForm({
      properties: { b: { type: 'integer' }, a: { type: 'string', format: 'date-time' } },
      required: ['a', 'undeclared'],
    });
    expect(node.kind === 'object' && node.properties.map(({ name, required }) => [name, required])).toEqual([
      ['b', false],
      ['a', true],
      ['undeclared', true],
    ]);
  });

  it.each([
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer', true],
    [{ type: ['integer', 'null'] }, 'integer', true],
    [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, 'string', true],
    [{ type: 'string', nullable: true }, 'string', true],
    // What fastapi-mcp 0.4.0 writes: the type beside the union refuses null.
    [{ anyOf: [{ type: 'string' }, { type: 'null' }], type: 'string' }, 'string', false],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'union', false],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] }, 'union', true],
    [{ type: ['string', 'integer'] }, 'union', false],
    [{ type: ['string', 'integer', 'null'] }, 'union', true],
    [{ enum: ['a', 1, null] }, 'choice', true],
    [{ type: ['string', 'null'], enum: ['a', null] }, 'choice', true],
    [{ anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, 'choice', true],
    [{ const: 'a' }, 'choice', false],
    [
      {
        oneOf: [
          { const: 1, title: 'one' },
          { const: 2, title: 'two' },
        ],
      },
      'choice',
      false,
    ],
    [{ type: 'array', items: { type: 'string' } }, 'array', false],
    [{ allOf: [{ type: 'object', properties: { a: {} } }, { required: ['a'] }] }, 'object', false],
    [{ properties: { a: {} } }, 'object', false],
    [{}, 'union', true],
    [{ $ref: '#/$defs/None' }, 'json', true],
  ])('reads %j as %s, nullable: %s', (property, kind, nullable) => {
    expect(nodeOf(property)).toMatchObject({ kind, nullable });
  });

  it('follows references, also round and round', () => {
    const defs = {
      Level: { enum: ['low', 'high'] },
      Tree: { type: 'object', properties: { sub: { type: 'array', items: { $ref: '#/$defs/Tree' } } } },
    };
    expect(nodeOf({ $ref: '#/$defs/Level' }, { $defs: defs })).toMatchObject({
      kind: 'choice',
      options: [
        { json: '"low"', title: '' },
        { json: '"high"', title: '' },
      ],
    });
    const json = '{"x": {"sub": [{"sub": [{}, {"sub": []}]}]}}';
    expect(through({ properties: { x: { $ref: '#/$defs/Tree' } }, $defs: defs }, json)).toBe(json);
  });

  it('ends a required object that holds itself', () => {
    const form = createSchemaForm({
      $ref: '#/$defs/N',
      $defs: { N: { type: 'object', properties: { n: { $ref: '#/$defs/N' } }, required: ['n'] } },
    });
    expect([...buildValue(form, ABSENT).errors.values()].map(({ error }) => error.code)).toEqual([
      'required',
    ]);
  });

  it('shows defaults and examples', () => {
    expect(nodeOf({ type: 'integer', default: 10, example: 5 })).toMatchObject({
      defaultJson: '10',
      example: '5',
    });
  });
});

describe('typed text', () => {
  it.each([
    ['12', '{"x": 12}'],
    [' 12.50 ', '{"x": 12.50}'],
    ['.5', '{"x": 0.5}'],
    ['12.', '{"x": 12.0}'],
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

  it.each([
    ['date', '2025-02-28', true],
    ['date', '2025-02-30', false],
    ['date-time', '2025-01-05T09:30:00Z', true],
    ['date-time', '2025-01-05 09:30', true],
    ['date-time', 'tomorrow', false],
    ['time', '09:30:00+02:00', true],
    ['time', '25:00', false],
  ])('%s: %s is taken: %s', (format, text, taken) => {
    const code = `bad_${format.replace('-', '_')}`;
    expect(typed({ type: 'string', format }, text)).toBe(taken ? `{"x": "${text}"}` : code);
  });

  it('keeps limits', () => {
    expect(typed({ type: 'integer', minimum: 1 }, '0')).toBe('too_small');
    expect(typed({ type: 'number', exclusiveMaximum: 1 }, '1')).toBe('too_large');
    expect(typed({ type: 'number', multipleOf: 0.1 }, '0.3')).toBe('{"x": 0.3}');
    expect(typed({ type: 'integer', multipleOf: 2 }, '3')).toBe('multiple_of');
    expect(typed({ type: 'string', minLength: 2 }, 'é')).toBe('too_short');
    expect(typed({ type: 'string', maxLength: 1 }, '🙂')).toBe('{"x": "🙂"}');
    expect(typed({ type: 'string', pattern: '^a+$' }, 'b')).toBe('pattern');
  });
});

describe('a branch', () => {
  const form = createSchemaForm({
    oneOf: [
      {
        title: 'Circle',
        properties: { kind: { const: 'c' }, r: { type: 'number' } },
        required: ['kind', 'r'],
      },
      { title: 'Box', properties: { kind: { const: 'b' }, w: { type: 'number' } }, required: ['kind', 'w'] },
    ],
  });
  const json = (draft: Draft): string => printJson(buildValue(form, draft).tree!);

  it('keeps what was put in while another is chosen', () => {
    const circle = updateDraft(ABSENT, '/b0/pr', () => ({ state: 'value', text: '2' }));
    const box = updateDraft(chooseBranch(circle, 1), '/b1/pw', () => ({ state: 'value', text: '3' }));
    expect(json(circle)).toBe('{"kind": "c", "r": 2}');
    expect(json(box)).toBe('{"kind": "b", "w": 3}');
    expect(json(chooseBranch(box, 0))).toBe('{"kind": "c", "r": 2}');
  });

  it('is found for a value by what fits', () => {
    expect(draftFromJson(form, parseJsonTree('{"w": 1, "kind": "b"}'))).toMatchObject({ branch: 1 });
    expect(draftFromJson(form, parseJsonTree('3'))).toMatchObject({
      drafts: { 0: { state: 'raw', text: '3' } },
    });
  });
});

describe('states', () => {
  const states = (property: object, required = false) => {
    const form = createSchemaForm({ properties: { x: property }, required: required ? ['x'] : [] });
    return allowedStates(form, form.nodeOf(property as Record<string, unknown>), ABSENT, required).join(' ');
  };

  it.each([
    [{ type: 'string' }, false, 'absent empty value'],
    [{ type: 'string', minLength: 1 }, true, 'value'],
    [{ type: ['string', 'null'] }, false, 'absent null empty value'],
    [{ type: 'integer' }, true, 'value'],
    [{ type: 'integer', nullable: true }, true, 'null value'],
    [{ type: 'array', minItems: 1 }, false, 'absent value'],
    [{ type: 'object', properties: { a: {} }, required: ['a'] }, false, 'absent value'],
    [{ type: 'object' }, false, 'absent empty value'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, false, 'absent empty value'],
    [{ type: 'boolean' }, false, 'absent value'],
  ])('of %j, required %s: %s', (property, required, expected) => {
    expect(states(property, required)).toBe(expected);
  });

  it('bring back what was put in', () => {
    const form = createSchemaForm({ type: 'string' });
    const typed: Draft = { state: 'value', text: 'kept' };
    const off = withState(form, form.node, withState(form, form.node, typed, 'absent'), 'null');
    expect(withState(form, form.node, off, 'value')).toEqual(typed);
  });
});

describe('a value', () => {
  const many = {
    type: 'object',
    properties: {
      s: { type: 'string' },
      n: { type: ['number', 'null'] },
      list: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
      free: { type: 'object', additionalProperties: true },
      either: { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] },
    },
  };

  it.each([
    '{}',
    '{"n": null, "s": ""}',
    '{"unknown": 1.50, "s": "a", "2": true, "1": null}',
    '{"n": 1.0, "list": [{"a": 1}, {}, {"b": 12345678901234567890}]}',
    '{"s": 5, "n": "text", "list": {"a": 1}, "free": [1]}',
    '{"free": {"z": [1, "2", {"q": null}], "a": 1e5}}',
    '{"either": [1, 2]}',
    '{"either": 3}',
    '{"__proto__": {"constructor": 1}, "toString": 2}',
  ])('%s goes through a form without loss', (json) => {
    expect(through(many, json)).toBe(json);
  });

  it('leaves what was typed as it was where it stands for the same', () => {
    const form = createSchemaForm(many);
    const before = updateDraft(ABSENT, '/pn', (): Draft => ({ state: 'value', text: '+7' }));
    expect(draftFromJson(form, parseJsonTree('{"n": 7}'), before)).toMatchObject({
      entries: { n: { text: '+7' } },
    });
  });

  it('asks for what is required, also deep inside, and names it', () => {
    const form = createSchemaForm({
      properties: {
        items: { type: 'array', items: { properties: { id: { type: 'integer' } }, required: ['id'] } },
      },
      required: ['items'],
    });
    const names = (draft: Draft) =>
      [...buildValue(form, draft).errors.values()].map(({ name, error }) => `${name} ${error.code}`);
    expect(names(ABSENT)).toEqual(['items required']);
    expect(names(draftFromJson(form, parseJsonTree('{"items": [{"id": 1}, {}]}')))).toEqual([
      'items[1].id required',
    ]);
  });

  it('is not fooled by names of Object.prototype', () => {
    const form = createSchemaForm({
      properties: { constructor: { type: 'string' }, toString: { type: 'string' } },
    });
    expect(printJson(buildValue(form, ABSENT).tree!)).toBe('{}');
  });

  it('seeds what must be sent and has a default; what can be one value only is sent by itself', () => {
    const form = createSchemaForm({
      properties: {
        a: { type: 'integer', default: 3 },
        b: { type: 'integer', default: 4 },
        kind: { const: 'x' },
      },
      required: ['a', 'kind'],
    });
    expect(printJson(buildValue(form, initialDraft(form)).tree!)).toBe('{"a": 3, "kind": "x"}');
  });
});
