import { beginning } from '../../../lib/domain/beginning.ts';
import type { Column } from './columns.ts';
import type { Cell } from './export-context.ts';

const TEXT = 400;
const LIST = 6;

/** A row as JSON text, long texts and lists cut. */
export function previewLine(columns: readonly Column[], cells: Readonly<Record<string, Cell>>): string {
  return JSON.stringify(
    Object.fromEntries(columns.map(({ name }) => [name, shortened(cells[name] ?? null)])),
  );
}

function shortened(cell: Cell): Cell {
  if (typeof cell === 'string') return beginning(cell, TEXT);
  if (cell === null || typeof cell !== 'object') return cell;
  if (Array.isArray(cell)) {
    const items = (cell as readonly Cell[]).slice(0, LIST).map(shortened);
    return cell.length > LIST ? [...items, `… ${String(cell.length - LIST)} more`] : items;
  }
  return Object.fromEntries(Object.entries(cell).map(([name, value]) => [name, shortened(value)]));
}
