import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';
import { answerText } from '../consensus/index.ts';

/** One thing that labels of a run say, side by side. */
export type LabelRow = RowPlace & {
  /** `outcome`, `firstError`, `step:6`, `tags`, `field:x`, `preference` */
  readonly id: string;
  /** By label, in the order given; null: that label does not say. Equal texts mean the same. */
  readonly said: readonly (string | null)[];
  readonly differs: boolean;
};

type RowPlace =
  | { readonly kind: 'outcome' | 'firstError' | 'tags' | 'preference' }
  | { readonly kind: 'step'; readonly seq: number }
  | { readonly kind: 'field'; readonly field: string };

/** A row's place by its id; undefined: no such row. */
export function rowPlace(id: string): RowPlace | undefined {
  if (id === 'outcome' || id === 'firstError' || id === 'tags' || id === 'preference') return { kind: id };
  const [, kind, name] = /^(step|field):(.+)$/.exec(id) ?? [];
  if (kind === 'field' && name !== undefined) return { kind, field: name };
  return kind === 'step' && /^\d+$/.test(name ?? '') ? { kind, seq: Number(name) } : undefined;
}

/**
 * Rows of the labels, in the order of the label form. Two labels differ in a row where both say something and not the same:
 * an unmarked step or an unanswered question is no word against another. Tags are a set, whose first is the cause where the schema
 * says so; no tags says that nothing of the list went wrong. Free text, confidence and flags are never compared.
 */
export function labelRows(docs: readonly LabelDoc[], schema: LabelSchemaDoc): LabelRow[] {
  const places: RowPlace[] = [{ kind: 'outcome' }];
  if (schema.preference !== null) places.push({ kind: 'preference' });
  if (schema.firstError) places.push({ kind: 'firstError' });
  for (const seq of markedSteps(docs)) places.push({ kind: 'step', seq });
  if (schema.tags.length > 0) places.push({ kind: 'tags' });
  for (const field of schema.fields) {
    if (field.kind !== 'text') places.push({ kind: 'field', field: field.id });
  }
  return places.map((place) => {
    const said = docs.map((doc) => saidOf(doc, place, schema));
    const words = new Set(said.filter((word) => word !== null));
    return { ...place, id: rowId(place), said, differs: words.size > 1 };
  });
}

function rowId(place: RowPlace): string {
  if (place.kind === 'step') return `step:${String(place.seq)}`;
  return place.kind === 'field' ? `field:${place.field}` : place.kind;
}

function markedSteps(docs: readonly LabelDoc[]): number[] {
  const steps = new Set(docs.flatMap((doc) => Object.keys(doc.steps).map(Number)));
  return [...steps].sort((a, b) => a - b);
}

function saidOf(doc: LabelDoc, place: RowPlace, schema: LabelSchemaDoc): string | null {
  switch (place.kind) {
    case 'outcome':
      return doc.outcome;
    case 'preference':
      return doc.preference;
    case 'firstError':
      if (doc.firstError === null || doc.firstError === 'none') return doc.firstError;
      return `step ${String(doc.firstError.seq)}`;
    case 'step': {
      const mark = doc.steps[String(place.seq)];
      return mark === undefined ? null : String(mark.value);
    }
    case 'tags':
      return tagText(doc, schema);
    case 'field': {
      const value = doc.fields[place.field] ?? null;
      return value === null ? null : answerText(value);
    }
  }
}

function tagText({ tags }: LabelDoc, { firstTagIsCause }: LabelSchemaDoc): string {
  const words = tags.map(({ value, severity }) => `${value} ${severity ?? ''}`).sort();
  const cause = firstTagIsCause ? (tags[0]?.value ?? '') : '';
  return JSON.stringify([cause, ...words]);
}
