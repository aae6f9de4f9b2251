import type { WireCell } from '../../lib/contracts/evidence.ts';
import { toCsv } from '../cells/index.ts';

/** What spreadsheets take for the beginning of a formula, also after they cut spaces. */
const FORMULA = /^\s*[=+\-@]|^[\t\r]/;

interface SafeCsv {
  readonly text: string;
  /** Texts that got an apostrophe before them. */
  readonly guarded: number;
}

/**
 * Rows as CSV (RFC 4180) that is safe to open in a spreadsheet: a database is written by untrusted code, and a text like
 * `=HYPERLINK(…)` would run there. Such texts get an apostrophe before them; numbers stay as they are. Their count is told,
 * so that nobody takes the apostrophes for data.
 */
export function toSafeCsv(columns: readonly string[], rows: readonly (readonly WireCell[])[]): SafeCsv {
  let guarded = 0;
  const guardText = (text: string): string => {
    if (!FORMULA.test(text)) return text;
    guarded += 1;
    return `'${text}`;
  };
  const guard = (cell: WireCell): WireCell => {
    if (typeof cell === 'string') return guardText(cell);
    if (cell !== null && typeof cell === 'object' && 't' in cell) return { ...cell, t: guardText(cell.t) };
    return cell;
  };
  const text = toCsv(
    columns.map(guardText),
    rows.map((row) => row.map(guard)),
  );
  return { text, guarded };
}
