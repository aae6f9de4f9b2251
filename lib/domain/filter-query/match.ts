import type { Condition, Field, FilterList, FilterToken, SortKey } from './types.ts';

type Test<T> = (item: T) => boolean;

/** The items that every token lets through, in the order that is asked for. What has a problem filters nothing. */
export function applyFilter<T>(
  items: readonly T[],
  tokens: readonly FilterToken[],
  list: FilterList<T>,
): readonly T[] {
  const tests = testsOf(tokens, list);
  const hits = tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)));
  const sort = sortOf(tokens);
  const key = list.sorts.find((candidate) => candidate.name === sort?.by);
  if (key !== undefined) return sorted(hits, key, sort?.reversed === true);
  const texts = tokens.flatMap(({ condition, negated }) =>
    condition.kind === 'text' && !negated ? [condition.text] : [],
  );
  if (texts.length === 0) return hits;
  const titled = (item: T): boolean => texts.every((text) => list.title(item).includes(text));
  return [...hits.filter(titled), ...hits.filter((item) => !titled(item))];
}

/** The query without what it asks of one field: a facet counts what its values would show. */
export function withoutField(tokens: readonly FilterToken[], field: string): readonly FilterToken[] {
  return tokens.filter((token) => token.field !== field || token.negated);
}

export function sortOf(
  tokens: readonly FilterToken[],
): { readonly by: string; readonly reversed: boolean } | null {
  for (const { condition } of tokens) if (condition.kind === 'sort') return condition;
  return null;
}

function testsOf<T>(tokens: readonly FilterToken[], list: FilterList<T>): Test<T>[] {
  const fields = new Map(list.fields.map((field) => [field.name, field]));
  return tokens.flatMap(({ condition, negated }) => {
    const test = testOf(condition, fields, list);
    if (test === null) return [];
    return [negated ? (item: T) => !test(item) : test];
  });
}

function testOf<T>(
  condition: Condition,
  fields: ReadonlyMap<string, Field<T>>,
  list: FilterList<T>,
): Test<T> | null {
  if (condition.kind === 'text') return (item) => list.text(item).includes(condition.text);
  if (condition.kind === 'sort' || condition.kind === 'problem') return null;
  const field = fields.get(condition.field);
  switch (condition.kind) {
    case 'number': {
      if (field?.kind !== 'number') return null;
      const { min, max, minOpen, maxOpen } = condition;
      return (item) => {
        const value = field.read(item);
        if (value === null) return false;
        return (minOpen ? value > min : value >= min) && (maxOpen ? value < max : value <= max);
      };
    }
    case 'choice':
      if (field?.kind !== 'choice') return null;
      return (item) => {
        const has = field.read(item);
        return condition.values.some((value) => has.includes(value));
      };
    case 'contains':
      if (field?.kind !== 'text') return null;
      return (item) => field.read(item).toLowerCase().includes(condition.text);
  }
}

function sorted<T>(items: readonly T[], key: SortKey<T>, reversed: boolean): readonly T[] {
  const known: { readonly item: T; readonly value: number | string }[] = [];
  const unknown: T[] = [];
  for (const item of items) {
    const value = key.read(item);
    if (value === null) unknown.push(item);
    else known.push({ item, value });
  }
  const sign = reversed ? -1 : 1;
  known.sort((a, b) => sign * compare(a.value, b.value));
  return [...known.map(({ item }) => item), ...unknown];
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return b - a;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
