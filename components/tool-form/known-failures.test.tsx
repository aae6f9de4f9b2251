// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../lib/schema-form/index.ts';
import { mountForm, type Harness } from './testing/form-harness.tsx';
import type { ToolDraft } from './tool-draft.ts';

/** Failures of forms from JSON Schema, as users of other tools met them: here they must not be met. */

let open: Harness | undefined;
const mount = (schema: JsonSchema, initial?: ToolDraft): Harness => (open = mountForm(schema, initial));
const object = (properties: object, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

afterEach(() => {
  open?.unmount();
  open = undefined;
});

/** Puts a text in place of what the JSON side holds. */
function writeJson(form: Harness, text: string): void {
  const area = form.field('Arguments as JSON, kept as you type them');
  area.focus();
  while (area.value !== '') form.press('Backspace');
  form.type('Arguments as JSON, kept as you type them', text);
}

const toSide = (form: Harness, side: 'Form' | 'JSON'): void => {
  const label = [...form.element.querySelectorAll('label')].find((one) => one.textContent === side);
  form.click(label!.querySelector('input')!);
};

describe('a form', () => {
  it('optional sent as null: what is untouched is not sent', () => {
    const form = mount(
      object({ a: nullable({ type: 'string' }), b: { type: 'integer' }, c: { type: 'boolean' } }),
    );
    form.call();
    expect(form.sent).toEqual(['{}']);
  });

  it('optional arrays and objects sent empty: they are not sent until asked for', () => {
    const form = mount(
      object({
        list: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', additionalProperties: true },
        known: { type: 'object', properties: { a: { type: 'string' } } },
      }),
    );
    form.call();
    form.field('list').focus();
    form.press('ArrowRight', { altKey: true });
    form.call();
    expect(form.sent).toEqual(['{}', '{"list": []}']);
  });

  it('a required empty string that cannot be sent: it can', () => {
    const form = mount(object({ note: { type: 'string' } }, ['note']));
    form.call();
    expect(form.sent).toEqual([]);
    form.type('note', 'x');
    form.press('Backspace');
    form.call();
    expect(form.sent).toEqual(['{"note": ""}']);
    // Backspace once more: nothing is there again.
    form.press('Backspace');
    form.call();
    expect(form.sent).toHaveLength(1);
  });

  it('explicit null default lost: null is sent where null is chosen', () => {
    const form = mount(object({ a: { ...nullable({ type: 'string' }), default: null } }));
    form.field('a').focus();
    form.press('ArrowRight', { altKey: true });
    form.call();
    expect(form.sent).toEqual(['{"a": null}']);
  });

  it('`str | None` always null: what is typed is a string', () => {
    const form = mount(object({ a: { ...nullable({ type: 'string' }), default: null } }));
    form.type('a', 'null');
    form.call();
    expect(form.sent).toEqual(['{"a": "null"}']);
  });

  it.each(['anyOf', 'oneOf'])(
    'root %s rendering nothing: a branch is picked, each keeps its draft',
    (key) => {
      const form = mount({
        type: 'object',
        [key]: [
          { title: 'By id', properties: { id: { type: 'integer' } }, required: ['id'] },
          { title: 'By name', properties: { name: { type: 'string' } }, required: ['name'] },
        ],
      });
      expect(form.button('tool: By id. Choose another type')).toBeDefined();
      form.type('id', '7');
      form.call();
      expect(form.sent).toEqual(['{"id": 7}']);
    },
  );

  it('nullable enum as broken text area: a choice, and null is a state of it', async () => {
    const form = mount(object({ level: { type: ['string', 'null'], enum: ['low', 'high', null] } }));
    await form.settle();
    expect(form.element.querySelector('textarea')).toBeNull();
    form.button('level: absent. Change').focus();
    form.press('ArrowRight', { altKey: true });
    form.call();
    form.press('ArrowRight', { altKey: true });
    form.call();
    expect(form.sent).toEqual(['{"level": null}', '{"level": "low"}']);
  });

  it('JSON editor re-escaping while typing: the text stays as it is typed', () => {
    const form = mount(object({ a: { type: 'string' } }));
    toSide(form, 'JSON');
    const text = String.raw`{"a":   "é \"x\" \\ \n", "z": 1.50 }`;
    writeJson(form, text);
    expect(form.field('Arguments as JSON, kept as you type them').value).toBe(text);
    expect(form.kept()?.json?.text).toBe(text);
  });

  it('invalid draft silently dropped: it stays, is told, holds the call, and comes back after a reload', async () => {
    const form = mount(object({ amount: { type: 'number' }, note: { type: 'string' } }));
    form.type('amount', '12,5');
    expect(form.field('amount').value).toBe('12,5');
    expect(form.element.textContent).toContain('Write 12.5; your draft is kept');
    expect(form.request()).toContain('✕ 12,5');
    form.type('note', 'x');
    form.call();
    await form.settle();
    expect(form.sent).toEqual([]);
    expect(document.activeElement).toBe(form.field('amount'));
    const kept = form.kept();
    form.unmount();
    const again = mount(object({ amount: { type: 'number' }, note: { type: 'string' } }), kept);
    expect(again.field('amount').value).toBe('12,5');
    toSide(again, 'JSON');
    expect(again.field('Arguments as JSON, kept as you type them').value).toContain('12,5');
    toSide(again, 'Form');
    expect(again.field('amount').value).toBe('12,5');
  });

  it('defaults re-imposed: seeded once where required, never again', () => {
    const schema = object(
      { limit: { type: 'integer', default: 10 }, page: { type: 'integer', default: 1 } },
      ['limit'],
    );
    const form = mount(schema);
    expect(form.field('limit').value).toBe('10');
    expect(form.field('page').value).toBe('');
    expect(form.element.textContent).toContain('the server uses 1');
    form.field('limit').focus();
    form.press('Backspace');
    form.press('Backspace');
    form.type('page', '2');
    expect(form.field('limit').value).toBe('');
    const kept = form.kept();
    form.unmount();
    const again = mount(schema, kept);
    expect(again.field('limit').value).toBe('');
    again.call();
    expect(again.sent).toEqual([]);
  });

  it('decimals untypeable: every key on the way to -0.50 stays', () => {
    const form = mount(object({ x: { type: 'number' } }));
    const seen: string[] = [];
    for (const key of '-0.50') {
      form.type('x', key);
      seen.push(form.field('x').value);
    }
    expect(seen).toEqual(['-', '-0', '-0.', '-0.5', '-0.50']);
    form.call();
    expect(form.sent).toEqual(['{"x": -0.5}']);
  });

  it('integers over 2^53: refused as a number, sent digit by digit as JSON', () => {
    const form = mount(object({ id: { type: 'integer' } }));
    form.type('id', '9007199254740993');
    form.call();
    expect(form.sent).toEqual([]);
    form.click(form.button('Send as JSON'));
    form.call();
    expect(form.sent).toEqual(['{"id": 9007199254740993}']);
  });

  it('object sent as string: an object is an object, also where anything goes', async () => {
    const form = mount(object({ meta: { type: 'object', additionalProperties: true } }));
    form.click(form.button('Add key to meta'));
    await form.settle();
    const key = document.activeElement as HTMLInputElement;
    expect(key.getAttribute('aria-label')).toBe('key name');
    expect(form.sent).toEqual([]);
    toSide(form, 'JSON');
    writeJson(form, '{"meta": {"a": {"b": [1, "2"]}}}');
    toSide(form, 'Form');
    form.call();
    expect(form.sent).toEqual(['{"meta": {"a": {"b": [1, "2"]}}}']);
  });

  it('invalid JSON re-sending old arguments: nothing is sent, from neither side', async () => {
    const form = mount(object({ a: { type: 'integer' } }));
    form.type('a', '1');
    form.call();
    toSide(form, 'JSON');
    writeJson(form, '{"a": 2');
    form.call();
    toSide(form, 'Form');
    await form.settle();
    // The side stays: the text is not thrown away.
    expect(form.field('Arguments as JSON, kept as you type them').value).toBe('{"a": 2');
    form.call();
    expect(form.sent).toEqual(['{"a": 1}']);
    expect(form.element.textContent).toContain('Not JSON at line 1, column 8');
  });

  it('goes against the schema only by its own button', () => {
    const form = mount(object({ a: { type: 'integer' } }, ['a']));
    toSide(form, 'JSON');
    writeJson(form, '{"a": "x", "b": 1}');
    form.call();
    expect(form.sent).toEqual([]);
    form.click(form.button('Send anyway, against the schema'));
    expect(form.sent).toEqual(['{"a": "x", "b": 1}']);
  });

  it('keeps unknown keys, their order and the spelling of numbers between its sides', () => {
    const form = mount(object({ a: { type: 'number' } }));
    toSide(form, 'JSON');
    writeJson(form, '{"z": {"2": 1, "1": 12345678901234567890}, "a": 1.0}');
    toSide(form, 'Form');
    expect(form.field('a').value).toBe('1.0');
    form.call();
    toSide(form, 'JSON');
    form.call();
    const all = '{"z": {"2": 1, "1": 12345678901234567890}, "a": 1.0}';
    expect(form.sent).toEqual([all, all]);
  });

  it('calls from any field by its key, once', () => {
    const form = mount(object({ a: { type: 'string' } }));
    form.type('a', 'x');
    form.press('Enter');
    expect(form.sent).toEqual([]);
    form.press('Enter', { ctrlKey: true });
    expect(form.sent).toEqual(['{"a": "x"}']);
  });

  it('adds, moves and removes items', async () => {
    const form = mount(object({ list: { type: 'array', items: { type: 'string' } } }));
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      form.click(form.button('Add item to list'));
      await form.settle();
      expect(document.activeElement).toBe(form.field(`list[${index}]`));
      form.type(`list[${index}]`, text);
    }
    form.field('list[2]').focus();
    form.press('ArrowUp', { altKey: true });
    await form.settle();
    expect(document.activeElement).toBe(form.field('list[1]'));
    form.click(form.button('Move item 1 of list down'));
    form.click(form.button('Remove item 3 of list'));
    form.call();
    expect(form.sent).toEqual(['{"list": ["three", "one"]}']);
  });
});
