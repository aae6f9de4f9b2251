import type { LabelDoc } from '../../contracts/annotation/label-doc.ts';

/** Things that a label says, by name (`outcome`, `step:6`, `tag:x`, …); values are compared as texts. */
export function saidIn(doc: LabelDoc): Map<string, string> {
  const said = new Map<string, string>();
  if (doc.outcome !== null) said.set('outcome', doc.outcome);
  for (const [seq, { value }] of Object.entries(doc.steps)) said.set(`step:${seq}`, String(value));
  if (doc.firstError !== null)
    said.set('first_error', doc.firstError === 'none' ? 'none' : String(doc.firstError.seq));
  for (const { value } of doc.tags) said.set(`tag:${value}`, 'yes');
  if (doc.confidence !== null) said.set('confidence', doc.confidence);
  for (const [id, value] of Object.entries(doc.fields))
    if (value !== null) said.set(`field:${id}`, answerText(value));
  if (doc.preference !== null) said.set('preference', doc.preference);
  return said;
}

/** An answer as a text that is the same for the same answer: several options are a set. */
export function answerText(value: LabelDoc['fields'][string]): string {
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}
