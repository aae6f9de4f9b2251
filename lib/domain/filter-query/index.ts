export { chosenValues, nextSort, setField, stringifyFilter, toggleValue } from './edit.ts';
export { applyFilter, countFacets, type FacetCounts, sortOf } from './match.ts';
export { parseFilter, problemsOf } from './parse.ts';
export { suggestFilter } from './suggest.ts';
export type { FilterList, FilterProblem, FilterSuggestion, FilterToken } from './types.ts';
