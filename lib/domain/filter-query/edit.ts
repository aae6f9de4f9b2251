import { fieldOf, parseFilter } from './parse.ts';
import type { FilterList, FilterToken } from './types.ts';

/** Text as one word of a query. */
function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

/** One of several values as part of a word: a comma of its own must not part it. */
function quotedPart(value: string): string {
  const plain = value.replaceAll('"', '');
  return /[\s,]/.test(plain) ? `"${plain}"` : plain;
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** The query of the tokens; what they were read from, with single spaces. */
export function stringifyFilter(tokens: readonly Pick<FilterToken, 'source'>[]): string {
  return join(tokens.map(({ source }) => source));
}

/** The values of a field that the query asks for (any of them). */
export function chosenValues(tokens: readonly FilterToken[], field: string): readonly string[] {
  return tokens.flatMap(({ condition, negated, value }) => {
    if (negated) return [];
    if (condition.kind === 'choice' && condition.field === field) return condition.values;
    return condition.kind === 'contains' && condition.field === field ? [value] : [];
  });
}

/**
 * Adds a value to those of a field, or takes it away: `status:ok` and suspect make `status:ok,suspect`. A text field holds
 * one value. All else in the query stays as it was typed.
 */
export function toggleValue<T>(query: string, field: string, value: string, list: FilterList<T>): string {
  const tokens = parseFilter(query, list);
  const chosen = chosenValues(tokens, field);
  const kind = list.fields.find(({ name }) => name === field)?.kind;
  const isText = kind === 'text';
  const same = (other: string) => other.toLowerCase() === value.toLowerCase().replaceAll('"', '');
  const rest = chosen.some(same)
    ? chosen.filter((other) => !same(other))
    : isText
      ? [value]
      : [...chosen, value];
  const others = stringifyFilter(tokens.filter((token) => fieldOf(token) !== field || token.negated));
  const values =
    kind === 'values' || kind === 'mixed' ? rest.map(quotedPart).join(',') : quoted(rest.join(','));
  return join([others, rest.length === 0 ? '' : `${field}:${values}`]);
}

/** Replaces all that the query says of a field; null takes it away. */
export function setField<T>(query: string, field: string, value: string | null, list: FilterList<T>): string {
  const others = parseFilter(query, list).filter((token) => fieldOf(token) !== field || token.negated);
  return join([stringifyFilter(others), value === null ? '' : `${field}:${quoted(value)}`]);
}

/** The next order of a column: its natural one, turned round, none. */
export function nextSort<T>(query: string, by: string, list: FilterList<T>): string {
  const current = parseFilter(query, list).find(({ field }) => field === 'sort')?.condition;
  const same = current?.kind === 'sort' && current.by === by ? current : null;
  if (same === null) return setField(query, 'sort', by, list);
  return setField(query, 'sort', same.reversed ? null : `-${by}`, list);
}
