import type { TableColumn, WireCell } from '../../lib/contracts/evidence.ts';

export type CellKind = 'null' | 'text' | 'integer' | 'real' | 'blob';

export function cellKind(cell: WireCell): CellKind {
  if (cell === null) return 'null';
  if (typeof cell === 'string') return 'text';
  if (typeof cell === 'number') return 'integer';
  if ('r' in cell) return 'real';
  if ('i' in cell) return 'integer';
  return 'x' in cell ? 'blob' : 'text';
}

/** What is there of a cell as text, to copy and to measure: NULL is `NULL`, a blob its SQL literal. */
export function cellText(cell: WireCell): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if ('r' in cell) return cell.r;
  if ('i' in cell) return cell.i;
  if ('x' in cell) return `x'${cell.x}'`;
  return cell.t;
}

/** Only the beginning of the value was sent. */
export function isCut(cell: WireCell): boolean {
  if (cell === null || typeof cell !== 'object') return false;
  if ('t' in cell) return true;
  return 'x' in cell && cell.x.length < 2 * cell.bytes;
}

export function isNumber(cell: WireCell): boolean {
  const kind = cellKind(cell);
  return kind === 'integer' || kind === 'real';
}

/** SQLite's own rule for the affinity of a declared type. */
export function isNumericColumn(column: TableColumn): boolean {
  return /INT|REAL|FLOA|DOUB|NUMERIC|DECIMAL|BOOL/i.test(column.type) && !/CHAR|CLOB|TEXT/i.test(column.type);
}

/** A text that would be taken for something else if it stood there bare. */
export function needsQuotes(text: string, column: TableColumn | undefined): boolean {
  if (text === '' || /^\s|\s$/.test(text)) return true;
  if (text === 'NULL') return true;
  return column !== undefined && isNumericColumn(column) && /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(text);
}

/** `-12.0`, `+3`: what a number became less what it was, as exactly as both are written; null where that says nothing. */
export function deltaText(was: WireCell, now: WireCell): string | null {
  if (!isNumber(was) || !isNumber(now)) return null;
  const [from, to] = [cellText(was), cellText(now)];
  // Yes and no.
  if (/^[01]$/.test(from) && /^[01]$/.test(to)) return null;
  if (/^-?\d+$/.test(from) && /^-?\d+$/.test(to)) return signed(String(BigInt(to) - BigInt(from)));
  const decimals = Math.max(decimalsOf(from), decimalsOf(to));
  if (!Number.isFinite(decimals)) return null;
  const delta = Number(to) - Number(from);
  return Number.isFinite(delta) ? signed(delta.toFixed(Math.min(decimals, 12))) : null;
}

function decimalsOf(text: string): number {
  const match = /^-?\d+(?:\.(\d+))?$/.exec(text);
  return match === null ? Number.NaN : (match[1]?.length ?? 0);
}

function signed(text: string): string {
  return text.startsWith('-') ? text : `+${text}`;
}

/** Rows as CSV (RFC 4180): NULL is nothing at all, the empty text is `""`. */
export function toCsv(columns: readonly string[], rows: readonly (readonly WireCell[])[]): string {
  const lines = [columns.map(csvText), ...rows.map((row) => row.map(csvCell))];
  return lines.map((line) => line.join(',')).join('\r\n') + '\r\n';
}

function csvCell(cell: WireCell): string {
  return cell === null ? '' : csvText(cellText(cell));
}

function csvText(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
