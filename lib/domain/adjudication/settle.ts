import { EMPTY_LABEL } from '../labels/index.ts';
import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';
import { labelRows, type LabelRow } from './rows.ts';

/** What the adjudicator chose of a row: a label by its place, or a value of one's own. */
export type Choice = number | 'own';

/** How a differing row stands. `outcome`: filled in from the outcome's choice, until something else is chosen. */
export interface SettledRow {
  readonly row: LabelRow;
  readonly choice: Choice | null;
  readonly by: 'chosen' | 'outcome' | null;
}

export interface Settlement {
  readonly rows: readonly SettledRow[];
  /** Differing rows that nobody settled yet. */
  readonly open: readonly string[];
  readonly fromOutcome: number;
  /** The label that comes out: rows that do not differ are what the labels say of them. */
  readonly doc: LabelDoc;
}

export interface Choices {
  readonly docs: readonly LabelDoc[];
  readonly schema: LabelSchemaDoc;
  /** By row. */
  readonly choices: Readonly<Record<string, Choice>>;
  /** Holds the values of rows that are `own`. */
  readonly own: LabelDoc;
  readonly rationale: string;
}

/**
 * Puts a decision together. Whose outcome is chosen, their word stands in every other row that they say something of, until
 * another choice is made there; an outcome of one's own fills the rest from the first label with that outcome, if there is one.
 */
export function settle(input: Choices): Settlement {
  const { docs, schema, own } = input;
  const all = labelRows(docs, schema);
  const source = outcomeSource(input);
  const rows = all.filter(({ differs }) => differs).map((row) => settleRow(row, input, source));
  const doc: LabelDoc = { ...EMPTY_LABEL, rationale: input.rationale };
  const taken = new Map(rows.map(({ row, choice }) => [row.id, choice]));
  for (const row of all) {
    const choice = taken.has(row.id) ? taken.get(row.id) : firstWord(row);
    const from = choice === 'own' ? own : docs[choice ?? -1];
    if (from !== undefined) copyRow(doc, from, row);
  }
  return {
    rows,
    open: rows.filter(({ choice }) => choice === null).map(({ row }) => row.id),
    fromOutcome: rows.filter(({ by }) => by === 'outcome').length,
    doc,
  };
}

function settleRow(row: LabelRow, { choices, own }: Choices, source: number | null): SettledRow {
  const chosen = choices[row.id];
  if (chosen === 'own') {
    const said = ownSays(row, own);
    return { row, choice: said ? 'own' : null, by: said ? 'chosen' : null };
  }
  if (chosen !== undefined && (row.said[chosen] ?? null) !== null)
    return { row, choice: chosen, by: 'chosen' };
  if (row.kind !== 'outcome' && source !== null && (row.said[source] ?? null) !== null)
    return { row, choice: source, by: 'outcome' };
  return { row, choice: null, by: null };
}

function outcomeSource({ docs, choices, own }: Choices): number | null {
  const chosen = choices['outcome'];
  if (typeof chosen === 'number') return chosen;
  if (chosen === undefined || own.outcome === null) return null;
  const same = docs.findIndex(({ outcome }) => outcome === own.outcome);
  return same === -1 ? null : same;
}

function firstWord({ said }: LabelRow): number | null {
  const first = said.findIndex((word) => word !== null);
  return first === -1 ? null : first;
}

/** Whether a value of one's own is there: no tags is one. */
function ownSays(row: LabelRow, own: LabelDoc): boolean {
  switch (row.kind) {
    case 'outcome':
      return own.outcome !== null;
    case 'preference':
      return own.preference !== null;
    case 'firstError':
      return own.firstError !== null;
    case 'step':
      return own.steps[String(row.seq)] !== undefined;
    case 'tags':
      return true;
    case 'field':
      return (own.fields[row.field] ?? null) !== null;
  }
}

function copyRow(to: LabelDoc, from: LabelDoc, row: LabelRow): void {
  switch (row.kind) {
    case 'outcome':
      to.outcome = from.outcome;
      return;
    case 'preference':
      to.preference = from.preference;
      return;
    case 'firstError':
      // Whoever decides has chosen it.
      to.firstError =
        from.firstError === null || from.firstError === 'none'
          ? from.firstError
          : { seq: from.firstError.seq, proposed: false };
      return;
    case 'step': {
      const mark = from.steps[String(row.seq)];
      if (mark !== undefined) to.steps = { ...to.steps, [String(row.seq)]: mark };
      return;
    }
    case 'tags':
      to.tags = from.tags;
      return;
    case 'field':
      to.fields = { ...to.fields, [row.field]: from.fields[row.field] ?? null };
  }
}
