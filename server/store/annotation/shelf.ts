import { AppError } from '../../../lib/contracts/errors.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { Catalog } from '../catalog.ts';
import { Assignments } from './assignments.ts';
import { dropComment, listComments, putComment } from './comments.ts';
import { ItemPages } from './item-pages.ts';
import { Items } from './items.ts';
import { Labels } from './labels.ts';
import { Ledger } from './ledger.ts';
import { Queues } from './queues.ts';
import { Records } from './records.ts';
import type { AnnotationShelf, KeptAssignment } from './types.ts';

export function createAnnotationShelf(catalog: Catalog, homeDir: string): AnnotationShelf {
  const ledger = new Ledger(catalog, homeDir);
  const queues = new Queues(ledger);
  const items = new Items(ledger);
  const assignments = new Assignments(ledger, queues, items);
  const labels = new Labels(ledger, assignments);
  const records = new Records(catalog);
  const pages = new ItemPages(catalog);
  const item = (n: number) => {
    const found = pages.one(n);
    if (found === undefined) throw new AppError('not_found', 'There is no such item.');
    return found;
  };
  return {
    revision: () => ledger.revision,
    addQueue: (queue, by) => queues.add(queue, by),
    queues: (project) => queues.list(project),
    queue: (id) => queues.get(id),
    changeQueue: (id, change) => queues.change(id, change),
    counts: (queue) => queues.counts(queue),
    people: (queue) => queues.people(queue),
    isMember: (queue, person) => queues.isMember(queue, person),
    changeMembers: (queue, add, remove) => queues.changeMembers(queue, add, remove),
    addItems: (queue, added, { meansOf, ...options }, signal) =>
      items.add(queue, added, options, (n, run) => labels.tellOf(n, run, meansOf), signal),
    placeAgain: (queue) => items.placeAgain(queue),
    items: (queue, which, page) => pages.page(queue, which, page),
    item: (queue, id) => item(items.get(queue, id).n),
    removeItems: (queue, ids, by) => items.remove(queue, ids, by),
    setGold: (queue, id, gold, why) => items.setGold(queue, id, gold, why),
    assignment: (id, person) => assignments.of(id, person),
    anyAssignment: (id) => assignments.any(id),
    next: (queue, who, versions, after) => assignments.next(queue, who, versions, after),
    held: (queue, person, after) => assignments.held(queue, person, after),
    before: (assignment) => assignments.before(assignment),
    myCounts: (queue, person) => assignments.myCounts(queue, person),
    goldItems: (queue) => assignments.goldItems(queue),
    mine: (queue, person, page) => assignments.mine(queue, person, page),
    saveDraft: (id, person, save) => labels.saveDraft(id, person, save),
    renew: (id, person) => labels.renew(id, person),
    submit: (id, person, submitting) => labels.submit(id, person, submitting),
    submittedBy: (id, person, key) => labels.submittedBy(id, person, key),
    firstSubmittedAt: (assignment) => labels.firstSubmittedAt(assignment),
    versions: (assignment) => labels.versions(assignment),
    undoSubmit: (id, person, meansOf) => labels.undo(id, person, meansOf),
    skip: (id, person, reason) => labels.skip(id, person, reason),
    reopen: (id, person) => labels.reopen(id, person),
    reveal: (id, person) => labels.reveal(id, person),
    sendBack: (id, note) => labels.sendBack(id, note),
    release: (id) => labels.release(id),
    comments: (assignment) => listComments(catalog, assignment),
    addComment: (id, who, comment) =>
      ledger.write('draft', () => putComment(catalog, assignments.of(id, who.id), who, comment)),
    removeComment: (id, person, comment) =>
      ledger.write('draft', () => dropComment(catalog, assignments.of(id, person), person, comment)),
    othersOutcomes: (assignment) => othersOutcomes(catalog, assignment),
    onboarding: (queue, person) => assignments.onboarding(queue, person),
    retryOnboarding: (queue, person) => assignments.retryOnboarding(queue, person),
    submissions: (filter) => records.submissions(filter),
    itemRecords: (filter) => records.items(filter),
    places: (queue, after, limit) => records.places(queue, after, limit),
  };
}

function othersOutcomes(
  { raw }: Catalog,
  { item, person }: KeptAssignment,
): Pick<LabelDoc, 'outcome' | 'preference'>[] {
  return raw
    .prepare<[number, string], Pick<LabelDoc, 'outcome' | 'preference'>>(
      `SELECT json_extract(s.doc, '$.outcome') AS outcome, json_extract(s.doc, '$.preference') AS preference FROM annotation_assignments AS a
       JOIN annotation_submissions AS s ON s.assignment = a.n AND s.current = 1
       WHERE a.item = ? AND a.person <> ? ORDER BY s.n`,
    )
    .all(item.n, person);
}
