import { AppError } from '../../../lib/contracts/errors.ts';
import type { QueueCounts } from '../../../lib/contracts/annotation/queue-admin.ts';
import { kept } from './kept-statements.ts';
import { newId, type Ledger } from './ledger.ts';
import type { QueueRow } from '../schema.ts';
import { keptQueue } from './rows.ts';
import type { KeptQueue, NewQueue, PersonCounts, QueueChange, Who } from './types.ts';

const FREE = 'removed_at IS NULL AND gold IS NULL AND taken < overlap';

/** An item that somebody may get still, and that everybody who could has skipped. Of items `i` of queue `@queue`. */
export const STUCK = `(i.removed_at IS NULL AND i.gold IS NULL AND i.taken < i.overlap
  AND EXISTS (SELECT 1 FROM annotation_assignments AS a WHERE a.item = i.n AND a.state = 'skipped')
  AND NOT EXISTS (SELECT 1 FROM annotation_queues AS q WHERE q.n = i.queue AND q.everyone = 1 AND i.targeted = 0
    AND (SELECT count(DISTINCT person) FROM annotation_assignments AS a WHERE a.queue = i.queue)
      > (SELECT count(*) FROM annotation_assignments AS a WHERE a.item = i.n AND a.round = 0))
  AND NOT EXISTS (SELECT 1 FROM annotation_members AS m WHERE m.queue = i.queue AND i.targeted = 0
    AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS a
      WHERE a.item = i.n AND a.person = m.person AND a.round = 0 AND a.state <> 'expired'))
  AND NOT EXISTS (SELECT 1 FROM annotation_item_people AS p WHERE p.item = i.n
    AND NOT EXISTS (SELECT 1 FROM annotation_assignments AS a
      WHERE a.item = i.n AND a.person = p.person AND a.round = 0 AND a.state <> 'expired')))`;

