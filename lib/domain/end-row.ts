import { labelColumn } from './column-hints.ts';
import type { EndCell, EndRow } from './end-rows.ts';
import { sameCell } from './rows.ts';
import type { Cell, Row, TableRows } from './rows.ts';

/** One line of the normalised form, with the rows that it was made from. */
export type Difference = { readonly line: string; readonly name: string } & (
  | { readonly kind: 'schema' }
  | {
      readonly kind: 'added' | 'changed';
      readonly key: string;
      readonly table: TableRows;
      readonly row: Row;
      readonly seed?: Row | undefined;
      /** Normalised, one per column. */
      readonly cells: readonly string[];
    }
  | {
      readonly kind: 'removed';
      readonly key: string;
      readonly table: TableRows | undefined;
      readonly seed: Row | undefined;
    }
);

/** Characters of a cell that are kept for reading. */
const SHOWN_CELL = 200;

export function endRow(difference: Difference): EndRow {
  const { kind, line, name } = difference;
  if (kind === 'schema')
    return { line, kind, table: name.slice(0, SHOWN_CELL), key: null, label: null, cells: [] };
  const { table, key, seed } = difference;
  const label = table === undefined ? null : labelOf(table, kind === 'removed' ? seed : difference.row);
  const row = { line, kind, table: name, key: kind === 'added' ? null : shownKey(key), label };
  if (kind === 'removed') return { ...row, cells: [] };
  const cells = difference.cells.flatMap((text, i): EndCell[] => {
    const column = difference.table.columns[i] ?? '';
    const mark = text.charAt(column.length);
    if (kind === 'added' && text === `${column}=key`) return [];
    const value = difference.row[i] ?? null;
    // What the clock or chance wrote differs from run to run.
    const now =
      mark === '~' ? text.slice(column.length + 1, column.length + 1 + SHOWN_CELL) : shownCell(value);
    if (kind === 'added') return [{ column, now }];
    const was = seed?.[i] ?? null;
    return sameCell(value, was) ? [] : [{ column, was: shownCell(was), now }];
  });
  return { ...row, cells };
}

/** `i4` of a key's text → `4`; the parts of a composed one with commas. */
function shownKey(key: string): string {
  const plain = (text: string) => (/^[irtxn]/.test(text) ? text.slice(1) : text);
  if (!key.startsWith('[')) return plain(key).slice(0, SHOWN_CELL);
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts)
    ? parts
        .map((part) => plain(String(part)))
        .join(', ')
        .slice(0, SHOWN_CELL)
    : key;
}

function shownCell(cell: Cell): string | null {
  if (cell === null) return null;
  return (typeof cell === 'object' ? `x'${cell.hex}'` : String(cell)).slice(0, SHOWN_CELL);
}

/** What people call the row, where a text column says it. */
function labelOf({ columns, primaryKey, foreignKeys }: TableRows, row: Row | undefined): string | null {
  const at = labelColumn(
    columns.map((name, i) => ({
      name,
      type: typeof row?.[i] === 'string' ? 'text' : '',
      primaryKey: primaryKey.includes(i) ? 1 : 0,
      defaultSql: null,
      references: foreignKeys.some(({ column }) => column === i) ? true : null,
    })),
  );
  const cell = at === null ? null : row?.[at];
  return typeof cell === 'string' && cell !== '' ? cell.slice(0, 80) : null;
}
