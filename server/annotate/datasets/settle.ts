import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { DecisionRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';

/** What people say of one run, put together. Pure. */

export type Settled = 'decided' | 'agreed' | 'single' | 'disputed';

/** Labels that count between people: the last versions, neither gold nor one's own again. */
export function counting(submissions: readonly SubmissionRecord[]): SubmissionRecord[] {
  return submissions.filter(({ current, itemKind }) => current && itemKind === 'work');
}

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
    if (value !== null) said.set(`field:${id}`, JSON.stringify(value));
  if (doc.preference !== null) said.set('preference', doc.preference);
  return said;
}

/** Taken over, or given to many at once: no word of its own. */
function isIndependent(doc: LabelDoc, thing: string): boolean {
  if (!thing.startsWith('step:')) return true;
  return doc.steps[thing.slice('step:'.length)]?.by === 'own';
}

/**
 * Whether those who said something of a thing agree. Alone: `single`. A tag that one gave and another did not is disputed; an unmarked
 * step says nothing.
 */
export function settledBy(docs: readonly LabelDoc[], thing: string): Settled {
  const values = docs.map((doc) => saidIn(doc).get(thing));
  const counted = thing.startsWith('tag:')
    ? values.map((value) => value ?? 'no')
    : values.filter((value) => value !== undefined);
  if (new Set(counted).size > 1) return 'disputed';
  const own = docs.filter(
    (doc) => isIndependent(doc, thing) && (thing.startsWith('tag:') || saidIn(doc).has(thing)),
  );
  return own.length > 1 ? 'agreed' : 'single';
}

export interface Consensus {
  readonly value: string;
  readonly settled: Exclude<Settled, 'disputed'>;
  /** Whose labels say so. */
  readonly labels: readonly SubmissionRecord[];
  readonly decision: DecisionRecord | undefined;
}

/** The last decision stands above all; else what nobody disputes. Undefined: nobody said anything. */
export function consensusOn(
  thing: string,
  submissions: readonly SubmissionRecord[],
  decisions: readonly DecisionRecord[],
): Consensus | 'disputed' | undefined {
  const decision = [...decisions].sort((a, b) => b.atMs - a.atMs)[0];
  const decided = decision && saidIn(decision.doc).get(thing);
  if (decision !== undefined && decided !== undefined) {
    const labels = submissions.filter(({ doc }) => saidIn(doc).get(thing) === decided);
    return { value: decided, settled: 'decided', labels, decision };
  }
  const labels = submissions.filter(({ doc }) => saidIn(doc).has(thing));
  const [first] = labels;
  const value = first && saidIn(first.doc).get(thing);
  if (value === undefined) return undefined;
  const settled = settledBy(
    labels.map(({ doc }) => doc),
    thing,
  );
  return settled === 'disputed' ? 'disputed' : { value, settled, labels, decision: undefined };
}
