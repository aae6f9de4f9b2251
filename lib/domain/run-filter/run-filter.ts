import { SUSPICIONS } from '../../contracts/runs.ts';
import type { RunRow } from '../../contracts/runs.ts';
import { parseFilter } from '../filter-query/parse.ts';
import type { Condition, FilterList, FilterToken } from '../filter-query/types.ts';
import { RUN_SORTS, runFields } from './fields.ts';
import type { KnownValues } from './fields.ts';

/** Facets in their order; each is a field, each of its values one that the field takes. */
export const RUN_FACETS = [
  'experiment',
  'actor',
  'policy',
  'reward',
  'code',
  'sql',
  'label',
  'agreement',
  'collateral',
  'suspicion',
  'origin',
  'end',
  'scenario',
  'tag',
] as const;

const WORDS: Readonly<Record<string, Condition>> = {
  pass: { kind: 'choice', field: 'outcome', values: ['pass'] },
  fail: { kind: 'choice', field: 'outcome', values: ['fail'] },
  live: { kind: 'choice', field: 'end', values: ['live'] },
  pinned: { kind: 'choice', field: 'pinned', values: ['yes'] },
  suspicious: { kind: 'choice', field: 'suspicion', values: SUSPICIONS },
  agree: { kind: 'choice', field: 'agreement', values: ['agree'] },
  disagree: { kind: 'choice', field: 'agreement', values: ['disagree'] },
  unlabelled: { kind: 'choice', field: 'label', values: ['unlabelled'] },
};

/** The first digits of a run's id, as it is shown; a word that has no digit is a word. */
const ID = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{6,32}$/;

function wordOf(word: string): Condition | null {
  if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
  return ID.test(word) ? { kind: 'prefix', field: 'id', texts: [word] } : null;
}

/**
 * The filter of the run table: its fields, words and sorts. `known` holds values to offer, by field (what the facets
 * counted). Words in quotes, and others than those above, are looked for in messages, final answers and tasks.
 */
export function createRunFilter(known: KnownValues = {}): FilterList<RunRow> {
  return {
    fields: runFields(known),
    sorts: RUN_SORTS,
    text: ({ task, answer }) => `${task ?? ''}\n${answer ?? ''}`.toLowerCase(),
    title: () => '',
    word: wordOf,
    words: Object.keys(WORDS),
  };
}

const RUN_FILTER = createRunFilter();

/** With what is meant though not said: runs that the studio played to try something are shown where they are asked for. */
export function parseRunFilter(query: string): readonly FilterToken[] {
  const tokens = parseFilter(query, RUN_FILTER);
  return asksForWhatIf(tokens) ? tokens : [...tokens, HIDDEN];
}

function asksForWhatIf(tokens: readonly FilterToken[]): boolean {
  return tokens.some(
    ({ condition, negated }) =>
      !negated &&
      condition.kind === 'choice' &&
      condition.field === 'origin' &&
      condition.values.includes('what_if'),
  );
}

/** Its conditions add up with those of the field's other values in the facet. */
const HIDDEN: FilterToken = {
  start: 0,
  end: 0,
  source: '',
  negated: false,
  field: 'origin',
  operator: ':',
  valueStart: 0,
  value: '',
  condition: { kind: 'choice', field: 'origin', values: ['played', 'fork', 'imported', 'pulled'] },
};
