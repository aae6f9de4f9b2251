import type { ChangeSet, RowChange, SchemaChange, TableChange } from '../../lib/contracts/evidence.ts';
import type { TableLayout } from './layout.ts';

/** One line of the grid of changes. `last`: the end of its table's card. */
export type Item = { readonly id: string; readonly last: boolean } & (
  | { readonly kind: 'table'; readonly table: TableChange; readonly open: boolean }
  | { readonly kind: 'columns'; readonly table: TableChange; readonly layout: TableLayout }
  | {
      readonly kind: 'row';
      readonly table: TableChange;
      readonly row: RowChange;
      readonly layout: TableLayout;
      readonly open: boolean;
    }
  | { readonly kind: 'blame'; readonly table: TableChange; readonly row: RowChange; readonly column: number }
  | { readonly kind: 'details'; readonly table: TableChange; readonly row: RowChange }
  | { readonly kind: 'more'; readonly table: TableChange; readonly shown: number; readonly offset: number }
  | { readonly kind: 'schemaHead'; readonly count: number }
  | { readonly kind: 'schema'; readonly change: SchemaChange }
);

export interface ItemOptions {
  /** Tables with all their rows that are loaded, and where they go on. */
  readonly tables: readonly TableChange[];
  readonly layouts: ReadonlyMap<string, TableLayout>;
  readonly folded: ReadonlySet<string>;
  /** Rows whose details are open, by `rowId`. */
  readonly opened: ReadonlySet<string>;
  readonly hideTimestamps: boolean;
  /** Says who wrote cells before. */
  readonly blamed: boolean;
}

/** Up to this many updated rows say by themselves who wrote their cells before; others when they are opened. */
const BLAMED_ROWS = 5;
const BLAMED_COLUMNS = 3;

export function rowId(table: string, key: string): string {
  return `${table}\n${key}`;
}

type Loose = Item extends infer I ? (I extends Item ? Omit<I, 'last'> : never) : never;

/** The lines of a change set, top to bottom. */
export function itemsOf(changes: ChangeSet, options: ItemOptions): readonly Item[] {
  const updated = options.tables.reduce((sum, table) => sum + table.updated, 0);
  const cards: Loose[][] = [];
  if (changes.schema.length > 0) {
    cards.push([
      { id: 'schema', kind: 'schemaHead', count: changes.schema.length },
      ...changes.schema.map((change, i): Loose => ({ id: `schema ${i}`, kind: 'schema', change })),
    ]);
  }
  for (const table of options.tables)
    cards.push(cardOf(table, options, options.blamed && updated <= BLAMED_ROWS));
  return cards.flatMap((card) =>
    card.map((item, index): Item => ({ ...item, last: index === card.length - 1 })),
  );
}

function cardOf(table: TableChange, options: ItemOptions, blamed: boolean): Loose[] {
  const { name } = table;
  const open = !options.folded.has(name);
  const card: Loose[] = [{ id: `table ${name}`, kind: 'table', table, open }];
  const layout = options.layouts.get(name);
  if (!open || layout === undefined) return card;
  if (layout.template !== null) card.push({ id: `columns ${name}`, kind: 'columns', table, layout });
  for (const row of table.rows) {
    const id = rowId(name, row.key);
    const opened = options.opened.has(id);
    card.push({ id: `row ${id}`, kind: 'row', table, row, layout, open: opened });
    if (opened) card.push({ id: `details ${id}`, kind: 'details', table, row });
    else if (blamed && row.kind === 'updated') {
      for (const column of blamedColumns(table, row, options.hideTimestamps)) {
        card.push({ id: `blame ${id} ${column}`, kind: 'blame', table, row, column });
      }
    }
  }
  if (table.nextOffset !== null) {
    const shown = table.rows.length;
    card.push({ id: `more ${name}`, kind: 'more', table, shown, offset: table.nextOffset });
  }
  return card;
}

function blamedColumns(table: TableChange, row: RowChange, hideTimestamps: boolean): readonly number[] {
  const columns = row.changed.filter((i) => !hideTimestamps || table.columns[i]?.rowTimestamp !== true);
  return columns.slice(0, BLAMED_COLUMNS);
}
