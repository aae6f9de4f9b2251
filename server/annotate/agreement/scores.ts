import type { AgreementAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import { pairAgreement, wilson } from '../../../lib/domain/agreement/index.ts';
import { figureAnswer } from './figures.ts';
import type { ProjectData } from './types.ts';

/** How often each says the same of an item that came again, unknown to them. */
export function* selfAgreement(
  labels: readonly SubmissionRecord[],
  schemas: ReadonlyMap<number, LabelSchemaDoc>,
): Generator<AgreementAnswer['self'][number]> {
  const first = new Map<string, SubmissionRecord>();
  for (const label of labels) {
    if (label.itemKind === 'work') first.set(`${label.item}\n${label.person}`, label);
  }
  const outcomes = [...schemas.values()].flatMap((doc) => doc.outcomes.map(({ value }) => value));
  const domain = [...new Set([...outcomes, ...labels.flatMap((label) => wordOf(label) ?? [])])];
  for (const [person, own] of byPerson(labels)) {
    const pairs = own.flatMap((label): readonly (readonly [string, string])[] => {
      if (label.itemKind !== 'repeat') return [];
      const before = first.get(`${label.repeats ?? label.item}\n${person}`);
      const [was, now] = [before === undefined ? null : wordOf(before), wordOf(label)];
      return was === null || now === null ? [] : [[was, now]];
    });
    if (pairs.length === 0) continue;
    const items = pairs.map(([before, after]) => [
      [
        { rater: 0, value: domain.indexOf(before) },
        { rater: 1, value: domain.indexOf(after) },
      ],
    ]);
    const { kappa, agrees, n } = pairAgreement(items, [0, 1], { size: domain.length, ordered: false });
    yield {
      person,
      name: own.at(-1)?.name ?? person,
      outcome: wilson(agrees, n),
      kappa: figureAnswer(kappa),
    };
  }
}

/** How often each says what is known of gold items, those of onboarding included. */
export function* goldScores(
  { items }: ProjectData,
  labels: readonly SubmissionRecord[],
  tolerance: number,
): Generator<AgreementAnswer['gold'][number]> {
  const known = new Map(items.flatMap(({ id, gold }) => (gold === null ? [] : [[id, gold] as const])));
  for (const [person, own] of byPerson(labels)) {
    const score = { outcomes: 0, right: 0, errors: 0, found: 0 };
    for (const { item, itemKind, doc, revealed } of own) {
      const gold = known.get(item);
      // Who looked first was not put to the test.
      if (gold === undefined || itemKind !== 'gold' || revealed) continue;
      for (const word of ['outcome', 'preference'] as const) {
        if (gold[word] === null) continue;
        score.outcomes += 1;
        if (gold[word] === doc[word]) score.right += 1;
      }
      if (gold.firstError !== null && doc.firstError !== null) {
        score.errors += 1;
        if (sameError(gold.firstError, doc.firstError, tolerance)) score.found += 1;
      }
    }
    const outcome = wilson(score.right, score.outcomes);
    const firstError = wilson(score.found, score.errors);
    if (outcome !== null || firstError !== null)
      yield { person, name: own.at(-1)?.name ?? person, outcome, firstError };
  }
}

/** What a label says of the whole: the run's outcome, or which run of a pair is better. */
function wordOf({ otherRun, doc }: SubmissionRecord): string | null {
  if (otherRun === null) return doc.outcome;
  return doc.preference === null ? null : `better: ${doc.preference}`;
}

function sameError(
  gold: NonNullable<LabelDoc['firstError']>,
  said: NonNullable<LabelDoc['firstError']>,
  tolerance: number,
): boolean {
  if (gold === 'none' || said === 'none') return gold === said;
  return Math.abs(gold.seq - said.seq) <= tolerance;
}

export function byPerson(labels: readonly SubmissionRecord[]): ReadonlyMap<string, SubmissionRecord[]> {
  const people = new Map<string, SubmissionRecord[]>();
  for (const label of labels) {
    const own = people.get(label.person);
    if (own === undefined) people.set(label.person, [label]);
    else own.push(label);
  }
  return people;
}
