import { AppError } from '../../../lib/contracts/errors.ts';
import type { AssignmentRow } from '../schema.ts';
import { Chooser } from './choose.ts';
import type { Items } from './items.ts';
import { kept as keptStatements } from './kept-statements.ts';
import { newId, type Ledger } from './ledger.ts';
import type { Queues } from './queues.ts';
import { keptAssignment } from './rows.ts';
import type { KeptAssignment, KeptQueue, MyCounts, OnboardingScore, Picked, Versions, Who } from './types.ts';

/** Items that a person holds in a queue at a time: the one on the screen and the one that is fetched ahead. */
const HELD = 2;
const MINUTE_MS = 60_000;

/** Who has which item. */
export class Assignments {
  readonly #ledger: Ledger;
  readonly #queues: Queues;
  readonly #items: Items;
  readonly #chooser: Chooser;

  constructor(ledger: Ledger, queues: Queues, items: Items) {
    this.#ledger = ledger;
    this.#queues = queues;
    this.#items = items;
    this.#chooser = new Chooser(ledger.catalog);
  }

  /** @throws AppError not_found */
  any(id: string): KeptAssignment {
    return this.kept(this.#rows('SELECT * FROM annotation_assignments WHERE id = @id', { id })[0]);
  }

  /** For others it is not there. @throws AppError not_found */
  of(id: string, person: string): KeptAssignment {
    const found = this.any(id);
    if (found.person !== person) throw notFound();
    return found;
  }

  kept(row: AssignmentRow | undefined): KeptAssignment {
    if (row === undefined) throw notFound();
    return keptAssignment(row, this.#queues.byNumber(row.queue), this.#items.byNumber(row.item));
  }

  next(queue: KeptQueue, who: Who, versions: Versions, after: string | null): Picked {
    const at = Date.now();
    let changes = 0;
    const picked = this.#ledger.write('draft', (): Picked => {
      changes += this.expire(queue, at);
      const round = this.round(queue, who.id);
      const held = this.#held(queue, who.id, round);
      const other = held.find(({ id }) => id !== after);
      if (other !== undefined) return { kind: 'assignment', assignment: this.kept(other) };
      if (held.filter(({ state }) => state === 'reserved').length >= HELD)
        return { kind: 'none', why: 'all_reserved' };
      if (this.#shareLeft(queue, who.id) === 0) return { kind: 'none', why: 'limit' };
      const number = this.#lastNumber(queue, who.id) + 1;
      const chosen = this.#chooser.next(queue, who.id, number, round);
      if (chosen === undefined) return { kind: 'none', why: this.#whyNone(queue, who.id) };
      changes += 1;
      const until = at + queue.settings.reservationMinutes * MINUTE_MS;
      const old = this.#rows(
        'SELECT * FROM annotation_assignments WHERE item = @item AND person = @person AND round = @round',
        { item: chosen.item.n, person: who.id, round: chosen.round },
      )[0];
      const { catalog } = this.#ledger;
      if (old !== undefined) {
        this.set(old.n, { state: 'reserved', reserved_until: until, changed_at: at });
        return { kind: 'assignment', assignment: this.any(old.id) };
      }
      const id = newId();
      catalog.run(
        catalog.query.insertInto('annotation_assignments').values({
          id,
          other_alias: chosen.item.other_run === '' ? null : newId(),
          queue: queue.n,
          item: chosen.item.n,
          person: who.id,
          name: who.name,
          kind: chosen.kind,
          round: chosen.round,
          number,
          state: 'reserved',
          reserved_until: until,
          changed_at: at,
          skip_reason: null,
          schema_version: versions.schema,
          guidelines_version: versions.guidelines,
          draft: this.#firstDraft(chosen.item.n, who.id),
          saved_at: null,
          submitted_at: null,
          edit_until: null,
          return_note: null,
          returned_at: null,
          revealed_at: null,
        }),
      );
      return { kind: 'assignment', assignment: this.any(id) };
    });
    // Asked again for what they hold already, nothing is new to others.
    if (changes > 0) this.#ledger.changed();
    return picked;
  }

  #whyNone(queue: KeptQueue, person: string): 'empty' | 'not_yours' | 'done' | 'all_reserved' {
    if (this.#chooser.isHeldByOthers(queue, person)) return 'all_reserved';
    const { submitted, skipped } = this.myCounts(queue, person);
    if (submitted + skipped > 0) return 'done';
    return this.#chooser.isEmpty(queue) ? 'empty' : 'not_yours';
  }

  held(queue: KeptQueue, person: string, after: string | null): KeptAssignment | undefined {
    const expired = this.#ledger.write('draft', () => this.expire(queue, Date.now()));
    if (expired > 0) this.#ledger.changed();
    const row = this.#held(queue, person, this.round(queue, person)).find(({ id }) => id !== after);
    return row && this.kept(row);
  }

  before({ queue, person, number }: KeptAssignment): KeptAssignment | undefined {
    const row = this.#rows(
      `SELECT * FROM annotation_assignments WHERE queue = @queue AND person = @person AND number < @number
       ORDER BY number DESC LIMIT 1`,
      { queue: queue.n, person, number },
    )[0];
    return row && this.kept(row);
  }

