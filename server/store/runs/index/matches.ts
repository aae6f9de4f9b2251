import { beginsWithOne, fieldOf, valueTest } from '../../../../lib/domain/filter-query/index.ts';
import type { Condition, FilterToken } from '../../../../lib/domain/filter-query/index.ts';
import type { RunColumns } from './run-columns.ts';

/** Which runs have a text: by the full-text index where it has read them, else by their task. */
export type TextTest = (text: string) => (slot: number) => boolean;

/** By slot: 0 matches; i fails what is asked of field i alone; OTHERS fails more. */
export interface Matches {
  readonly states: Uint8Array;
  /** Names of the fields that `states` numbers, from 1. */
  readonly fields: readonly string[];
  readonly matched: number;
}

export const OTHERS = 255;

type Mask = Uint8Array;

/** What every run makes of a query: what pages, facets, curves and selections are made of. */
export function matchRuns(columns: RunColumns, tokens: readonly FilterToken[], text: TextTest): Matches {
  const { count } = columns;
  const states = new Uint8Array(count);
  const fields: string[] = [];
  for (const token of tokens) {
    const mask = maskOf(columns, token.condition, text);
    if (mask === null) continue;
    const own = ownField(token, fields);
    const failing = token.negated ? 1 : 0;
    for (let slot = 0; slot < count; slot++) {
      if (mask[slot] !== failing) continue;
      const state = states[slot] ?? 0;
      states[slot] = own === OTHERS || (state !== 0 && state !== own) ? OTHERS : own;
    }
  }
  let matched = 0;
  for (const state of states) if (state === 0) matched++;
  return { states, fields, matched };
}

/** The same of fewer runs: no page, count or facet tells of those at `slots`. */
export function withoutSlots({ states, fields, matched }: Matches, slots: Uint32Array): Matches {
  const left = states.slice();
  let gone = 0;
  for (const slot of slots) {
    if (left[slot] === 0) gone++;
    left[slot] = OTHERS;
  }
  return { states: left, fields, matched: matched - gone };
}

/** Values of one field add up in its facet, so what is asked of it does not count against its other values. */
function ownField(token: FilterToken, fields: string[]): number {
  const name = token.negated ? null : fieldOf(token);
  if (name === null) return OTHERS;
  const known = fields.indexOf(name);
  if (known >= 0) return known + 1;
  return fields.length < OTHERS - 2 ? fields.push(name) : OTHERS;
}

/** 1 where the run is as asked; null for what filters nothing. */
function maskOf(columns: RunColumns, condition: Condition, text: TextTest): Mask | null {
  const { count } = columns;
  switch (condition.kind) {
    case 'sort':
    case 'problem':
      return null;
    case 'text':
      return maskBy(count, text(condition.text));
    case 'number': {
      const { min, max, minOpen, maxOpen } = condition;
      return numberMask(
        columns,
        condition.field,
        (value) => (minOpen ? value > min : value >= min) && (maxOpen ? value < max : value <= max),
      );
    }
    case 'since': {
      const from = Date.now() - condition.ms;
      return numberMask(columns, condition.field, (value) => value >= from);
    }
    case 'choice':
      return valuesMask(columns, condition.field, valueTest(condition.values));
    case 'contains':
      return valuesMask(columns, condition.field, (value) => value.includes(condition.text));
    case 'prefix':
      if (condition.field === 'id')
        return maskBy(count, (slot) => beginsWithOne(columns.ids[slot] ?? '', condition.texts));
      return valuesMask(columns, condition.field, (value) => beginsWithOne(value, condition.texts));
  }
}

function maskBy(count: number, test: (slot: number) => boolean): Mask {
  const mask = new Uint8Array(count);
  for (let slot = 0; slot < count; slot++) mask[slot] = test(slot) ? 1 : 0;
  return mask;
}

function numberMask(columns: RunColumns, field: string, test: (value: number) => boolean): Mask | null {
  const column = columns.numbers.get(field);
  if (column === undefined) return null;
  const { values } = column;
  const mask = new Uint8Array(columns.count);
  for (let slot = 0; slot < mask.length; slot++) {
    const value = values[slot] ?? NaN;
    // What is not known (NaN) matches no number.
    mask[slot] = value === value && test(value) ? 1 : 0;
  }
  return mask;
}

/** Each distinct list is tested once. */
function valuesMask(columns: RunColumns, field: string, test: (value: string) => boolean): Mask | null {
  const column = columns.values.get(field);
  if (column === undefined) return null;
  const passes = Uint8Array.from(column.lists, (list) => (list.some(test) ? 1 : 0));
  const { codes } = column;
  const mask = new Uint8Array(columns.count);
  for (let slot = 0; slot < mask.length; slot++) mask[slot] = passes[codes[slot] ?? 0] ?? 0;
  return mask;
}
