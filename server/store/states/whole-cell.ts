import { AppError } from '../../../lib/contracts/errors.ts';
import type { WholeCell } from '../../../lib/contracts/evidence.ts';
import { cellKey, toWireCell } from '../../../lib/domain/wire-cell.ts';
import { columnAt } from './labels.ts';
import { findRow } from './row-key.ts';
import type { State } from './state.ts';
import { readable } from './table-page.ts';

/** Characters of text, or bytes of a blob, in one answer. */
const WHOLE = 1 << 20;

/** @throws AppError not_found */
export function wholeCell(
  state: State,
  { table: name, key, column }: { readonly table: string; readonly key: string; readonly column: string },
): WholeCell {
  const table = readable(state, name);
  const at = columnAt(table.def, column);
  const found = findRow(table, key);
  if (found === undefined) throw new AppError('not_found', `Table ${name} has no row ${key} in this state`);
  if (at === undefined)
    throw new AppError('not_found', `Table ${name} has no column ${column} in this state`);
  const cell = table.values(found, [at])[0] ?? null;
  if (cell !== null && typeof cell === 'object')
    return { kind: 'blob', text: cell.hex.slice(0, 2 * WHOLE), complete: cell.hex.length <= 2 * WHOLE };
  const text = typeof cell === 'string' ? cell : (cellKey(toWireCell(cell)) ?? '');
  return { kind: 'text', text: text.slice(0, WHOLE).toWellFormed(), complete: text.length <= WHOLE };
}