export class Queues {
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  add(queue: NewQueue, by: Who): KeptQueue {
    const { catalog } = this.#ledger;
    const id = newId();
    this.#ledger.write('labels', () =>
      catalog.run(
        catalog.query.insertInto('annotation_queues').values({
          id,
          project: queue.project,
          name: queue.name,
          kind: queue.kind,
          state: 'open',
          source: queue.source === null ? null : JSON.stringify(queue.source),
          settings: JSON.stringify(queue.settings),
          overlap: queue.settings.overlap,
          everyone: queue.everyone ? 1 : 0,
          onboarding: queue.onboarding,
          relabels: queue.relabels,
          made_by: by.name,
          made_at: Date.now(),
        }),
      ),
    );
    return this.get(id);
  }

  list(project?: string): KeptQueue[] {
    const { catalog } = this.#ledger;
    const all = catalog.query.selectFrom('annotation_queues').selectAll().orderBy('n', 'desc');
    return catalog.all(project === undefined ? all : all.where('project', '=', project)).map(keptQueue);
  }

  /** @throws AppError not_found */
  get(id: string): KeptQueue {
    const { catalog } = this.#ledger;
    const row = catalog.get(catalog.query.selectFrom('annotation_queues').selectAll().where('id', '=', id));
    if (row === undefined) throw new AppError('not_found', 'There is no such queue.');
    return keptQueue(row);
  }

  byNumber(n: number): KeptQueue {
    const row = kept(this.#ledger.catalog)
      .prepare<[number], QueueRow>('SELECT * FROM annotation_queues WHERE n = ?')
      .get(n);
    if (row === undefined) throw new AppError('not_found', 'There is no such queue.');
    return keptQueue(row);
  }

  change(id: string, change: QueueChange): KeptQueue {
    const { catalog } = this.#ledger;
    const queue = this.get(id);
    const { settings, source, everyone, filledTo, ...plain } = change;
    const set = {
      ...plain,
      ...(settings && { settings: JSON.stringify(settings), overlap: settings.overlap }),
      ...(source !== undefined && { source: source === null ? null : JSON.stringify(source) }),
      ...(everyone !== undefined && { everyone: everyone ? 1 : 0 }),
      ...(filledTo !== undefined && { filled_to: filledTo }),
    };
    if (Object.keys(set).length === 0) return queue;
    // That a view was read further is nothing that anybody sees.
    const isRead = Object.keys(set).every((key) => key === 'filled_to');
    this.#ledger.write(isRead ? 'draft' : 'labels', () => {
      catalog.run(catalog.query.updateTable('annotation_queues').set(set).where('n', '=', queue.n));
      if (settings)
        catalog.run(
          catalog.query
            .updateTable('annotation_items')
            .set({ overlap: settings.overlap })
            .where('queue', '=', queue.n)
            .where('overlap', '<>', settings.overlap),
        );
    });
    return this.get(id);
  }

  counts({ n }: KeptQueue): QueueCounts {
    const statements = kept(this.#ledger.catalog);
    const items = statements
      .prepare<[number], Pick<QueueCounts, 'items' | 'gold' | 'wanted' | 'submitted' | 'done' | 'removed'>>(
        `SELECT count(*) FILTER (WHERE removed_at IS NULL AND gold IS NULL) AS items,
           count(*) FILTER (WHERE removed_at IS NULL AND gold IS NOT NULL) AS gold,
           coalesce(sum(overlap) FILTER (WHERE removed_at IS NULL AND gold IS NULL), 0) AS wanted,
           coalesce(sum(submitted) FILTER (WHERE removed_at IS NULL AND gold IS NULL), 0) AS submitted,
           count(*) FILTER (WHERE removed_at IS NULL AND gold IS NULL AND submitted >= overlap) AS done,
           count(*) FILTER (WHERE removed_at IS NOT NULL) AS removed
         FROM annotation_items WHERE queue = ?`,
      )
      .get(n);
    const assigned = statements
      .prepare<[number, number], Pick<QueueCounts, 'reserved' | 'returned' | 'skips'>>(
        `SELECT count(*) FILTER (WHERE state = 'reserved' AND reserved_until >= ?) AS reserved,
           count(*) FILTER (WHERE state = 'returned') AS returned, coalesce(sum(skips), 0) AS skips
         FROM annotation_assignments WHERE queue = ?`,
      )
      .get(Date.now(), n);
    const count = (sql: string) => statements.prepare<[number], { n: number }>(sql).get(n)?.n ?? 0;
    const joined = count(
      `SELECT count(*) AS n FROM annotation_item_runs AS r JOIN annotation_items AS i ON i.n = r.item
       WHERE r.queue = ? AND i.removed_at IS NULL AND i.gold IS NULL`,
    );
    const stuck =
      (assigned?.skips ?? 0) === 0
        ? 0
        : count(`SELECT count(*) AS n FROM annotation_items AS i WHERE i.queue = ? AND ${FREE} AND ${STUCK}`);
    const none = { items: 0, gold: 0, wanted: 0, submitted: 0, done: 0, removed: 0 };
    const idle = { reserved: 0, returned: 0, skips: 0 };
    return { ...none, ...items, ...idle, ...assigned, runs: (items?.items ?? 0) + joined, stuck };
  }

  people({ n }: KeptQueue): PersonCounts[] {
    const statements = kept(this.#ledger.catalog);
    return statements
      .prepare<[number, number, number], Omit<PersonCounts, 'member'> & { member: number }>(
        `SELECT person, max(name) AS name, max(member) AS member, sum(submitted) AS submitted, sum(reserved) AS reserved,
           sum(skipped) AS skipped, sum(returned) AS returned, max(lastAtMs) AS lastAtMs
         FROM (SELECT person, name, 1 AS member, 0 AS submitted, 0 AS reserved, 0 AS skipped, 0 AS returned, NULL AS lastAtMs
           FROM annotation_members WHERE queue = ?
           UNION ALL
           SELECT person, max(name), 0, sum(state IN ('submitted', 'returned')),
             sum(state = 'reserved' AND reserved_until >= ?), sum(state = 'skipped'), sum(state = 'returned'), max(changed_at)
           FROM annotation_assignments WHERE queue = ? GROUP BY person)
         GROUP BY person ORDER BY name, person`,
      )
      .all(n, Date.now(), n)
      .map((row) => ({ ...row, member: row.member === 1 }));
  }

  isMember({ n }: KeptQueue, person: string): boolean {
    return (
      kept(this.#ledger.catalog)
        .prepare('SELECT 1 FROM annotation_members WHERE queue = ? AND person = ?')
        .get(n, person) !== undefined
    );
  }

  /** What somebody held who is no member any more goes back; drafts and labels stay. */
  changeMembers(queue: KeptQueue, add: readonly Who[], remove: readonly string[]): void {
    const { catalog } = this.#ledger;
    const at = Date.now();
    this.#ledger.write('labels', () => {
      for (const { id, name } of add)
        catalog.run(
          catalog.query
            .insertInto('annotation_members')
            .values({ queue: queue.n, person: id, name, at })
            .onConflict((on) => on.columns(['queue', 'person']).doUpdateSet({ name })),
        );
      for (const person of remove) {
        catalog.run(
          catalog.query
            .deleteFrom('annotation_members')
            .where('queue', '=', queue.n)
            .where('person', '=', person),
        );
        catalog.run(
          catalog.query
            .updateTable('annotation_assignments')
            .set({ state: 'expired', changed_at: at })
            .where('queue', '=', queue.n)
            .where('person', '=', person)
            .where('state', '=', 'reserved'),
        );
      }
    });
  }
}
