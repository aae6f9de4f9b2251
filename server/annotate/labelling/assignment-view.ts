import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { AnnotationShelf, KeptAssignment } from '../../store/annotation/types.ts';
import { plannedTotal, sharedSteps } from '../../store/annotation/index.ts';
import type { SharedPrefix } from '../../../lib/domain/pairs/index.ts';
import type { BlindRunShelf } from './blind-runs.ts';
import { EMPTY_DOC } from './empty-doc.ts';
import { inOrder } from './seen-order.ts';
import type { ProjectReader } from './types.ts';

interface Deps {
  readonly mayHaveLooked: (mine: KeptAssignment) => boolean;
  readonly shelf: AnnotationShelf;
  readonly projects: ProjectReader;
  readonly runs: BlindRunShelf;
  /** Null: not known. */
  readonly sharedPrefix: (run: string, otherRun: string) => Promise<SharedPrefix | null>;
}

/** What the labelling screen gets of an assignment. `waitMs`: how long row counts are waited for. */
export async function viewAssignment(
  { shelf, projects, runs, sharedPrefix, mayHaveLooked }: Deps,
  mine: KeptAssignment,
  waitMs: number,
): Promise<Assignment> {
  const { queue, item } = mine;
  const { run, otherRun } = await runsOf(mine, { runs, sharedPrefix }, waitMs);
  const project = projects.find(queue.project);
  const schema = projects.schema(queue.project, mine.schemaVersion);
  const guidelines = projects.guidelines(queue.project, mine.guidelinesVersion);
  return {
    id: mine.id,
    queue: {
      id: queue.id,
      name: queue.name,
      kind: queue.kind,
      project: { id: queue.project, name: project?.name ?? '' },
    },
    index: mine.number,
    total: totalOf(shelf, mine),
    state: mine.state,
    schema: { version: schema.version, hash: schema.hash, doc: schema.doc },
    guidelines: { version: guidelines.version, sections: guidelines.doc.sections },
    run,
    otherRun,
    draft: {
      revision: mine.revision,
      doc: inOrder(mine, mine.draft ?? EMPTY_DOC),
      savedAtMs: mine.savedAtMs,
    },
    comments: [...shelf.comments(mine)],
    shared: sharedOf(shelf, mine, new Set(run.steps.flatMap(({ seq, labelled }) => (labelled ? [seq] : [])))),
    reservedUntilMs: mine.state === 'reserved' ? mine.reservedUntilMs : null,
    nowMs: Date.now(),
    editableUntilMs: mine.editableUntilMs,
    returned: mine.returned,
    versions: shelf.versions(mine).map((each) => ({ ...each, doc: inOrder(mine, each.doc) })),
    fix: item.fix,
    revealed: mine.revealedAtMs !== null,
    mayHaveLooked: mayHaveLooked(mine),
    submittedBefore: mine.version > 0,
  };
}

/** The runs in the order in which the person sees them. */
async function runsOf(
  { item, otherAlias, sidesSwapped }: KeptAssignment,
  { runs, sharedPrefix }: Pick<Deps, 'runs' | 'sharedPrefix'>,
  waitMs: number,
): Promise<Pick<Assignment, 'run' | 'otherRun'>> {
  if (item.otherRun === null || otherAlias === null)
    return { run: await runs.get(item.run, waitMs), otherRun: null };
  const [a, b] = sidesSwapped ? [item.otherRun, item.run] : [item.run, item.otherRun];
  const [run, other, shared] = await Promise.all([
    runs.get(a, waitMs),
    runs.get(b, waitMs),
    sharedPrefix(a, b),
  ]);
  return { run, otherRun: { alias: otherAlias, run: other, shared } };
}

/** Null where the queue fills itself. */
function totalOf(shelf: AnnotationShelf, { queue, person }: KeptAssignment): number | null {
  if (queue.source !== null) return null;
  const { work, left } = shelf.myCounts(queue, person);
  if (left === null) return null;
  if (queue.kind === 'onboarding') return work + left;
  return plannedTotal(work + left, shelf.goldItems(queue), queue.settings, person);
}

/**
 * Of the item just before it alone, so that a hidden repeat has nothing that others have not. An item that is reserved ahead is asked
 * for before the one before it is labelled: then its page puts in the marks that it just gave.
 */
function sharedOf(
  shelf: AnnotationShelf,
  mine: KeptAssignment,
  labelled: ReadonlySet<number>,
): Assignment['shared'] {
  const { queue, item } = mine;
  if (!queue.settings.inherit || queue.kind !== 'label' || item.otherRun !== null) return null;
  const before = shelf.before(mine);
  if (before === undefined || before.item.n === item.n) return null;
  if (before.item.scenario !== item.scenario || before.item.taskIdx !== item.taskIdx) return null;
  const steps = sharedSteps(before.item.path, item.path);
  const marks: LabelDoc['steps'] = {};
  for (const [seq, mark] of Object.entries(before.draft?.steps ?? {}))
    if (Number(seq) <= steps && labelled.has(Number(seq)))
      marks[seq] = { value: mark.value, by: 'inherited' };
  return steps === 0 ? null : { steps, marks };
}
