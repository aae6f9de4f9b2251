import type { Catalog } from '../catalog.ts';

export interface ItemChanges {
  readonly item: (n: number) => void;
  readonly all: () => void;
  /** A fork or what-if of a run is there, or was played to its end. */
  readonly forked: (parent: string, child: string) => void;
}

const OF_ITEM = ['INSERT', 'UPDATE OF state, version, revealed_at', 'DELETE'] as const;

/**
 * Tells at once, whoever writes, what may hide runs or show them: triggers of this connection alone, so that nothing of it is on
 * disk. What is told of a write that is rolled back is looked at for nothing.
 */
export function watchItems({ raw }: Catalog, changes: ItemChanges): void {
  raw.function('hiding_item_changed', (n) => {
    changes.item(Number(n));
    return 0;
  });
  raw.function('hiding_changed', () => {
    changes.all();
    return 0;
  });
  raw.function('run_forked', (parent, child) => {
    changes.forked(String(parent), String(child));
    return 0;
  });
  const triggers = [
    ...OF_ITEM.map((event) => ofItem(event, 'annotation_assignments', 'item')),
    ...['INSERT', 'UPDATE OF run, other_run, removed_at, submitted, overlap, gold, targeted', 'DELETE'].map(
      (event) => ofItem(event, 'annotation_items', 'n'),
    ),
    ...['INSERT', 'DELETE'].map((event) => ofItem(event, 'annotation_item_runs', 'item')),
    ...['INSERT', 'DELETE'].map((event) => ofItem(event, 'annotation_item_people', 'item')),
    ...['INSERT', 'DELETE'].map((event) => ofAll(event, 'annotation_members')),
    ...['UPDATE OF state, everyone', 'DELETE'].map((event) => ofAll(event, 'annotation_queues')),
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

function ofItem(event: string, table: string, column: string): string {
  const row = event === 'DELETE' ? 'old' : 'new';
  return trigger(event, table, '', `hiding_item_changed(${row}.${column})`);
}

function ofAll(event: string, table: string): string {
  return trigger(event, table, '', 'hiding_changed()');
}

function trigger(event: string, table: string, when: string, call: string): string {
  const name = `hiding_${table}_${event.slice(0, 6).toLowerCase()}`;
  return `CREATE TEMP TRIGGER ${name} AFTER ${event} ON main.${table} ${when} BEGIN SELECT ${call}; END;`;
}
