import type { AgreementAnswer, AgreementFilter } from '../../../lib/contracts/annotation/agreement.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { ProjectData } from './types.ts';

export interface Eligible {
  /** Independent labels of work, one a person and item. */
  readonly labels: readonly SubmissionRecord[];
  /** The same with those that looked at the verdict before. */
  readonly withRevealed: readonly SubmissionRecord[];
  readonly left: AgreementAnswer['left'];
}

/**
 * Which labels count in agreement between people. Left out, by the first reason that holds: runs that whoever asks has still to label,
 * gold items, repeats, labels taken over for an equal run, items removed from their queue, practice and fixes, and labels
 * given after a look at verdict or peers.
 */
export function eligible(data: ProjectData, hidden: ReadonlySet<string>, filter: AgreementFilter): Eligible {
  const left = { gold: 0, repeats: 0, copies: 0, revealed: 0, removed: 0, practice: 0, hidden: 0 };
  const removed = new Set(data.items.filter((item) => item.removed).map(({ id }) => id));
  const why = (label: SubmissionRecord): keyof typeof left | null => {
    if (hides(hidden, label)) return 'hidden';
    if (label.queueKind === 'onboarding' || label.queueKind === 'fix') return 'practice';
    if (label.itemKind === 'gold') return 'gold';
    if (label.itemKind === 'repeat') return 'repeats';
    if (label.copiedFrom !== null) return 'copies';
    if (removed.has(label.item)) return 'removed';
    return label.revealed ? 'revealed' : null;
  };
  const labels: SubmissionRecord[] = [];
  const withRevealed: SubmissionRecord[] = [];
  for (const label of data.submissions) {
    if (!label.current || !meets(label, filter)) continue;
    const reason = why(label);
    if (reason !== null) left[reason] += 1;
    if (reason === null) labels.push(label);
    if (reason === null || reason === 'revealed') withRevealed.push(label);
  }
  return { labels, withRevealed, left };
}

/** Labels that are told at all, whatever they count in; what was said of equal runs, once. */
export function visible(
  data: ProjectData,
  hidden: ReadonlySet<string>,
  filter: AgreementFilter,
): readonly SubmissionRecord[] {
  return data.submissions.filter(
    (label) => label.current && label.copiedFrom === null && !hides(hidden, label) && meets(label, filter),
  );
}

/** Of a pair: one of its runs. */
function hides(hidden: ReadonlySet<string>, { run, otherRun }: SubmissionRecord): boolean {
  return hidden.has(run) || (otherRun !== null && hidden.has(otherRun));
}

function meets(label: SubmissionRecord, { queue, scenario, task, version }: AgreementFilter): boolean {
  return (
    (queue === undefined || label.queue === queue) &&
    (scenario === undefined || label.scenario === scenario) &&
    (task === undefined || label.taskIdx === task) &&
    (version === undefined || label.schemaVersion === version)
  );
}
