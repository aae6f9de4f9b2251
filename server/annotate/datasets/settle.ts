import type { DecisionRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import {
  lastByPerson,
  lastDecision,
  saidIn,
  settleWords,
  truthOf,
  type Settled,
  type Word,
} from '../../../lib/domain/consensus/index.ts';

/** What people say of one run, with whose labels and decision it rests on. Pure. */

/** Labels that count between people: the last versions, neither gold nor one's own again. */
export function counting(submissions: readonly SubmissionRecord[]): SubmissionRecord[] {
  return submissions.filter(({ current, itemKind }) => current && itemKind === 'work');
}

export interface Ground {
  readonly settled: Exclude<Settled, 'disputed'>;
  /** Whose labels say so. */
  readonly labels: readonly SubmissionRecord[];
  readonly decision: DecisionRecord | undefined;
}

export interface Consensus extends Ground {
  readonly value: string;
}

/** What is settled of a thing, as `saidIn` names it. Undefined: nobody said anything. */
export function consensusOn(
  thing: string,
  submissions: readonly SubmissionRecord[],
  decisions: readonly DecisionRecord[],
): Consensus | 'disputed' | undefined {
  const decision = lastDecision(decisions.filter(({ doc }) => saidIn(doc).has(thing)));
  const decided = decision && saidIn(decision.doc).get(thing);
  const settlement = settleWords(decided ?? null, wordsOn(thing, submissions));
  if (settlement === undefined) return undefined;
  if (settlement.settled === 'disputed') return 'disputed';
  const { settled, says } = settlement;
  const labels = submissions.filter(({ doc }) => saidIn(doc).get(thing) === says);
  return { value: says, settled, labels: lastByPerson(labels), decision };
}

/** How the labels alone stand to a thing. */
export function settledBy(submissions: readonly SubmissionRecord[], thing: string): Settled {
  return settleWords(null, wordsOn(thing, submissions))?.settled ?? 'single';
}

/** A tag that one gave and another did not is disputed; an unmarked step says nothing. */
function wordsOn(thing: string, submissions: readonly SubmissionRecord[]): Word[] {
  return submissions.map(({ person, submittedAtMs, doc }) => ({
    person,
    submittedAtMs,
    says: saidIn(doc).get(thing) ?? (thing.startsWith('tag:') ? 'no' : null),
    independent: !thing.startsWith('step:') || doc.steps[thing.slice('step:'.length)]?.by === 'own',
  }));
}

/** What is settled of a run: whether it is complete, as verifiers are held against people too. */
export interface RunOutcome extends Ground {
  readonly complete: boolean;
  /** The outcome's own name; null: people named it differently, but all complete or all not. */
  readonly value: string | null;
}

type MeansOf = (from: SubmissionRecord | DecisionRecord) => LabelOutcome | null;

export function outcomeOf(
  submissions: readonly SubmissionRecord[],
  decisions: readonly DecisionRecord[],
  meansOf: MeansOf,
): RunOutcome | 'disputed' | undefined {
  const labels = submissions.filter(({ otherRun }) => otherRun === null);
  const decision = lastDecision(decisions.filter((each) => meansOf(each) !== null));
  const said = labels.map((label) => ({ ...label, means: meansOf(label) }));
  const truth = truthOf(decision === undefined ? null : meansOf(decision), said);
  if (truth === undefined) return undefined;
  if (truth.settled === 'disputed') return 'disputed';
  const { settled, complete } = truth;
  const same = lastByPerson(
    said.filter(({ means }) => means !== null && (means === 'complete') === complete),
  );
  const names = new Set((decision === undefined ? same : [decision]).map(({ doc }) => doc.outcome));
  const [name] = names;
  return { complete, value: names.size === 1 ? (name ?? null) : null, settled, labels: same, decision };
}
