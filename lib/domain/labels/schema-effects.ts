import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import type { LabelField, LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';
import type { SchemaEffect } from '../../contracts/annotation/projects.ts';

/** A label that is there, and the version that it was given under. */
export interface GivenUnder {
  readonly doc: LabelDoc;
  readonly schemaVersion: number;
}

/** A difference, and which labels it concerns. */
interface Change extends Pick<SchemaEffect, 'kind' | 'change' | 'name' | 'was' | 'now'> {
  readonly uses: (doc: LabelDoc) => boolean;
}

/**
 * What a new schema means for labels that are there: what they use and it no longer has, or has with another meaning.
 * Additions, and removals that no label uses, have none.
 */
export function schemaEffects(
  before: LabelSchemaDoc,
  after: LabelSchemaDoc,
  labels: readonly GivenUnder[],
): SchemaEffect[] {
  return changesOf(before, after).flatMap(({ uses, ...change }) => {
    const using = labels.filter(({ doc }) => uses(doc));
    if (using.length === 0) return [];
    return [
      {
        ...change,
        labels: using.length,
        version: Math.max(...using.map(({ schemaVersion }) => schemaVersion)),
      },
    ];
  });
}

function changesOf(before: LabelSchemaDoc, after: LabelSchemaDoc): Change[] {
  const hasOutcome = (value: string) => (doc: LabelDoc) => doc.outcome === value;
  const hasTag = (value: string) => (doc: LabelDoc) => doc.tags.some((tag) => tag.value === value);
  const hasConfidence = (value: string) => (doc: LabelDoc) => doc.confidence === value;
  return [
    ...listChanges('outcome', before.outcomes, after.outcomes, hasOutcome),
    ...before.outcomes.flatMap(({ value, means }): Change[] => {
      const now = after.outcomes.find((each) => each.value === value);
      if (now === undefined || now.means === means) return [];
      return [
        {
          ...{ kind: 'outcome', change: 'means', name: value, was: means, now: now.means },
          uses: hasOutcome(value),
        },
      ];
    }),
    ...listChanges('tag', before.tags, after.tags, hasTag),
    ...listChanges('confidence', before.confidence, after.confidence, hasConfidence),
    ...fieldChanges(before.fields, after.fields),
    ...wholeChanges(before, after),
  ];
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function listChanges(
  kind: 'outcome' | 'tag' | 'confidence' | 'option',
  before: readonly Option[],
  after: readonly Option[],
  uses: (value: string) => Change['uses'],
  prefix = '',
): Change[] {
  return before.flatMap(({ value, label }): Change[] => {
    const now = after.find((each) => each.value === value);
    const name = `${prefix}${value}`;
    if (now === undefined) return [{ kind, change: 'removed', name, was: label, now: '', uses: uses(value) }];
    if (now.label === label) return [];
    return [{ kind, change: 'renamed', name, was: label, now: now.label, uses: uses(value) }];
  });
}

function fieldChanges(before: readonly LabelField[], after: readonly LabelField[]): Change[] {
  return before.flatMap((field): Change[] => {
    const { id, label } = field;
    const now = after.find((each) => each.id === id);
    const uses = (doc: LabelDoc) => (doc.fields[id] ?? null) !== null;
    if (now === undefined) return [{ kind: 'field', change: 'removed', name: id, was: label, now: '', uses }];
    if (now.kind !== field.kind)
      return [{ kind: 'field', change: 'type', name: id, was: field.kind, now: now.kind, uses }];
    const renamed: Change[] =
      now.label === label
        ? []
        : [{ kind: 'field', change: 'renamed', name: id, was: label, now: now.label, uses }];
    if (!('options' in field) || !('options' in now)) return renamed;
    const chose = (value: string) => (doc: LabelDoc) => {
      const said = doc.fields[id] ?? null;
      return Array.isArray(said) ? said.includes(value) : said === value;
    };
    return [...renamed, ...listChanges('option', field.options, now.options, chose, `${id}.`)];
  });
}

/** Whole questions that are no longer asked. */
function wholeChanges(before: LabelSchemaDoc, after: LabelSchemaDoc): Change[] {
  const questions = [
    {
      kind: 'steps',
      was: before.steps !== 'off',
      now: after.steps !== 'off',
      uses: (doc: LabelDoc) => Object.keys(doc.steps).length > 0,
    },
    {
      kind: 'first_error',
      was: before.firstError,
      now: after.firstError,
      uses: (doc: LabelDoc) => doc.firstError !== null,
    },
    {
      kind: 'rationale',
      was: before.rationale !== 'off',
      now: after.rationale !== 'off',
      uses: (doc: LabelDoc) => doc.rationale !== '',
    },
  ] as const;
  return questions.flatMap(({ kind, was, now, uses }): Change[] =>
    was && !now ? [{ kind, change: 'not_asked', name: '', was: '', now: '', uses }] : [],
  );
}
