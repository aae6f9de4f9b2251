import { type FilterToken, stringifyFilter } from '../../../lib/domain/filter-query/index.ts';

/** The filter without its order: what counts and curves depend on. */
export function withoutOrder(tokens: readonly FilterToken[]): string {
  return stringifyFilter(tokens.filter(({ field }) => field !== 'sort'));
}
