import { JsonTextError, parseJsonTree, plainValue, type JsonTree } from './json-tree.ts';
import { choiceOf, type FieldNode, type Format } from './node.ts';
import { fieldError, type FieldError } from './violation.ts';

export type Read =
  { readonly ok: true; readonly tree: JsonTree } | { readonly ok: false; readonly error: FieldError };

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const TYPED_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The value of a scalar's text, before its limits are asked. */
export function readText(node: FieldNode, text: string): Read {
  switch (node.kind) {
    case 'string':
      return readString(node.format, text);
    case 'number':
    case 'integer':
      return readNumber(node.kind, text.trim());
    case 'boolean':
      return text === 'true' || text === 'false'
        ? read({ kind: 'literal', source: text })
        : bad(fieldError('wrong_type', { type: 'boolean' }));
    case 'null':
      return read({ kind: 'literal', source: 'null' });
    case 'choice': {
      const parsed = readJson(text);
      if (!parsed.ok || choiceOf(node, plainValue(parsed.tree)) === undefined)
        return bad(fieldError('not_in_enum'));
      return parsed;
    }
    case 'object':
    case 'array':
    case 'union':
    case 'json':
      return readJson(text);
  }
}

export function readJson(text: string): Read {
  try {
    return read(parseJsonTree(text));
  } catch (cause) {
    if (!(cause instanceof JsonTextError)) throw cause;
    const { message, line, column } = cause;
    return bad(fieldError('bad_json', { message, line: String(line), column: String(column) }));
  }
}

function readNumber(kind: 'number' | 'integer', text: string): Read {
  if (/^[+-]?\d+,\d+$/.test(text))
    return bad(fieldError('decimal_comma', { text, suggestion: text.replace(',', '.') }));
  if (!TYPED_NUMBER.test(text)) return bad(fieldError('not_number', { text }));
  const number = Number(text);
  if (!Number.isFinite(number)) return bad(fieldError('not_finite', { text }));
  const whole = /^[+-]?\d+$/.test(text);
  if (kind === 'integer' && !whole) return bad(fieldError('not_integer', { text }));
  if (whole && !Number.isSafeInteger(number)) return bad(fieldError('unsafe_integer', { text }));
  return read({ kind: 'number', source: JSON_NUMBER.test(text) ? text : spell(text, number) });
}

/** `007`, `+7`, `.5`, `12.` as JSON writes them; `12.` stays a decimal. */
function spell(text: string, number: number): string {
  const plain = String(number);
  return /[.eE]/.test(text) && /^-?\d+$/.test(plain) ? `${plain}.0` : plain;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?([zZ]|[+-]\d{2}:?\d{2})?$/;

function readString(format: Format | null, text: string): Read {
  // An empty string is the person's own choice.
  if (text !== '') {
    if (format === 'date' && !isDate(text)) return bad(fieldError('bad_date'));
    if (format === 'time' && !TIME.test(text)) return bad(fieldError('bad_time'));
    if (format === 'date-time' && !isDateTime(text)) return bad(fieldError('bad_date_time'));
  }
  return read({ kind: 'string', value: text });
}

/** A day that the calendar has. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function isDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/[Tt ]/);
  return more.length === 0 && isDate(date) && TIME.test(time);
}

function read(tree: JsonTree): Read {
  return { ok: true, tree };
}

function bad(error: FieldError): Read {
  return { ok: false, error };
}
