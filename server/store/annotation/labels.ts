import { AppError } from '../../../lib/contracts/errors.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import { EMPTY_LABEL } from '../../../lib/domain/labels/index.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import { writeLabel } from '../runs/labels.ts';
import { placeOf } from './places.ts';
import type { SubmissionRow } from '../schema.ts';
import type { Assignments } from './assignments.ts';
import { kept } from './kept-statements.ts';
import { newId, type Ledger } from './ledger.ts';
import { readDoc } from './rows.ts';
import type { DraftSave, KeptAssignment, Submitted, SubmittedVersion, Submitting } from './types.ts';

const MINUTE_MS = 60_000;
/** Characters of a rationale that stand in the library beside the outcome. */
const NOTE = 2_000;
type MeansOf = (doc: LabelDoc) => LabelOutcome | null;

/** Drafts and submitted labels: what an annotator does with an item that they have. */
export class Labels {
  readonly #ledger: Ledger;
  readonly #assignments: Assignments;

  constructor(ledger: Ledger, assignments: Assignments) {
    this.#ledger = ledger;
    this.#assignments = assignments;
  }

  saveDraft(id: string, person: string, save: DraftSave): KeptAssignment {
    const at = Date.now();
    const held = this.#ledger.write('draft', () => {
      const before = this.#assignments.of(id, person);
      this.#assignments.expire(before.queue, at);
      const mine = this.#assignments.of(id, person);
      this.#checkBase(mine, save.baseRevision);
      this.#assignments.hold(mine, at);
      this.#write(mine, save, at);
      return { mine, now: this.#assignments.of(id, person) };
    });
    // Taken up again after its time ran out.
    if (held.mine.state !== held.now.state) this.#ledger.changed();
    return held.now;
  }

  renew(id: string, person: string): KeptAssignment {
    const at = Date.now();
    return this.#ledger.write('labels', () => {
      this.#assignments.expire(this.#assignments.of(id, person).queue, at);
      const mine = this.#assignments.of(id, person);
      if (!this.#assignments.hold(mine, at)) throw notHeld(mine);
      return this.#assignments.of(id, person);
    });
  }

  submit(id: string, person: string, submitting: Submitting): Submitted {
    const at = Date.now();
    return this.#ledger.write('labels', () => {
      const known = this.submittedBy(id, person, submitting.key);
      if (known !== undefined) return known;
      this.#assignments.expire(this.#assignments.of(id, person).queue, at);
      const mine = this.#assignments.of(id, person);
      this.#checkBase(mine, submitting.baseRevision);
      this.#checkOpen(mine, at);
      this.#write(mine, submitting, at);
      return this.#put(mine, submitting, at);
    });
  }

  submittedBy(id: string, person: string, key: string): Submitted | undefined {
    const assignment = this.#assignments.of(id, person);
    const { catalog } = this.#ledger;
    const query = catalog.query
      .selectFrom('annotation_submissions')
      .selectAll()
      .where('assignment', '=', assignment.n)
      .where('key', '=', key);
    const row = catalog.get(query);
    return row && { id: row.id, version: row.version, atMs: row.at, assignment, again: true };
  }

  firstSubmittedAt({ n }: KeptAssignment): number | null {
    const row = kept(this.#ledger.catalog)
      .prepare<[number], { at: number | null }>(
        'SELECT min(at) AS at FROM annotation_submissions WHERE assignment = ?',
      )
      .get(n);
    return row?.at ?? null;
  }

  versions({ n }: KeptAssignment): SubmittedVersion[] {
    return this.#versions(n)
      .filter(({ current }) => current !== 0)
      .toReversed()
      .map(({ version, at, doc }) => ({ version, atMs: at, doc: readDoc(doc) }));
  }

  undo(id: string, person: string, meansOf: MeansOf): KeptAssignment {
    const at = Date.now();
    return this.#ledger.write('labels', () => {
      const mine = this.#assignments.of(id, person);
      if (mine.state !== 'submitted')
        throw new AppError('conflict', 'There is nothing to take back: this item is not submitted.');
      if (mine.queue.state === 'closed' || mine.item.removed) throw closed(mine);
      if (mine.editableUntilMs === null || at > mine.editableUntilMs) throw windowEnded();
      const versions = this.#versions(mine.n);
      const last = versions.find(({ current }) => current === 1);
      if (last === undefined) throw new AppError('conflict', 'This label was taken back already.');
      const before = versions.find(({ version, current }) => version < last.version && current === 2);
      this.#setCurrent(last.n, 0);
      if (before !== undefined) {
        this.#setCurrent(before.n, 1);
        this.#tellLibrary(mine, meansOf(readDoc(before.doc)), readDoc(before.doc));
        const wasReturned = mine.returned !== null && before.at < mine.returned.atMs;
        this.#assignments.set(mine.n, { state: wasReturned ? 'returned' : 'submitted', changed_at: at });
      } else {
        this.#tellLibrary(mine, null, EMPTY_LABEL);
        this.#assignments.set(mine.n, {
          state: 'reserved',
          changed_at: at,
          submitted_at: null,
          edit_until: null,
        });
        this.#assignments.renewAll(mine.queue, person, at);
      }
      return this.#assignments.of(id, person);
    });
  }

  skip(id: string, person: string, reason: string): KeptAssignment {
    const at = Date.now();
    return this.#ledger.write('labels', () => {
      const mine = this.#assignments.of(id, person);
      if (mine.state === 'submitted' || mine.state === 'returned')
        throw new AppError('conflict', 'This item is submitted. Take the label back first, to skip it.');
      if (mine.state !== 'skipped') this.#countSkip(mine.n);
      this.#assignments.set(mine.n, {
        state: 'skipped',
        skip_reason: reason,
        changed_at: at,
        reserved_until: null,
      });
      return this.#assignments.of(id, person);
    });
  }

  reopen(id: string, person: string): KeptAssignment {
    const at = Date.now();
    return this.#ledger.write('labels', () => {
      this.#assignments.expire(this.#assignments.of(id, person).queue, at);
      const mine = this.#assignments.of(id, person);
      if (mine.state !== 'skipped' && mine.state !== 'expired') return mine;
      if (mine.queue.state !== 'open') throw closed(mine);
      if (!this.#assignments.isFree(mine)) throw notHeld(mine);
      this.#assignments.set(mine.n, { state: 'reserved', skip_reason: null, changed_at: at });
      this.#assignments.renewAll(mine.queue, person, at);
      return this.#assignments.of(id, person);
    });
  }

  reveal(id: string, person: string): KeptAssignment {
    return this.#ledger.write('labels', () => {
      const mine = this.#assignments.of(id, person);
      if (mine.queue.kind === 'onboarding' && mine.version === 0)
        throw new AppError(
          'conflict',
          'Onboarding items are answered without a look: what is right is shown after you submit.',
        );
      if (mine.revealedAtMs === null) this.#assignments.set(mine.n, { revealed_at: Date.now() });
      return this.#assignments.of(id, person);
    });
  }

  sendBack(id: string, note: string): KeptAssignment {
    return this.#ledger.write('labels', () => {
      const { state, n } = this.#assignments.any(id);
      if (state !== 'submitted' && state !== 'returned')
        throw new AppError('conflict', 'Only a submitted label can be sent back.');
      const at = Date.now();
      this.#assignments.set(n, { state: 'returned', return_note: note, returned_at: at, changed_at: at });
      return this.#assignments.any(id);
    });
  }

  release(id: string): KeptAssignment {
    return this.#ledger.write('labels', () => {
      const { state, n } = this.#assignments.any(id);
      if (state === 'reserved') this.#assignments.set(n, { state: 'expired', changed_at: Date.now() });
      return this.#assignments.any(id);
    });
  }

  /** A run joined an item: what was said of the item is said of it too. */
  tellOf(
    item: number,
    run: string,
    meansOf: (assignment: KeptAssignment, doc: LabelDoc) => LabelOutcome | null,
  ) {
    const statements = kept(this.#ledger.catalog);
    const given = statements
      .prepare<[number], { id: string; doc: string }>(
        `SELECT a.id, s.doc FROM annotation_assignments AS a
         JOIN annotation_submissions AS s ON s.assignment = a.n AND s.current = 1
         WHERE a.item = ? AND a.kind = 'work' AND a.round = 0`,
      )
      .all(item);
    for (const { id, doc } of given) {
      const assignment = this.#assignments.any(id);
      const label = readDoc(doc);
      this.#tellRun(run, assignment, meansOf(assignment, label), label);
    }
  }

  #put(mine: KeptAssignment, submitting: Submitting, at: number): Submitted {
    const { catalog } = this.#ledger;
    const id = newId();
    const version = mine.version + 1;
    // 2: stood before this one; 0: taken back.
    kept(catalog)
      .prepare('UPDATE annotation_submissions SET current = 2 WHERE assignment = ? AND current = 1')
      .run(mine.n);
    catalog.run(
      catalog.query.insertInto('annotation_submissions').values({
        id,
        assignment: mine.n,
        version,
        key: submitting.key,
        doc: JSON.stringify(submitting.doc),
        schema_version: mine.schemaVersion,
        guidelines_version: mine.guidelinesVersion,
        active_ms: Math.max(mine.activeMs, submitting.activeMs),
        at,
        revealed: mine.revealedAtMs !== null || submitting.mayHaveLooked ? 1 : 0,
        current: 1,
      }),
    );
    const first = mine.submittedAtMs ?? at;
    // A reviewer's return opens it anew; an onboarding item was answered with what is right.
    const since = mine.state === 'returned' ? at : first;
    const minutes = mine.queue.kind === 'onboarding' ? 0 : mine.queue.settings.editMinutes;
    this.#assignments.set(mine.n, {
      state: 'submitted',
      version,
      submitted_at: first,
      edit_until: since + minutes * MINUTE_MS,
      changed_at: at,
      reserved_until: null,
    });
    this.#tellLibrary(mine, submitting.means, submitting.doc);
    this.#assignments.renewAll(mine.queue, mine.person, at);
    const assignment = this.#assignments.of(mine.id, mine.person);
    return { id, version, atMs: at, assignment, again: false };
  }

  /** @throws AppError conflict */
  #checkOpen(mine: KeptAssignment, at: number): void {
    const { queue, item, state } = mine;
    if (item.removed) throw closed(mine);
    switch (state) {
      // Closing gives nothing more out; who holds an item may end it.
      case 'reserved':
      case 'returned':
        return;
      case 'submitted':
        if (queue.state === 'closed') throw closed(mine);
        if (mine.editableUntilMs === null || at > mine.editableUntilMs) throw windowEnded();
        return;
      case 'skipped':
        throw new AppError(
          'conflict',
          'You skipped this item. Open it again to label it; your draft is kept.',
        );
      case 'expired':
        if (queue.state !== 'closed' && this.#assignments.isFree(mine)) return;
        throw notHeld(mine);
    }
  }

  /** @throws AppError conflict with `details.draft` */
  #checkBase(mine: KeptAssignment, baseRevision: number): void {
    if (mine.revision === baseRevision) return;
    throw new AppError(
      'conflict',
      'This item was saved elsewhere since, perhaps in another tab. Choose which text to keep.',
      {
        details: {
          draft: { revision: mine.revision, doc: mine.draft ?? EMPTY_LABEL, savedAtMs: mine.savedAtMs },
        },
      },
    );
  }

  #write(mine: KeptAssignment, { doc, activeMs }: DraftSave, at: number): void {
    this.#assignments.set(mine.n, {
      draft: JSON.stringify(doc),
      revision: mine.revision + 1,
      saved_at: at,
      active_ms: Math.max(mine.activeMs, activeMs),
    });
  }

  #countSkip(n: number): void {
    kept(this.#ledger.catalog)
      .prepare('UPDATE annotation_assignments SET skips = skips + 1 WHERE n = ?')
      .run(n);
  }

  #versions(assignment: number): SubmissionRow[] {
    const { catalog } = this.#ledger;
    const query = catalog.query
      .selectFrom('annotation_submissions')
      .selectAll()
      .where('assignment', '=', assignment);
    return catalog.all(query.orderBy('version', 'desc'));
  }

  #setCurrent(submission: number, current: number): void {
    kept(this.#ledger.catalog)
      .prepare('UPDATE annotation_submissions SET current = ? WHERE n = ?')
      .run(current, submission);
  }

  /** The outcome in the library of runs, of the item's run and of those that are the same. Work alone counts there. */
  #tellLibrary(mine: KeptAssignment, means: LabelOutcome | null, doc: LabelDoc): void {
    if (mine.kind !== 'work' || mine.round !== 0 || mine.item.otherRun !== null) return;
    const statements = kept(this.#ledger.catalog);
    const joined = statements
      .prepare<[number], { run: string }>('SELECT run FROM annotation_item_runs WHERE item = ?')
      .all(mine.item.n);
    for (const run of [mine.item.run, ...joined.map((each) => each.run)])
      this.#tellRun(run, mine, means, doc);
    this.#placeAgain(mine);
  }

  /** Where disputed runs come first, what was just said may dispute this one. */
  #placeAgain({ queue, item }: KeptAssignment): void {
    const { ordering, seed } = queue.settings;
    if (ordering !== 'uncertain') return;
    const { catalog } = this.#ledger;
    const place = placeOf(catalog, { ordering, seed, run: item.run, rank: () => 0 });
    kept(catalog).prepare('UPDATE annotation_items SET place = ? WHERE n = ?').run(place, item.n);
  }

  #tellRun(run: string, { name, item }: KeptAssignment, outcome: LabelOutcome | null, doc: LabelDoc): void {
    const { catalog } = this.#ledger;
    const episode = kept(catalog)
      .prepare<[string], { n: number }>('SELECT n FROM episodes WHERE id = ?')
      .get(run);
    if (episode === undefined) return;
    const why = doc.rationale.slice(0, NOTE);
    const note =
      run === item.run ? why || null : `Labelled once for run ${item.run.slice(0, 8)}. ${why}`.trim();
    writeLabel(catalog, episode.n, { by: name, source: 'queue', outcome, note });
  }
}

/** Of an item whose time ran out. */
function notHeld(mine: KeptAssignment): AppError {
  const { item, queue } = mine;
  if (item.removed) return closed(mine);
  const why =
    queue.state === 'closed'
      ? 'Your reservation ran out, and the queue was closed. Your draft is kept, and comes back to you if the queue is opened again.'
      : 'Your reservation ran out, and this item has its labels or is with others now. Your draft is kept, and comes back to you if the item becomes free.';
  return new AppError('conflict', why);
}

function closed({ queue, item }: KeptAssignment): AppError {
  const why = item.removed
    ? 'This item was taken out of its queue.'
    : queue.state === 'paused'
      ? 'This queue is paused.'
      : 'This queue is closed.';
  return new AppError('conflict', `${why} Your draft is kept.`);
}

function windowEnded(): AppError {
  return new AppError(
    'conflict',
    'The time in which this label could be changed has ended. A reviewer can send it back to you.',
  );
}
