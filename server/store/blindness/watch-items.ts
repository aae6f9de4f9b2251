import type { Catalog } from '../catalog.ts';

export interface ItemChanges {
  /** `person`: whom alone it concerns; null: everybody. */
  readonly item: (n: number, person: string | null) => void;
  readonly all: (person: string | null) => void;
  /** A fork or what-if of a run is there, or was played to its end. */
  readonly forked: (parent: string, child: string) => void;
}

/** What one labels changes what others may get only once the item's overlap is full. */
const OTHERWISE_ITEM = `WHEN (old.submitted < old.overlap) <> (new.submitted < new.overlap) OR old.run <> new.run
  OR old.other_run <> new.other_run OR old.removed_at IS NOT new.removed_at OR old.gold IS NOT new.gold OR old.targeted <> new.targeted`;

/**
 * Tells at once, whoever writes, what may hide runs or show them: triggers of this connection alone, so that nothing of it is on
 * disk. What is told of a write that is rolled back is looked at for nothing.
 */
export function watchItems({ raw }: Catalog, changes: ItemChanges): void {
  raw.function('hiding_item_changed', (n, person) => {
    changes.item(Number(n), person === null ? null : String(person));
    return 0;
  });
  raw.function('hiding_changed', (person) => {
    changes.all(person === null ? null : String(person));
    return 0;
  });
  raw.function('run_forked', (parent, child) => {
    changes.forked(String(parent), String(child));
    return 0;
  });
  const triggers = [
    ...['INSERT', 'UPDATE OF state, version, revealed_at', 'DELETE'].map((event) =>
      ofItem(event, 'annotation_assignments', 'item', 'person'),
    ),
    ofItem('INSERT', 'annotation_items', 'n', null),
    ofItem('DELETE', 'annotation_items', 'n', null),
    ofItem(
      'UPDATE OF run, other_run, removed_at, submitted, overlap, gold, targeted',
      'annotation_items',
      'n',
      null,
      OTHERWISE_ITEM,
    ),
    ...['INSERT', 'DELETE'].map((event) => ofItem(event, 'annotation_item_runs', 'item', null)),
    ...['INSERT', 'DELETE'].map((event) => ofItem(event, 'annotation_item_people', 'item', 'person')),
    ...['INSERT', 'DELETE'].map((event) => ofAll(event, 'annotation_members', 'person')),
    ...['UPDATE OF state, everyone', 'DELETE'].map((event) => ofAll(event, 'annotation_queues', null)),
    ...['INSERT', 'UPDATE OF ended_at'].map((event) =>
      trigger(
        event,
        'episodes',
        'WHEN new.parent_id IS NOT NULL AND (new.baseline = 0 OR new.ended_at IS NOT NULL)',
        'run_forked(new.parent_id, new.id)',
      ),
    ),
  ];
  raw.exec(triggers.join('\n'));
}

function ofItem(event: string, table: string, item: string, person: string | null, when = ''): string {
  return trigger(event, table, when, `hiding_item_changed(${rowOf(event)}.${item}, ${whom(event, person)})`);
}

function ofAll(event: string, table: string, person: string | null): string {
  return trigger(event, table, '', `hiding_changed(${whom(event, person)})`);
}

function whom(event: string, person: string | null): string {
  return person === null ? 'NULL' : `${rowOf(event)}.${person}`;
}

function rowOf(event: string): 'old' | 'new' {
  return event === 'DELETE' ? 'old' : 'new';
}

function trigger(event: string, table: string, when: string, call: string): string {
  const name = `hiding_${table}_${event.slice(0, 6).toLowerCase()}`;
  return `CREATE TEMP TRIGGER ${name} AFTER ${event} ON main.${table} ${when} BEGIN SELECT ${call}; END;`;
}
