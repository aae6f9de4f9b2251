import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';
import type { LabelField, LabelSchemaDoc } from '../../contracts/annotation/label-schema.ts';

/** What stands in the way of submitting a label. */
export interface LabelProblem {
  /** `outcome`, `step:6`, `firstError`, `tags`, `confidence`, `rationale`, `field:ID`, `preference`. */
  readonly row: string;
  /** missing: still to be said; wrong: what is said is not allowed by the schema. */
  readonly kind: 'missing' | 'wrong';
  readonly message: string;
}

/** A step as far as its mark goes. */
export interface MarkedStep {
  readonly seq: number;
  /** Verify, done and list_tools are shown and not marked. */
  readonly labelled: boolean;
}

/** Whether a label may be submitted under a schema; none: it may. `steps` are those of the run (of a pair: of both). */
export function checkLabel(
  doc: LabelDoc,
  schema: LabelSchemaDoc,
  steps: readonly MarkedStep[],
  of: 'run' | 'pair' = 'run',
): LabelProblem[] {
  return [
    ...checkOutcome(doc, schema, of),
    ...checkSteps(doc, schema, steps, of),
    ...checkFirstError(doc, schema, steps),
    ...checkTags(doc, schema),
    ...checkConfidence(doc, schema),
    ...checkRationale(doc, schema),
    ...checkFields(doc, schema),
    ...checkPreference(doc, schema, of),
  ];
}

const missing = (row: string, message: string): LabelProblem => ({ row, kind: 'missing', message });
const wrong = (row: string, message: string): LabelProblem => ({ row, kind: 'wrong', message });

function checkOutcome({ outcome }: LabelDoc, { outcomes }: LabelSchemaDoc, of: 'run' | 'pair') {
  if (outcome === null) return of === 'pair' ? [] : [missing('outcome', 'Choose an outcome')];
  if (outcomes.some(({ value }) => value === outcome)) return [];
  return [wrong('outcome', `The schema has no outcome ‘${outcome}’`)];
}

function checkSteps(
  doc: LabelDoc,
  schema: LabelSchemaDoc,
  steps: readonly MarkedStep[],
  of: 'run' | 'pair',
): LabelProblem[] {
  const marked = Object.keys(doc.steps);
  if (schema.steps === 'off')
    return marked.map((seq) => wrong(`step:${seq}`, 'This schema does not ask for marks of steps'));
  const open = new Set(steps.filter(({ labelled }) => labelled).map(({ seq }) => String(seq)));
  const strangers = marked
    .filter((seq) => !open.has(seq))
    .map((seq) => wrong(`step:${seq}`, `Step ${seq} has no mark: it is not one of the run’s labelled steps`));
  if (schema.steps === 'optional' || of === 'pair') return strangers;
  const unmarked = [...open].filter((seq) => doc.steps[seq] === undefined);
  return [...strangers, ...unmarked.map((seq) => missing(`step:${seq}`, `Mark step ${seq}`))];
}

function checkFirstError({ firstError }: LabelDoc, schema: LabelSchemaDoc, steps: readonly MarkedStep[]) {
  if (firstError === null) return [];
  if (!schema.firstError) return [wrong('firstError', 'This schema does not ask for the first error')];
  if (firstError === 'none' || steps.some(({ seq }) => seq === firstError.seq)) return [];
  return [wrong('firstError', `The run has no step ${String(firstError.seq)}`)];
}

function checkTags({ tags }: LabelDoc, schema: LabelSchemaDoc): LabelProblem[] {
  const seen = new Set<string>();
  return tags.flatMap(({ value, severity }) => {
    const tag = schema.tags.find((each) => each.value === value);
    const again = seen.has(value);
    seen.add(value);
    if (tag === undefined) return [wrong('tags', `The schema has no tag ‘${value}’`)];
    if (again) return [wrong('tags', `‘${tag.label}’ is given twice`)];
    if (severity !== null && tag.severity === null)
      return [wrong('tags', `‘${tag.label}’ has no severity in this schema`)];
    return [];
  });
}

function checkConfidence({ confidence }: LabelDoc, schema: LabelSchemaDoc): LabelProblem[] {
  if (confidence === null || schema.confidence.some(({ value }) => value === confidence)) return [];
  return [wrong('confidence', `The schema has no confidence ‘${confidence}’`)];
}

function checkRationale(doc: LabelDoc, { rationale, outcomes }: LabelSchemaDoc): LabelProblem[] {
  const said = doc.rationale.trim() !== '';
  switch (rationale) {
    case 'off':
      return said ? [wrong('rationale', 'This schema does not ask for a rationale')] : [];
    case 'optional':
      return [];
    case 'required':
      return said ? [] : [missing('rationale', 'Say why')];
    case 'unless_complete': {
      const chosen = outcomes.find(({ value }) => value === doc.outcome);
      if (said || chosen === undefined || chosen.means === 'complete') return [];
      return [missing('rationale', `Say why it is ‘${chosen.label}’`)];
    }
  }
}

function checkFields(doc: LabelDoc, schema: LabelSchemaDoc): LabelProblem[] {
  const strangers = Object.keys(doc.fields)
    .filter((id) => !schema.fields.some((field) => field.id === id))
    .map((id) => wrong(`field:${id}`, `The schema has no field ‘${id}’`));
  const known = schema.fields.flatMap((field) => {
    const row = `field:${field.id}`;
    const value = doc.fields[field.id] ?? null;
    const empty =
      value === null ||
      (typeof value === 'string' && value.trim() === '') ||
      (Array.isArray(value) && value.length === 0);
    if (empty) return field.required ? [missing(row, `Answer ‘${field.label}’`)] : [];
    const fault = faultOf(field, value);
    return fault === undefined ? [] : [wrong(row, `‘${field.label}’ ${fault}`)];
  });
  return [...strangers, ...known];
}

function faultOf(field: LabelField, value: string | number | readonly string[]): string | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? undefined : 'takes text';
    case 'number':
      if (typeof value !== 'number') return 'takes a number';
      if (field.integer && !Number.isInteger(value)) return 'takes a whole number';
      if (field.min !== null && value < field.min) return `must be ${String(field.min)} at least`;
      if (field.max !== null && value > field.max) return `must be ${String(field.max)} at most`;
      return undefined;
    case 'choice':
      if (typeof value !== 'string') return 'takes one of its choices';
      return field.options.some((option) => option.value === value) ? undefined : `has no choice ‘${value}’`;
    case 'multi': {
      if (!Array.isArray(value)) return 'takes a list of its choices';
      const list = value as readonly string[];
      if (new Set(list).size !== list.length) return 'has a choice twice';
      const stranger = list.find((each) => !field.options.some((option) => option.value === each));
      return stranger === undefined ? undefined : `has no choice ‘${stranger}’`;
    }
  }
}

function checkPreference({ preference }: LabelDoc, schema: LabelSchemaDoc, of: 'run' | 'pair') {
  if (of === 'run')
    return preference === null ? [] : [wrong('preference', 'A single run is not better than another')];
  if (schema.preference === null)
    return preference === null ? [] : [wrong('preference', 'This schema does not ask which run is better')];
  if (preference === null) return [missing('preference', schema.preference.question)];
  if (preference === 'tie' && !schema.preference.allowTie)
    return [wrong('preference', 'One of the two must be better')];
  return [];
}
