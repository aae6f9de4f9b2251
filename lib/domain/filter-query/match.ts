import { fieldOf } from './parse.ts';
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

/** How many items each value of a facet would show, were it chosen beside what the query asks of all other fields. */
export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** For the facets (choice and text fields by their whole value). One pass, whatever their number. */
export function countFacets<T>(
  items: readonly T[],
  tokens: readonly FilterToken[],
  list: FilterList<T>,
  facets: readonly string[],
): FacetCounts {
  const tests = tokens.flatMap((token) => {
    const [test] = testsOf([token], list);
    // Values of one facet add up, so what is asked of it does not count against its other values.
    const own = token.negated ? null : fieldOf(token);
    return test === undefined ? [] : [{ test, own }];
  });
  const readers = facets.flatMap((name) => {
    const field = list.fields.find((candidate) => candidate.name === name);
    if (field === undefined || field.kind === 'number' || field.kind === 'since') return [];
    const read =
      field.kind === 'text' || field.kind === 'prefix' ? (item: T) => [field.read(item)] : field.read;
    return [{ name, read, counts: new Map<string, number>() }];
  });
  for (const item of items) {
    const failed = failedFields(item, tests);
    if (failed === undefined) continue;
    for (const { name, read, counts } of readers) {
      if (failed !== null && failed !== name) continue;
      for (const value of read(item)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return new Map(readers.map(({ name, counts }) => [name, counts]));
}

/** The only field whose tests the item fails; null where it fails none, undefined where it fails others too. */
function failedFields<T>(
  item: T,
  tests: readonly { readonly test: Test<T>; readonly own: string | null }[],
): string | null | undefined {
  let failed: string | null = null;
  for (const { test, own } of tests) {
    if (test(item)) continue;
    if (own === null || (failed !== null && failed !== own)) return undefined;
    failed = own;
  }
  return failed;
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
      if (field?.kind !== 'number' && field?.kind !== 'mixed') return null;
      const number = field.kind === 'number' ? field.read : field.number;
      const { min, max, minOpen, maxOpen } = condition;
      return (item) => {
        const value = number(item);
        if (value === null) return false;
        return (minOpen ? value > min : value >= min) && (maxOpen ? value < max : value <= max);
      };
    }
    case 'choice':
      if (field?.kind === 'values' || field?.kind === 'mixed') {
        const isAsked = valueTest(condition.values);
        return (item) => field.read(item).some(isAsked);
      }
      if (field?.kind !== 'choice') return null;
      return (item) => {
        const has = field.read(item);
        return condition.values.some((value) => has.includes(value));
      };
    case 'prefix':
      if (field?.kind !== 'prefix') return null;
      return (item) => beginsWithOne(field.read(item).toLowerCase(), condition.texts);
    case 'since': {
      if (field?.kind !== 'since') return null;
      const from = Date.now() - condition.ms;
      return (item) => field.read(item) >= from;
    }
    case 'contains':
      if (field?.kind !== 'text') return null;
      return (item) => field.read(item).toLowerCase().includes(condition.text);
  }
}

/** Whether a text begins in one of the ways that were asked for. */
export function beginsWithOne(text: string, texts: readonly string[]): boolean {
  return texts.some((beginning) => text.startsWith(beginning));
}

/** Whether a value is one of those that were asked for, as people write them. */
export function valueTest(asked: readonly string[]): (value: string) => boolean {
  const whole = new Set(asked);
  const beginnings = asked.filter((value) => value.endsWith('*')).map((value) => value.slice(0, -1));
  return (value) => {
    const plain = value.toLowerCase().replaceAll('"', '');
    return whole.has(plain) || beginnings.some((beginning) => plain.startsWith(beginning));
  };
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
