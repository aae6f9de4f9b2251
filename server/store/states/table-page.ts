import { AppError } from '../../../lib/contracts/errors.ts';
import type { TablePage, TableQuery } from '../../../lib/contracts/evidence.ts';
import { compareCells } from '../../../lib/domain/cell-order.ts';
import type { Cell } from '../../../lib/domain/rows.ts';
import { cellKey, toWireCell } from '../../../lib/domain/wire-cell.ts';
import { columnAt, Labels } from './labels.ts';
import { rowKey } from './row-key.ts';
import type { CellAt } from './sqlite-file.ts';
import type { State, StateTable } from './state.ts';
import { tableInfo } from './table-infos.ts';

/** @throws UnreadableState; AppError not_found, invalid_request */
export function tablePage(state: State, name: string, query: TableQuery): TablePage {
  const table = readable(state, name);
  const cells = sorted(table, filtered(table, query), query);
  const shown = cells.slice(query.offset, query.offset + query.limit);
  const labels = new Labels(state);
  const rows = shown.map((cell) => {
    const row = table.row(cell);
    labels.want(table.def, row);
    return { key: rowKey(table, cell), cells: row.map(toWireCell) };
  });
  const next = query.offset + shown.length;
  return {
    state: 'ok',
    table: tableInfo(table, state.tables()),
    total: cells.length,
    rows,
    nextOffset: shown.length > 0 && next < cells.length ? next : null,
    labels: labels.found(),
  };
}

/** @throws AppError not_found; invalid_request for what has rows only by running its SQL */
export function readable(state: State, name: string): StateTable {
  const table = state.table(name);
  if (table !== undefined) return table;
  const object = state.object(name);
  if (object === undefined) throw new AppError('not_found', `There is no table ${name} in this state`);
  const kind = object.type === 'view' ? 'a view' : 'a virtual table or part of one';
  throw new AppError(
    'invalid_request',
    `${name} is ${kind}: its rows come from running SQL. Use SQL: SELECT * FROM "${name.replaceAll('"', '""')}"`,
  );
}

function filtered(table: StateTable, { search, column, value }: TableQuery): CellAt[] {
  if ((column === undefined) !== (value === undefined))
    throw new AppError('invalid_request', 'A filter needs both column and value');
  let cells = table.cells();
  if (column !== undefined && value !== undefined) {
    const at = known(table, column);
    cells = cells.filter((cell) => matches(table.values(cell, [at])[0] ?? null, value));
  }
  const wanted = search?.toLowerCase() ?? '';
  if (wanted === '') return cells;
  return cells.filter((cell) => table.row(cell).some((item) => searchText(item).includes(wanted)));
}

/** The value that a link names: its text, or the same number. */
function matches(cell: Cell, value: string): boolean {
  if (cell === null) return false;
  if (cellKey(toWireCell(cell)) === value) return true;
  if (typeof cell === 'object') return false;
  return isNumeric(value) && isNumeric(String(cell)) && Number(cell) === Number(value);
}

function isNumeric(text: string): boolean {
  return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text);
}

function searchText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell.toLowerCase();
  return typeof cell === 'object' ? cell.hex : (cellKey(toWireCell(cell)) ?? '').toLowerCase();
}

function sorted(table: StateTable, cells: CellAt[], { sort, dir }: TableQuery): CellAt[] {
  if (sort === undefined) return dir === 'desc' ? cells.reverse() : cells;
  const column = known(table, sort);
  const sign = dir === 'desc' ? -1 : 1;
  return cells
    .map((cell) => ({ cell, value: table.values(cell, [column])[0] ?? null }))
    .sort((a, b) => sign * compareCells(a.value, b.value))
    .map(({ cell }) => cell);
}

function known(table: StateTable, column: string): number {
  const at = columnAt(table.def, column);
  if (at === undefined)
    throw new AppError('invalid_request', `Table ${table.name} has no column ${column} in this state`);
  return at;
}
