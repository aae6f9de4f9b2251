import { createContext, useContext } from 'react';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { ChangeSet, RowLabels, TableColumn, WireCell } from '../../lib/contracts/evidence.ts';
import { cellKey } from '../../lib/domain/wire-cell.ts';
import type { DiffRange } from './diff-range.ts';

/** What every line of one grid of changes needs. */
export interface GridContext {
  /** Null: the states are of two runs, and nobody is blamed. */
  readonly viewed: Viewed | null;
  /** The episodes of the older and the newer state. */
  readonly records: { readonly before: string; readonly after: string };
  readonly range: DiffRange;
  readonly labels: RowLabels;
  /** Rows that came with the change: position of their table, by `table\nvalue of its key`. */
  readonly newRows: ReadonlyMap<string, number>;
  /** Position of a table among the changed ones. */
  readonly positions: ReadonlyMap<string, number>;
  readonly toggleTable: (name: string) => void;
  readonly toggleRow: (id: string) => void;
}

const Context = createContext<GridContext | null>(null);
export const GridProvider = Context.Provider;

export function useGrid(): GridContext {
  const context = useContext(Context);
  if (context === null) throw new Error('Lines of changes are drawn inside their grid.');
  return context;
}

/** The rows that a change set inserted, by the value that references name them with. */
export function newRowsOf(changes: ChangeSet): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  changes.tables.forEach(({ name, columns, rows: changed }, position) => {
    const keys = columns.flatMap((column, index) => (column.primaryKey > 0 ? [index] : []));
    const [key] = keys;
    if (keys.length !== 1 || key === undefined) return;
    for (const row of changed) {
      const value = row.kind === 'inserted' ? cellKey(row.after?.[key] ?? null) : null;
      if (value !== null) rows.set(`${name}\n${value}`, position);
    }
  });
  return rows;
}

export type NewNote = 'changes.newAbove' | 'changes.newBelow' | 'changes.newHere';

/** Where the row that a reference names came with this change: above, below or in the same table. */
export function newNote(
  grid: GridContext,
  table: string,
  column: TableColumn,
  cell: WireCell,
): NewNote | undefined {
  const value = cellKey(cell);
  if (column.references === null || value === null) return undefined;
  const there = grid.newRows.get(`${column.references.table}\n${value}`);
  const here = grid.positions.get(table);
  if (there === undefined || here === undefined) return undefined;
  if (there === here) return 'changes.newHere';
  return there < here ? 'changes.newAbove' : 'changes.newBelow';
}
