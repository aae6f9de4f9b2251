export { chosenValues, nextSort, setField, stringifyFilter, toggleValue } from './edit.ts';
export { applyFilter, beginsWithOne, countFacets, type FacetCounts, sortOf, valueTest } from './match.ts';
export { fieldOf, parseFilter, problemsOf } from './parse.ts';
export { suggestFilter } from './suggest.ts';
export type { Condition, FilterList, FilterProblem, FilterSuggestion, FilterToken } from './types.ts';
