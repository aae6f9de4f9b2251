import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../../lib/contracts/annotation/label-schema.ts';
import { passes } from './outcome-look.ts';

/** A row of the form. `field:x` is the project's own question x. */
export type FormRow =
  'preference' | 'outcome' | 'steps' | 'firstError' | 'confidence' | 'tags' | 'rationale' | `field:${string}`;

/** Steps without a mark, in order. */
export function openSteps(doc: LabelDoc, seqs: readonly number[]): readonly number[] {
  return seqs.filter((seq) => doc.steps[String(seq)] === undefined);
}

/** Rows that must be answered before the label can be submitted, in the form's order. The server has the last word. */
export function missingRows(
  doc: LabelDoc,
  schema: LabelSchemaDoc,
  seqs: readonly number[],
  asksPreference: boolean,
): readonly FormRow[] {
  const missing: FormRow[] = [];
  if (asksPreference && schema.preference !== null && doc.preference === null) missing.push('preference');
  if (!asksPreference && doc.outcome === null) missing.push('outcome');
  if (schema.steps === 'required' && !asksPreference && openSteps(doc, seqs).length > 0)
    missing.push('steps');
  if (needsRationale(doc, schema) && doc.rationale.trim() === '') missing.push('rationale');
  for (const field of schema.fields) {
    const value = doc.fields[field.id];
    const empty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (field.required && empty) missing.push(`field:${field.id}`);
  }
  return missing;
}

export function needsRationale(doc: LabelDoc, schema: LabelSchemaDoc): boolean {
  switch (schema.rationale) {
    case 'off':
    case 'optional':
      return false;
    case 'required':
      return true;
    case 'unless_complete':
      return doc.outcome !== null && !passes(schema, doc.outcome);
  }
}
