import type { LabelDoc, StepMark } from '../../../../lib/contracts/annotation/label-doc.ts';
import {
  SEVERITIES,
  type LabelSchemaDoc,
  type Severity,
} from '../../../../lib/contracts/annotation/label-schema.ts';

/** What an annotator can do to a label. Each answers the label after it; the same object where nothing changes. */

export type Mark = StepMark['value'];
/** Steps that can be marked, in order. */
type Seqs = readonly number[];

export function setOutcome(doc: LabelDoc, value: string): LabelDoc {
  return doc.outcome === value ? doc : { ...doc, outcome: value };
}

export function markStep(doc: LabelDoc, seq: number, value: Mark, seqs: Seqs): LabelDoc {
  const was = doc.steps[String(seq)];
  if (was?.value === value && was.by === 'own') return doc;
  return withSteps(doc, { ...doc.steps, [String(seq)]: { value, by: 'own' } }, seqs);
}

export function unmarkStep(doc: LabelDoc, seq: number, seqs: Seqs): LabelDoc {
  if (doc.steps[String(seq)] === undefined) return doc;
  return withSteps(doc, without(doc.steps, [seq]), seqs);
}

/** Marks all that have no mark; kept apart from marks that were given one by one. */
export function markRest(doc: LabelDoc, value: Mark, seqs: Seqs): LabelDoc {
  const rest = seqs.filter((seq) => doc.steps[String(seq)] === undefined);
  if (rest.length === 0) return doc;
  const bulk = Object.fromEntries(rest.map((seq) => [String(seq), { value, by: 'bulk' as const }]));
  return withSteps(doc, { ...doc.steps, ...bulk }, seqs);
}

/** Takes over the marks of the same first steps of another run; what is marked already stays. */
export function inherit(doc: LabelDoc, marks: LabelDoc['steps'], seqs: Seqs): LabelDoc {
  const taken = Object.entries(marks).filter(
    ([seq]) => doc.steps[seq] === undefined && seqs.includes(Number(seq)),
  );
  if (taken.length === 0) return doc;
  const inherited = Object.fromEntries(
    taken.map(([seq, { value }]) => [seq, { value, by: 'inherited' as const }]),
  );
  return withSteps(doc, { ...doc.steps, ...inherited }, seqs);
}

export function clearInherited(doc: LabelDoc, seqs: Seqs): LabelDoc {
  const inherited = Object.keys(doc.steps).filter((seq) => doc.steps[seq]?.by === 'inherited');
  return inherited.length === 0 ? doc : withSteps(doc, without(doc.steps, inherited.map(Number)), seqs);
}

/** The first error is here. Here already and chosen: what the marks say is proposed again. */
export function chooseFirstError(doc: LabelDoc, seq: number, seqs: Seqs): LabelDoc {
  const { firstError } = doc;
  const chosen = typeof firstError === 'object' && firstError?.seq === seq && !firstError.proposed;
  return chosen
    ? proposed({ ...doc, firstError: null }, seqs)
    : { ...doc, firstError: { seq, proposed: false } };
}

/** The first −1 that the first error, as it was chosen, leaves behind it or denies; null: there is none. */
export function errorBefore({ firstError, steps }: LabelDoc, seqs: Seqs): number | null {
  if (firstError === null) return null;
  const first = seqs.find((seq) => steps[String(seq)]?.value === -1);
  if (first === undefined) return null;
  return firstError === 'none' || first < firstError.seq ? first : null;
}

/** Said that there is no error; said already: open again. */
export function toggleNoError(doc: LabelDoc, seqs: Seqs): LabelDoc {
  return doc.firstError === 'none'
    ? proposed({ ...doc, firstError: null }, seqs)
    : { ...doc, firstError: 'none' };
}

/** On, through the severities where the tag asks for one, and off again. */
export function cycleTag(doc: LabelDoc, value: string, schema: LabelSchemaDoc): LabelDoc {
  const first = schema.tags.find((tag) => tag.value === value)?.severity ?? null;
  const has = doc.tags.find((tag) => tag.value === value);
  if (has === undefined) return { ...doc, tags: [...doc.tags, { value, severity: first }] };
  const next = nextSeverity(has.severity, first);
  return next === null ? removeTag(doc, value) : setSeverity(doc, value, next);
}

export function removeTag(doc: LabelDoc, value: string): LabelDoc {
  return { ...doc, tags: doc.tags.filter((tag) => tag.value !== value) };
}

export function setSeverity(doc: LabelDoc, value: string, severity: Severity): LabelDoc {
  return { ...doc, tags: doc.tags.map((tag) => (tag.value === value ? { ...tag, severity } : tag)) };
}

/** Round the severities, beginning with the tag's own; null: that was all. */
function nextSeverity(severity: Severity | null, first: Severity | null): Severity | null {
  if (severity === null || first === null) return null;
  const start = SEVERITIES.indexOf(first);
  const at = SEVERITIES.indexOf(severity);
  const next = SEVERITIES[(at + 1) % SEVERITIES.length] ?? first;
  return SEVERITIES.indexOf(next) === start ? null : next;
}

/** From the highest downwards, since most labels are sure. */
export function cycleConfidence(doc: LabelDoc, schema: LabelSchemaDoc): LabelDoc {
  const values = schema.confidence.map(({ value }) => value);
  if (values.length === 0) return doc;
  const at = doc.confidence === null ? 0 : values.indexOf(doc.confidence);
  return { ...doc, confidence: values.at(at <= 0 ? -1 : at - 1) ?? null };
}

export type FieldValue = LabelDoc['fields'][string];

/** Null takes the answer away. */
export function setField(doc: LabelDoc, id: string, value: FieldValue): LabelDoc {
  if (value !== null) return { ...doc, fields: { ...doc.fields, [id]: value } };
  return { ...doc, fields: Object.fromEntries(Object.entries(doc.fields).filter(([field]) => field !== id)) };
}

/** Cites into the rationale: on a line of its own. */
export function cite(doc: LabelDoc, text: string): LabelDoc {
  const before = doc.rationale.trimEnd();
  return { ...doc, rationale: `${before}${before === '' ? '' : '\n'}${text}\n` };
}

function withSteps(doc: LabelDoc, steps: LabelDoc['steps'], seqs: Seqs): LabelDoc {
  return proposed({ ...doc, steps }, seqs);
}

/** The first −1 stands for the first error until one is chosen, or said not to be there. */
function proposed(doc: LabelDoc, seqs: Seqs): LabelDoc {
  const { firstError } = doc;
  if (firstError === 'none' || firstError?.proposed === false) return doc;
  const seq = seqs.find((one) => doc.steps[String(one)]?.value === -1);
  if (seq === firstError?.seq) return doc;
  return { ...doc, firstError: seq === undefined ? null : { seq, proposed: true } };
}

function without(steps: LabelDoc['steps'], seqs: Seqs): LabelDoc['steps'] {
  return Object.fromEntries(Object.entries(steps).filter(([seq]) => !seqs.includes(Number(seq))));
}
