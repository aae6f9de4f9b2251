import type { QueueItem } from '../../../lib/contracts/annotation/queue-admin.ts';
import type { AssignmentState } from '../../../lib/contracts/annotation/queues.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { Catalog } from '../catalog.ts';
import type { AssignmentRow, ItemRow } from '../schema.ts';
import { STUCK } from './queues.ts';
import { keptItem, readDoc } from './rows.ts';
import type { ItemFilter, KeptQueue } from './types.ts';

const ASSIGNED = (states: string) =>
  `EXISTS (SELECT 1 FROM annotation_assignments AS a WHERE a.item = i.n AND a.state IN (${states}))`;

const WHICH: Readonly<Record<ItemFilter, string>> = {
  all: 'i.removed_at IS NULL',
  work: 'i.removed_at IS NULL AND i.gold IS NULL',
  gold: 'i.removed_at IS NULL AND i.gold IS NOT NULL',
  untouched: 'i.removed_at IS NULL AND i.submitted = 0 AND i.taken = 0',
  in_work: 'i.removed_at IS NULL AND i.gold IS NULL AND i.taken > 0 AND i.submitted < i.overlap',
  full: 'i.removed_at IS NULL AND i.gold IS NULL AND i.submitted >= i.overlap',
  skipped: `i.removed_at IS NULL AND ${ASSIGNED("'skipped'")}`,
  removed: 'i.removed_at IS NOT NULL',
};

type Line = ItemRow & { readonly stuck: number };
type Assigned = AssignmentRow &
  Pick<LabelDoc, 'outcome' | 'preference'> & { readonly revealed: number | null };

/** Items of a queue as their lead sees them. */
export class ItemPages {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  page(
    queue: KeptQueue,
    which: ItemFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ) {
    const { raw } = this.#catalog;
    const total = raw
      .prepare<[number], { n: number }>(
        `SELECT count(*) AS n FROM annotation_items AS i WHERE i.queue = ? AND ${WHICH[which]}`,
      )
      .get(queue.n);
    const rows = raw
      .prepare<[number, number, number], Line>(
        `SELECT i.*, ${STUCK} AS stuck FROM annotation_items AS i WHERE i.queue = ? AND ${WHICH[which]}
         ORDER BY i.scenario, i.task_idx, i.path, i.n LIMIT ? OFFSET ?`,
      )
      .all(queue.n, limit, offset);
    return { items: rows.map((row) => this.#item(row)), total: total?.n ?? 0 };
  }

  one(n: number): QueueItem | undefined {
    const row = this.#catalog.raw
      .prepare<[number], Line>(`SELECT i.*, ${STUCK} AS stuck FROM annotation_items AS i WHERE i.n = ?`)
      .get(n);
    return row && this.#item(row);
  }

  #item(row: Line): QueueItem {
    const { raw } = this.#catalog;
    const assigned = raw
      .prepare<[number], Assigned>(
        `SELECT a.*, json_extract(s.doc, '$.outcome') AS outcome, json_extract(s.doc, '$.preference') AS preference, s.revealed
         FROM annotation_assignments AS a
         LEFT JOIN annotation_submissions AS s ON s.assignment = a.n AND s.current = 1 WHERE a.item = ? ORDER BY a.n`,
      )
      .all(row.n);
    const joined = raw
      .prepare<[number], { run: string }>('SELECT run FROM annotation_item_runs WHERE item = ? ORDER BY run')
      .all(row.n);
    const people = raw
      .prepare<[number], { person: string }>(
        'SELECT person FROM annotation_item_people WHERE item = ? ORDER BY person',
      )
      .all(row.n);
    const item = keptItem(row);
    return {
      id: item.id,
      run: item.run,
      otherRun: item.otherRun,
      scenario: item.scenario,
      taskIdx: item.taskIdx,
      kind: row.gold === null ? 'work' : 'gold',
      gold: row.gold === null ? null : readDoc(row.gold),
      goldWhy: item.goldWhy,
      identical: joined.map(({ run }) => run),
      removed: item.removed,
      stuck: row.stuck === 1,
      people: people.map(({ person }) => person),
      assignments: assigned.map((each) => ({
        id: each.id,
        person: each.person,
        name: each.name,
        kind: each.kind as QueueItem['assignments'][number]['kind'],
        state: each.state as AssignmentState,
        atMs: each.changed_at,
        reservedUntilMs: each.reserved_until,
        hasDraft: each.revision > 0,
        skipReason: each.skip_reason,
        versions: each.version,
        outcome: each.outcome,
        preference: each.preference,
        returnNote: each.return_note,
        revealed: each.revealed_at !== null || each.revealed === 1,
      })),
    };
  }
}
