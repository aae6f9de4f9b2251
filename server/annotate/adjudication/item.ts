import type {
  AdjudicationItem,
  ComparedLabel,
  Decision,
  KeptDecisionDraft,
} from '../../../lib/contracts/annotation/adjudication.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import { EMPTY_LABEL } from '../../../lib/domain/labels/index.ts';
import { sidesSwapped } from '../../store/annotation/index.ts';
import type { KeptDecision, KeptDraft } from '../../store/adjudication/types.ts';
import type { LabelledItem } from './gather.ts';
import { drawn, letterAt } from './letters.ts';
import { standingOf } from './standing.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { otherAlias } from './aliases.ts';
import type { AdjudicationParts } from './types.ts';

/** One item as one person may see it: who said what, when, and what the verifier said only once it is decided or revealed. */
export async function showItem(
  parts: AdjudicationParts,
  item: LabelledItem,
  who: Principal,
  nowMs: number,
): Promise<AdjudicationItem> {
  const { record, run, otherRun } = item;
  const versions = parts.shelf.versions(record.id);
  const standing = versions.find(({ undone }) => undone === null);
  const kept = parts.shelf.draft({ item: record.id, person: who.id });
  const labels = drawn(item.labels, record.id, who.id);
  // Whoever decided it once has seen it all.
  const open = versions.length > 0 || kept.revealedAtMs !== null;
  const hold = parts.shelf.holds(nowMs).find((each) => each.item === record.id);
  const schema = parts.projects.schema(item.project, item.schemaVersion);
  const guidelines = parts.projects.guidelines(item.project);
  const queue = parts.projects.queue(item.queue);
  const project = parts.projects.project(item.project);
  if (schema === undefined || project === undefined)
    throw new AppError('not_found', `Item ${record.id} is of a project that is gone.`);
  const other = otherRun === null ? null : await parts.runs.blindRun(otherRun);
  return {
    item: record.id,
    project: { id: project.id, name: project.name },
    queue: { id: item.queue, name: queue?.name ?? '' },
    ...standingOf(parts, who, nowMs)(item, standing),
    heldUntilMs: hold?.person === who.id ? hold.untilMs : null,
    nowMs,
    schema,
    guidelines: { version: guidelines?.version ?? 0, sections: [...(guidelines?.sections ?? [])] },
    run: await parts.runs.blindRun(run),
    otherRun: other === null ? null : { alias: otherAlias(record.id), run: other },
    labels: labels.map((label, index) => compared(parts, label, index, open)),
    draft: draftOf(kept, labels),
    labelsChanged: kept.draft !== null && !sameBasis(kept, labels),
    revealedAtMs: kept.revealedAtMs,
    couldLook:
      hold?.person === who.id && !open && !parts.shelf.keptBlind({ item: record.id, person: who.id }),
    shown: open ? parts.runs.shown(run) : null,
    shownOther: open && otherRun !== null ? parts.runs.shown(otherRun) : null,
    decisions: versions.map((decision) => toDecision(decision, labels)),
  };
}

function compared(
  { records }: Pick<AdjudicationParts, 'records'>,
  label: SubmissionRecord,
  index: number,
  open: boolean,
): ComparedLabel {
  const author = open ? authorOf(records, label) : null;
  return {
    letter: letterAt(index),
    doc: label.doc,
    schemaVersion: label.schemaVersion,
    swapped:
      label.otherRun !== null && sidesSwapped({ run: label.run, otherRun: label.otherRun }, label.person, 0),
    author,
  };
}

function authorOf(
  records: AdjudicationParts['records'],
  label: SubmissionRecord,
): NonNullable<ComparedLabel['author']> {
  const before = records
    .submissions({ run: label.run, person: label.person })
    .filter(({ assignment, version }) => assignment === label.assignment && version < label.version)
    .sort((a, b) => b.version - a.version);
  return {
    assignment: label.assignment,
    name: label.name,
    version: label.version,
    submittedAtMs: label.submittedAtMs,
    activeMs: label.activeMs,
    revealed: label.revealed,
    before: before.map(({ version, submittedAtMs, doc }) => ({ version, submittedAtMs, doc })),
  };
}

export function sameBasis(kept: KeptDraft, labels: readonly SubmissionRecord[]): boolean {
  return kept.basis.length === labels.length && labels.every(({ id }, index) => kept.basis[index] === id);
}

export function draftOf(kept: KeptDraft, labels: readonly SubmissionRecord[]): KeptDecisionDraft {
  const { revision, savedAtMs } = kept;
  const draft = kept.draft ?? { choices: {}, own: EMPTY_LABEL, reason: '', section: null, proposal: null };
  // A letter may stand for another word now.
  const choices = sameBasis(kept, labels)
    ? draft.choices
    : Object.fromEntries(Object.entries(draft.choices).filter(([, choice]) => choice === 'own'));
  return { revision, savedAtMs, draft: { ...draft, choices } };
}

function toDecision(decision: KeptDecision, labels: readonly SubmissionRecord[]): Decision {
  const { id, version, name, atMs, doc, provenance, reason, section, revealed, undone } = decision;
  const from = Object.entries(decision.from).map(([row, { submission }]): [string, string] => {
    // A label that was given anew since is its author's still.
    const of = labels.findIndex((label) => label.id === submission);
    return [row, submission === null ? 'own' : of === -1 ? letterOf(decision, submission) : letterAt(of)];
  });
  return {
    id,
    version,
    name,
    atMs,
    doc,
    provenance,
    from: Object.fromEntries(from),
    reason,
    section,
    revealed,
    undone: undone === null ? null : { ...undone },
  };
}

function letterOf({ basis }: KeptDecision, submission: string): string {
  return letterAt(Math.max(0, basis.indexOf(submission)));
}
