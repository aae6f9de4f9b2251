import { parseFilter, valuesOf } from './parse.ts';
import type { FilterList, FilterSuggestion } from './types.ts';

const MAX_SUGGESTIONS = 12;

/** What could stand at the caret: names of fields, or values of the field that is being typed. */
export function suggestFilter<T>(
  query: string,
  caret: number,
  list: FilterList<T>,
): readonly FilterSuggestion[] {
  const token = parseFilter(query, list).find(({ start, end }) => start < caret && caret <= end);
  if (token === undefined) return [];
  const sign = token.negated ? 1 : 0;
  if (token.field === null || token.operator === null) {
    const typed = query.slice(token.start + sign, caret).toLowerCase();
    if (typed === '' || typed.includes('"')) return [];
    const at = { from: token.start + sign, to: token.end };
    const words = (list.words ?? []).filter((word) => word.startsWith(typed) && word !== typed);
    const names = [...list.fields.map(({ name }) => name), 'sort'].filter((name) => name.startsWith(typed));
    return [
      ...words.map((text) => ({ ...at, text, kind: 'value' as const, complete: true })),
      ...names.map((name) => ({ ...at, text: `${name}:`, kind: 'field' as const, complete: false })),
    ].slice(0, MAX_SUGGESTIONS);
  }
  const field = list.fields.find(({ name }) => name === token.field);
  const isSort = token.field === 'sort';
  const known = isSort ? list.sorts.map(({ name }) => name) : field === undefined ? [] : valuesOf(field);
  const valueStart = token.start + token.valueStart;
  const typed = query.slice(valueStart, caret);
  // Of `ok,sus` only the last part is being typed; of `-tools` the sign stays.
  const kept =
    field?.kind === 'choice' || field?.kind === 'values' || field?.kind === 'mixed'
      ? typed.lastIndexOf(',') + 1
      : isSort && typed.startsWith('-')
        ? 1
        : 0;
  const part = typed.slice(kept).replaceAll('"', '').toLowerCase();
  const already = typed.slice(0, kept).split(',');
  return known
    .filter((value) => value.toLowerCase().startsWith(part) && value !== part && !already.includes(value))
    .slice(0, MAX_SUGGESTIONS)
    .map((value) => ({
      from: valueStart + kept,
      to: token.end,
      text: /[\s,]/.test(value) ? `"${value}"` : value,
      kind: 'value',
      complete: true,
    }));
}
