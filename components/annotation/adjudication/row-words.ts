import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { rowPlace } from '../../../lib/domain/adjudication/index.ts';
import { t } from './messages.ts';

/** What a row is called; without a schema a field has its id. */
export function rowName(id: string, schema: LabelSchemaDoc | null): string {
  const place = rowPlace(id);
  if (place === undefined) return id;
  switch (place.kind) {
    case 'outcome':
      return t('adjudication.outcome');
    case 'firstError':
      return t('adjudication.firstError');
    case 'tags':
      return t('adjudication.tags');
    case 'preference':
      return t('adjudication.preference');
    case 'step':
      return t('adjudication.step', { seq: place.seq });
    case 'field':
      return schema?.fields.find((field) => field.id === place.field)?.label ?? place.field;
  }
}

/** What a label says of a row, in the schema's words. */
export function rowText(id: string, doc: LabelDoc, schema: LabelSchemaDoc): string {
  const place = rowPlace(id);
  if (place === undefined) return '';
  switch (place.kind) {
    case 'outcome':
      return outcomeLabel(doc.outcome, schema);
    case 'firstError':
      if (doc.firstError === null) return t('adjudication.notSaid');
      if (doc.firstError === 'none') return t('adjudication.none');
      return t('adjudication.step', { seq: doc.firstError.seq });
    case 'tags':
      if (doc.tags.length === 0) return t('adjudication.none');
      return doc.tags.map(({ value }) => tagLabel(value, schema)).join(', ');
    case 'preference':
      return preferenceLabel(doc.preference);
    case 'step': {
      const mark = doc.steps[String(place.seq)];
      return mark === undefined ? t('adjudication.unmarked') : markText(mark.value);
    }
    case 'field':
      return fieldText(place.field, doc, schema);
  }
}

export function outcomeLabel(outcome: string | null, schema: LabelSchemaDoc): string {
  if (outcome === null) return t('adjudication.notSaid');
  return schema.outcomes.find(({ value }) => value === outcome)?.label ?? outcome;
}

export function tagLabel(tag: string, schema: LabelSchemaDoc): string {
  return schema.tags.find(({ value }) => value === tag)?.label ?? tag;
}

export function markText(value: -1 | 0 | 1): string {
  return value === 0 ? '0' : value > 0 ? '+1' : '−1';
}

export function preferenceLabel(preference: LabelDoc['preference']): string {
  switch (preference) {
    case null:
      return t('adjudication.notSaid');
    case 'a':
      return t('adjudication.preferA');
    case 'b':
      return t('adjudication.preferB');
    case 'tie':
      return t('adjudication.preferTie');
  }
}

function fieldText(id: string, doc: LabelDoc, schema: LabelSchemaDoc): string {
  const value = doc.fields[id] ?? null;
  if (value === null) return t('adjudication.notSaid');
  const field = schema.fields.find((each) => each.id === id);
  const options = field?.kind === 'choice' || field?.kind === 'multi' ? field.options : [];
  const named = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  if (Array.isArray(value)) return value.map(named).join(', ') || t('adjudication.none');
  return typeof value === 'string' ? named(value) : String(value);
}
