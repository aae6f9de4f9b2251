import type { Condition, Field, FilterList, FilterProblem, FilterToken, Operator } from './types.ts';

/** A field's name and its operator, e.g. `pass.agent>=`. A word like `9:30` starts with a digit and is text. */
const FIELD = /^([a-z][a-z0-9._-]*)(>=|<=|[:=><])/i;
const RANGE = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/;
const DURATION = /^(\d+(?:\.\d+)?)(m|h|d|w)$/i;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DURATIONS = ['1h', '24h', '7d', '30d'];
const NUMBER = /^-?\d+(?:\.\d+)?$/;

interface Word {
  readonly start: number;
  readonly end: number;
}

/** Splits at spaces outside quotes. A quote that is not closed goes to the end. */
function words(query: string): Word[] {
  const found: Word[] = [];
  let at = 0;
  while (at < query.length) {
    if (/\s/.test(query.charAt(at))) {
      at += 1;
      continue;
    }
    const start = at;
    let quoted = false;
    while (at < query.length && (quoted || !/\s/.test(query.charAt(at)))) {
      if (query.charAt(at) === '"') quoted = !quoted;
      at += 1;
    }
    found.push({ start, end: at });
  }
  return found;
}

/** Reads a query. Every part of it is in one of the tokens, what is not understood too: with what is wrong with it. */
export function parseFilter<T>(query: string, list: FilterList<T>): readonly FilterToken[] {
  return words(query).map(({ start, end }) => {
    const source = query.slice(start, end);
    const negated = source.length > 1 && source.startsWith('-');
    const body = negated ? source.slice(1) : source;
    const match = FIELD.exec(body);
    if (match === null) {
      const value = body.replaceAll('"', '');
      const named = body.includes('"') ? null : (list.word?.(body.toLowerCase()) ?? null);
      const condition: Condition = named ?? { kind: 'text', text: value.toLowerCase() };
      return { start, end, source, negated, field: null, operator: null, valueStart: 0, value, condition };
    }
    const [whole, name = '', sign = ':'] = match;
    const field = name.toLowerCase();
    const operator = (sign === '=' ? ':' : sign) as Operator;
    const raw = body.slice(whole.length);
    const value = raw.replaceAll('"', '');
    return {
      start,
      end,
      source,
      negated,
      field,
      operator,
      valueStart: source.length - body.length + whole.length,
      value,
      condition: conditionOf(field, operator, raw, list),
    };
  });
}

function conditionOf<T>(name: string, operator: Operator, raw: string, list: FilterList<T>): Condition {
  const value = raw.replaceAll('"', '');
  if (name === 'sort') return sortOf(value, list);
  const field = list.fields.find((candidate) => candidate.name === name);
  if (field === undefined) {
    const possible = [...list.fields.map((candidate) => candidate.name), 'sort'];
    return failed({ code: 'unknown_field', field: name, possible });
  }
  if (value === '') return failed({ code: 'no_value', field: name, possible: valuesOf(field) });
  if (field.kind === 'number') return numberOf(name, operator, value);
  if (field.kind === 'mixed' && (operator !== ':' || RANGE.test(value) || NUMBER.test(value)))
    return numberOf(name, operator, value);
  if (operator !== ':') return failed({ code: 'not_comparable', field: name });
  if (field.kind === 'text') return { kind: 'contains', field: name, text: value.toLowerCase() };
  if (field.kind === 'since') return sinceOf(name, value);
  const values = splitValues(raw).map((part) => part.toLowerCase());
  if (field.kind === 'prefix') {
    if (values.length === 0) return failed({ code: 'no_value', field: name, possible: [] });
    return { kind: 'prefix', field: name, texts: values };
  }
  const groups = field.kind === 'choice' ? (field.groups ?? {}) : {};
  const possible = field.kind === 'values' ? undefined : field.values;
  const unknown = values.find((part) => possible?.includes(part) === false && !Object.hasOwn(groups, part));
  if (unknown !== undefined || values.length === 0) {
    const offered = valuesOf(field);
    return failed({ code: 'unknown_value', field: name, value: unknown ?? value, possible: offered });
  }
  return {
    kind: 'choice',
    field: name,
    values: values.flatMap((part) => (Object.hasOwn(groups, part) ? (groups[part] ?? []) : [part])),
  };
}

/** Parts between commas outside quotes, without the quotes. */
function splitValues(raw: string): string[] {
  return (raw.match(/(?:"[^"]*"?|[^",])+/g) ?? [])
    .map((part) => part.replaceAll('"', ''))
    .filter((part) => part !== '');
}

function sinceOf(field: string, value: string): Condition {
  const match = DURATION.exec(value);
  const unit = UNIT_MS[match?.[2]?.toLowerCase() ?? ''];
  if (match === null || unit === undefined)
    return failed({ code: 'unknown_value', field, value, possible: DURATIONS });
  return { kind: 'since', field, ms: Number(match[1]) * unit };
}

function sortOf<T>(value: string, list: FilterList<T>): Condition {
  const reversed = value.startsWith('-');
  const by = (reversed ? value.slice(1) : value).toLowerCase();
  const possible = list.sorts.map((sort) => sort.name);
  if (by === '') return failed({ code: 'no_value', field: 'sort', possible });
  if (!possible.includes(by)) return failed({ code: 'unknown_value', field: 'sort', value: by, possible });
  return { kind: 'sort', by, reversed };
}

function numberOf(field: string, operator: Operator, value: string): Condition {
  const open = { minOpen: false, maxOpen: false, min: -Infinity, max: Infinity };
  const range = operator === ':' ? RANGE.exec(value) : null;
  if (range !== null && (range[1] ?? range[2]) !== undefined) {
    const min = range[1] === undefined ? -Infinity : Number(range[1]);
    const max = range[2] === undefined ? Infinity : Number(range[2]);
    return { ...open, kind: 'number', field, min, max };
  }
  if (!NUMBER.test(value)) return failed({ code: 'not_a_number', field, value });
  const number = Number(value);
  switch (operator) {
    case ':':
      return { ...open, kind: 'number', field, min: number, max: number };
    case '>':
    case '>=':
      return { ...open, kind: 'number', field, min: number, minOpen: operator === '>' };
    case '<':
    case '<=':
      return { ...open, kind: 'number', field, max: number, maxOpen: operator === '<' };
  }
}

function failed(problem: FilterProblem): Condition {
  return { kind: 'problem', problem };
}

export function valuesOf<T>(field: Field<T>): readonly string[] {
  switch (field.kind) {
    case 'choice':
      return [...Object.keys(field.groups ?? {}), ...field.values];
    case 'text':
    case 'values':
      return field.known ?? [];
    case 'mixed':
      return [...new Set([...(field.values ?? []), ...(field.known ?? [])])];
    case 'since':
      return DURATIONS;
    case 'number':
    case 'prefix':
      return [];
  }
}

/** The field that a token asks about, in words like `pass` too. */
export function fieldOf({ condition, field }: FilterToken): string | null {
  return 'field' in condition ? condition.field : field;
}

export function problemsOf(tokens: readonly FilterToken[]): readonly FilterProblem[] {
  return tokens.flatMap(({ condition }) => (condition.kind === 'problem' ? [condition.problem] : []));
}
