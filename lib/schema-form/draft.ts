import { parseLossless } from '../util/lossless-json.ts';
import type { Field, Limits } from './field.ts';

/**
 * What a person has typed for a field, apart from any value: a half-typed number stays as it is. For `boolean` the text
 * is `true` or `false`, for `enum` the JSON text of the choice.
 */
export type Draft =
  | { readonly state: 'absent' }
  | { readonly state: 'null' }
  | { readonly state: 'value'; readonly text: string };

export const ABSENT: Draft = { state: 'absent' };

type FieldErrorCode =
  | 'required'
  | 'not_number'
  | 'decimal_comma'
  | 'not_integer'
  | 'unsafe_integer'
  | 'not_finite'
  | 'bad_json'
  | 'wrong_type'
  | 'not_in_enum'
  | 'too_small'
  | 'too_large'
  | 'too_short'
  | 'too_long';

export interface FieldError {
  readonly code: FieldErrorCode;
  readonly values: Readonly<Record<string, string>>;
}

export type Parsed =
  | { readonly kind: 'absent' }
  /** `json` is the value's JSON text, with numbers as they were typed. */
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'error'; readonly error: FieldError };

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const TYPED_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export function parseDraft(field: Field, draft: Draft): Parsed {
  switch (draft.state) {
    case 'absent':
      return field.required ? error('required', { type: field.typeLabel }) : { kind: 'absent' };
    case 'null':
      return field.nullable ? value('null') : error('wrong_type', { type: field.typeLabel });
    case 'value':
      return parseText(field, draft.text);
  }
}

function parseText(field: Field, text: string): Parsed {
  switch (field.kind) {
    case 'string':
      return parseString(field.limits, text);
    case 'number':
    case 'integer':
      return parseNumber(field, text.trim());
    case 'boolean':
      return text === 'true' || text === 'false'
        ? value(text)
        : error('wrong_type', { type: field.typeLabel });
    case 'enum':
      return field.options.includes(text) ? value(text) : error('not_in_enum', {});
    case 'json':
      return parseJson(field, text);
  }
}

function parseString(limits: Limits, text: string): Parsed {
  // JSON Schema counts characters, not UTF-16 units.
  const length = Array.from(text).length;
  if (limits.minLength !== undefined && length < limits.minLength) {
    return error('too_short', { limit: String(limits.minLength) });
  }
  if (limits.maxLength !== undefined && length > limits.maxLength) {
    return error('too_long', { limit: String(limits.maxLength) });
  }
  return value(JSON.stringify(text));
}

function parseNumber(field: Field, text: string): Parsed {
  if (/^[+-]?\d+,\d+$/.test(text))
    return error('decimal_comma', { text, suggestion: text.replace(',', '.') });
  if (!TYPED_NUMBER.test(text)) return error('not_number', { text });
  const number = Number(text);
  if (!Number.isFinite(number)) return error('not_finite', { text });
  const whole = /^[+-]?\d+$/.test(text);
  if (field.kind === 'integer' && !whole) return error('not_integer', { text });
  if (whole && !Number.isSafeInteger(number)) return error('unsafe_integer', { text });
  return outOfLimits(field.limits, number) ?? value(JSON_NUMBER.test(text) ? text : String(number));
}

function outOfLimits(limits: Limits, number: number): Parsed | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits;
  if (minimum !== undefined && number < minimum) return error('too_small', { limit: `≥ ${minimum}` });
  if (maximum !== undefined && number > maximum) return error('too_large', { limit: `≤ ${maximum}` });
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) {
    return error('too_small', { limit: `> ${exclusiveMinimum}` });
  }
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum) {
    return error('too_large', { limit: `< ${exclusiveMaximum}` });
  }
  return undefined;
}

function parseJson(field: Field, text: string): Parsed {
  let parsed: unknown;
  try {
    parsed = parseLossless(text);
  } catch (cause) {
    return error('bad_json', { message: cause instanceof Error ? cause.message : String(cause) });
  }
  if (parsed === null && field.nullable) return value('null');
  if (field.jsonTypes.length > 0 && !field.jsonTypes.includes(jsonTypeOf(parsed))) {
    const isWhole = jsonTypeOf(parsed) === 'number' && /^-?\d+$/.test(text.trim());
    if (!(isWhole && field.jsonTypes.includes('integer')))
      return error('wrong_type', { type: field.typeLabel });
  }
  return value(JSON.stringify(parsed));
}

function jsonTypeOf(parsed: unknown): string {
  if (parsed === null) return 'null';
  if (Array.isArray(parsed)) return 'array';
  // Numbers that JavaScript would lose stand in objects of their own.
  return /^[-\d]/.test(JSON.stringify(parsed)) ? 'number' : typeof parsed;
}

function value(json: string): Parsed {
  return { kind: 'value', json };
}

function error(code: FieldErrorCode, values: Readonly<Record<string, string>>): Parsed {
  return { kind: 'error', error: { code, values } };
}
