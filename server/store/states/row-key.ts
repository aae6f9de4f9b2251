import { keyText } from '../../../lib/domain/rows.ts';
import type { StateTable } from './state.ts';
import type { CellAt } from './sqlite-file.ts';

/**
 * The text that names a row: its primary key where there is one without NULL, else its rowid. SQLite lets keys of rowid
 * tables be NULL, any number of times.
 */
export function rowKey(table: StateTable, cell: CellAt): string {
  const { primaryKey, rowidColumn, withoutRowid } = table.def;
  if (rowidColumn !== null) return `i${String(table.rowid(cell))}`;
  if (primaryKey.length > 0) {
    const key = table.values(cell, primaryKey);
    if (withoutRowid || !key.includes(null)) return keyText(key);
  }
  return `#${String(table.rowid(cell))}`;
}

/** The rowid that a key names; undefined where it names a row by its primary key. */
export function keyRowid(table: StateTable, key: string): bigint | undefined {
  const match = (table.def.rowidColumn === null ? /^#(-?\d{1,19})$/ : /^i(-?\d{1,19})$/).exec(key);
  return match?.[1] === undefined || table.def.withoutRowid ? undefined : BigInt(match[1]);
}

/** The row that a key names. */
export function findRow(table: StateTable, key: string): CellAt | undefined {
  const rowid = keyRowid(table, key);
  if (rowid !== undefined) {
    const cell = table.find(rowid);
    return cell !== undefined && rowKey(table, cell) === key ? cell : undefined;
  }
  return table.cells().find((cell) => rowKey(table, cell) === key);
}