  myCounts(queue: KeptQueue, person: string): MyCounts {
    const found = keptStatements(this.#ledger.catalog)
      .prepare<object, Omit<MyCounts, 'left'>>(
        `SELECT coalesce(sum(state IN ('submitted', 'returned')), 0) AS submitted, coalesce(sum(state = 'skipped'), 0) AS skipped,
           coalesce(sum(state = 'returned'), 0) AS returned,
           coalesce(sum(state = 'reserved' AND reserved_until >= @at), 0) AS reserved,
           coalesce(sum((kind = 'work' OR @onboarding) AND (state <> 'expired')), 0) AS work
         FROM annotation_assignments WHERE queue = @queue AND person = @person AND (NOT @onboarding OR round = @round)`,
      )
      .get({
        queue: queue.n,
        person,
        at: Date.now(),
        onboarding: queue.kind === 'onboarding' ? 1 : 0,
        round: this.round(queue, person),
      });
    const free = this.#chooser.left(queue, person);
    const share = this.#shareLeft(queue, person);
    const left = free === null || share === null ? (share ?? free) : Math.min(free, share);
    return { submitted: 0, skipped: 0, returned: 0, reserved: 0, work: 0, ...found, left };
  }

  /** Labels that a person may still begin in a queue; null: no limit. Checks of their own work do not count. */
  #shareLeft({ n, kind, settings }: KeptQueue, person: string): number | null {
    if (settings.perPerson === 0 || kind === 'onboarding') return null;
    const sql = `SELECT count(*) AS n FROM annotation_assignments
      WHERE queue = ? AND person = ? AND kind = 'work' AND state IN ('reserved', 'submitted', 'returned')`;
    const begun = keptStatements(this.#ledger.catalog)
      .prepare<[number, string], { n: number }>(sql)
      .get(n, person)?.n;
    return Math.max(0, settings.perPerson - (begun ?? 0));
  }

  goldItems(queue: KeptQueue): number {
    return (
      keptStatements(this.#ledger.catalog)
        .prepare<[number], { n: number }>(
          'SELECT count(*) AS n FROM annotation_items WHERE queue = ? AND gold IS NOT NULL AND removed_at IS NULL',
        )
        .get(queue.n)?.n ?? 0
    );
  }

  mine(queue: KeptQueue, person: string, page: { readonly offset: number; readonly limit: number }) {
    const which = `queue = @queue AND person = @person
      AND (state IN ('submitted', 'skipped', 'returned') OR (state = 'expired' AND revision > 0))`;
    const asked = { queue: queue.n, person, ...page };
    const total = keptStatements(this.#ledger.catalog)
      .prepare<object, { n: number }>(`SELECT count(*) AS n FROM annotation_assignments WHERE ${which}`)
      .get(asked)?.n;
    const rows = this.#rows(
      `SELECT * FROM annotation_assignments WHERE ${which} ORDER BY changed_at DESC, number DESC LIMIT @limit OFFSET @offset`,
      asked,
    );
    return { items: rows.map((row) => this.kept(row)), total: total ?? 0 };
  }

  /** Reservations whose time ran out are ended. Whoever writes about a queue calls it first, inside the transaction. Returns how many. */
  expire({ n }: KeptQueue, at: number): number {
    return keptStatements(this.#ledger.catalog)
      .prepare(
        "UPDATE annotation_assignments SET state = 'expired' WHERE queue = ? AND state = 'reserved' AND reserved_until < ?",
      )
      .run(n, at).changes;
  }

  /** Whether a place is free for somebody who holds none: work alone has places. */
  isFree({ kind, item, queue }: KeptAssignment): boolean {
    if (item.removed) return false;
    if (kind !== 'work') return true;
    const row = keptStatements(this.#ledger.catalog)
      .prepare<[number], { taken: number }>('SELECT taken FROM annotation_items WHERE n = ?')
      .get(item.n);
    return row !== undefined && row.taken < queue.settings.overlap;
  }

  /** Renews what the person holds in the queue: also what was fetched ahead. */
  renewAll(queue: KeptQueue, person: string, at: number): void {
    keptStatements(this.#ledger.catalog)
      .prepare(
        `UPDATE annotation_assignments SET reserved_until = ? WHERE queue = ? AND person = ? AND state = 'reserved'`,
      )
      .run(at + queue.settings.reservationMinutes * MINUTE_MS, queue.n, person);
  }

  /** Takes an expired item up again where it is free; says whether it is held now. */
  hold(assignment: KeptAssignment, at: number): boolean {
    const { queue, person, state } = assignment;
    if (state === 'expired') {
      if (queue.state === 'closed' || !this.isFree(assignment)) return false;
      this.set(assignment.n, { state: 'reserved', changed_at: at });
    }
    this.renewAll(queue, person, at);
    return state !== 'skipped';
  }

  set(n: number, to: Partial<Omit<AssignmentRow, 'n'>>): void {
    const { catalog } = this.#ledger;
    catalog.run(catalog.query.updateTable('annotation_assignments').set(to).where('n', '=', n));
  }

  round(queue: KeptQueue, person: string): number {
    if (queue.kind !== 'onboarding') return 0;
    return (
      keptStatements(this.#ledger.catalog)
        .prepare<[number, string], { round: number }>(
          'SELECT round FROM annotation_onboarding WHERE queue = ? AND person = ?',
        )
        .get(queue.n, person)?.round ?? 0
    );
  }

  onboarding(queue: KeptQueue, person: string): OnboardingScore {
    const round = this.round(queue, person);
    const labels = keptStatements(this.#ledger.catalog)
      .prepare<object, { item: string; doc: string; gold: string }>(
        `SELECT i.id AS item, s.doc, i.gold FROM annotation_assignments AS a
         JOIN annotation_items AS i ON i.n = a.item AND i.gold IS NOT NULL AND i.removed_at IS NULL
         JOIN annotation_submissions AS s ON s.assignment = a.n AND s.version = 1
         WHERE a.queue = @queue AND a.person = @person AND a.round = @round ORDER BY a.number`,
      )
      .all({ queue: queue.n, person, round });
    return {
      round,
      total: this.goldItems(queue),
      labels: labels.map(({ item, doc, gold }) => ({
        item,
        doc: JSON.parse(doc) as OnboardingScore['labels'][number]['doc'],
        gold: JSON.parse(gold) as OnboardingScore['labels'][number]['gold'],
      })),
    };
  }

  retryOnboarding(queue: KeptQueue, person: string): void {
    this.#ledger.write('labels', () => {
      keptStatements(this.#ledger.catalog)
        .prepare(
          `INSERT INTO annotation_onboarding (queue, person, round) VALUES (?, ?, ?)
           ON CONFLICT (queue, person) DO UPDATE SET round = excluded.round`,
        )
        .run(queue.n, person, this.round(queue, person) + 1);
    });
  }

  #held(queue: KeptQueue, person: string, round: number): AssignmentRow[] {
    return this.#rows(
      `SELECT * FROM annotation_assignments WHERE queue = @queue AND person = @person
       AND state IN ('returned', 'reserved') AND (state = 'returned' OR round >= @round) ORDER BY state = 'returned', number`,
      { queue: queue.n, person, round: queue.kind === 'onboarding' ? round : 0 },
    );
  }

  #lastNumber(queue: KeptQueue, person: string): number {
    return (
      keptStatements(this.#ledger.catalog)
        .prepare<[number, string], { n: number | null }>(
          'SELECT max(number) AS n FROM annotation_assignments WHERE queue = ? AND person = ?',
        )
        .get(queue.n, person)?.n ?? 0
    );
  }

  #firstDraft(item: number, person: string): string | null {
    return (
      keptStatements(this.#ledger.catalog)
        .prepare<[number, string], { draft: string | null }>(
          'SELECT draft FROM annotation_item_people WHERE item = ? AND person = ?',
        )
        .get(item, person)?.draft ?? null
    );
  }

  #rows(sql: string, values: object): AssignmentRow[] {
    return keptStatements(this.#ledger.catalog).prepare<unknown[], AssignmentRow>(sql).all(values);
  }
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such item among yours.');
}
