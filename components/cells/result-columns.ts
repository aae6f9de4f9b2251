import type { WireCell } from '../../lib/contracts/evidence.ts';
import { cellText, isNumber } from './cell-text.ts';
import type { GridColumn } from './data-grid.tsx';

/** Columns of a query's result for the grid, as wide as what they hold; numbers stand at the right. */
export function resultColumns(
  columns: readonly string[],
  rows: readonly (readonly WireCell[])[],
): GridColumn[] {
  return columns.map((name, index) => ({
    // Two columns of a query may have one name.
    id: `${index}/${name}`,
    head: name,
    headChars: name.length,
    chars: rows.reduce((longest, row) => Math.max(longest, cellText(row[index] ?? null).length), 0),
    right: rows.length > 0 && rows.every((row) => isNumber(row[index] ?? null) || row[index] === null),
  }));
}
