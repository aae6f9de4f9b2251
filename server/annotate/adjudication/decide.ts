import type { DecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import { checkLabel } from '../../../lib/domain/labels/index.ts';
import { settle, type Choice } from '../../../lib/domain/adjudication/index.ts';
import type { NewDecision } from '../../store/adjudication/types.ts';
import type { LabelledItem } from './gather.ts';
import { indexOfLetter } from './letters.ts';
import type { AdjudicationParts } from './types.ts';

interface Asked {
  readonly draft: DecisionDraft;
  readonly like: string | null;
  /** In the person's order. */
  readonly labels: readonly SubmissionRecord[];
  readonly who: Principal;
  readonly nowMs: number;
  readonly revealed: boolean;
}

/** Choices by label instead of by letter. */
export function choicesOf({ choices }: DecisionDraft): Record<string, Choice> {
  return Object.fromEntries(
    Object.entries(choices).map(([row, choice]) => [row, choice === 'own' ? 'own' : indexOfLetter(choice)]),
  );
}

/** A decision from what was chosen. @throws AppError invalid_request where a row is open, no reason is given, or the label is not good */
export function makeDecision(
  { runs }: Pick<AdjudicationParts, 'runs'>,
  item: LabelledItem,
  { draft, like, labels, who, nowMs, revealed }: Asked,
): NewDecision {
  const reason = draft.reason.trim();
  const { rows, open, doc } = settle({
    docs: labels.map((label) => label.doc),
    schema: item.schema,
    choices: choicesOf(draft),
    own: draft.own,
    rationale: reason,
  });
  if (open.length > 0)
    throw new AppError(
      'invalid_request',
      `Not decided yet: ${open.join(', ')}. Choose a label’s word or your own.`,
      {
        details: { rows: open },
      },
    );
  if (reason === '' && draft.section === null)
    throw new AppError('invalid_request', 'Give a reason: the number of a guideline section is enough.');
  const steps = [item.run, item.otherRun].flatMap((run) => (run === null ? [] : runs.steps(run)));
  // What nobody said is no fault of the decision; its rationale is the reason, which has its own rule above.
  const wrong = checkLabel(doc, item.schema, steps, item.otherRun === null ? 'run' : 'pair').filter(
    ({ kind, row }) => kind === 'wrong' && row !== 'rationale',
  );
  if (wrong.length > 0)
    throw new AppError('invalid_request', `${wrong.map(({ message }) => message).join('. ')}.`);
  const from: NewDecision['from'] = Object.fromEntries(
    rows.map(({ row, choice }) => [
      row.id,
      typeof choice === 'number'
        ? { choice: 'submission' as const, submission: labels[choice]?.id ?? null }
        : { choice: 'own' as const, submission: null },
    ]),
  );
  return {
    project: item.project,
    queue: item.queue,
    item: item.record.id,
    run: item.run,
    person: who.id,
    name: who.name,
    provenance: like === null ? 'decided' : 'group',
    like,
    doc,
    schemaVersion: item.schemaVersion,
    from,
    basis: labels.map(({ id }) => id),
    reason,
    section: draft.section,
    revealed,
    atMs: nowMs,
  };
}
