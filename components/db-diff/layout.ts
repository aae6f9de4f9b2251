import type {
  RowChange,
  RowLabels,
  TableChange,
  TableColumn,
  WireCell,
} from '../../lib/contracts/evidence.ts';
import { cellKey } from '../../lib/domain/wire-cell.ts';
import { cellText, deltaText } from '../cells/index.ts';

/** Advance of the mono font at 12 px, of its 11 px heads, and of the text font at 12 px. */
const MONO_PX = 7.25;
const HEAD_PX = 6.7;
const TEXT_PX = 6.4;
const PADDING_PX = 16;
const MIN_PX = 40;
const MAX_PX = 240;
const MAX_CHANGED_PX = 340;
const GLYPH_PX = 26;
/** The end of a row, where the folded columns are counted. */
const MORE_PX = 104;
const LONG_CHARS = 60;
/** Narrower than this, a row is a list of its columns. */
const LIST_BELOW_PX = 560;
/** Rows that are looked at for the widths. */
const MEASURED_ROWS = 200;

export interface TableLayout {
  /** Positions of the columns that are shown, in the table's order. */
  readonly columns: readonly number[];
  /** CSS `grid-template-columns`; null: each row is a list. */
  readonly template: string | null;
}

interface LayoutOptions {
  readonly width: number;
  readonly hideTimestamps: boolean;
  readonly labels: RowLabels;
}

/** Chooses the columns that say most, as many as fit: keys, what changed, references, names, then what has a value. */
export function layoutTable(
  table: TableChange,
  rows: readonly RowChange[],
  { width, hideTimestamps, labels }: LayoutOptions,
): TableLayout {
  const measured = rows.slice(0, MEASURED_ROWS);
  const ranked = table.columns
    .map((column, index) => ({ index, rank: rankOf(column, index, measured, hideTimestamps) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.index - b.index);
  if (width < LIST_BELOW_PX) {
    return { columns: ranked.map(({ index }) => index).sort((a, b) => a - b), template: null };
  }
  const widths = new Map<number, number>();
  let left = width - GLYPH_PX - MORE_PX;
  for (const { index } of ranked) {
    const column = table.columns[index];
    if (column === undefined) continue;
    const px = widthOf(column, index, measured, labels);
    if (px > left && widths.size > 0) continue;
    widths.set(index, px);
    left -= px;
  }
  const columns = [...widths.keys()].sort((a, b) => a - b);
  const tracks = columns.map((index) => `${Math.ceil(widths.get(index) ?? MIN_PX)}px`);
  return { columns, template: [`${GLYPH_PX}px`, ...tracks, `minmax(${MORE_PX}px, 1fr)`].join(' ') };
}

function rankOf(
  column: TableColumn,
  index: number,
  rows: readonly RowChange[],
  hideTimestamps: boolean,
): number {
  if (column.primaryKey > 0) return 100;
  if (column.rowTimestamp && hideTimestamps) return 0;
  if (rows.some((row) => row.kind === 'updated' && row.changed.includes(index))) return 90;
  const values = rows.map((row) => (row.after ?? row.before)?.[index] ?? null);
  if (values.every((value) => value === null)) return 0;
  if (column.references !== null) return 60;
  if (/^(name|title|label|email|symbol|code|slug)$|_name$/i.test(column.name)) return 55;
  if (rows.every((row) => row.kind === 'updated')) return 0;
  return values.some((value) => cellText(value).length > LONG_CHARS) ? 30 : 50;
}

function widthOf(column: TableColumn, index: number, rows: readonly RowChange[], labels: RowLabels): number {
  let widest = column.name.length * HEAD_PX;
  let most = MAX_PX;
  for (const row of rows) {
    const changed = row.kind === 'updated' && row.changed.includes(index);
    if (changed) most = MAX_CHANGED_PX;
    const px = changed
      ? changePx(row.before?.[index] ?? null, row.after?.[index] ?? null)
      : valuePx((row.after ?? row.before)?.[index] ?? null, column, labels);
    widest = Math.max(widest, px);
    if (widest >= most) break;
  }
  return Math.max(MIN_PX, Math.min(most, widest) + PADDING_PX);
}

function valuePx(cell: WireCell, column: TableColumn, labels: RowLabels): number {
  const value = cellText(cell).length * MONO_PX;
  const key = cellKey(cell);
  if (column.references === null || key === null) return value;
  const label = labels[column.references.table]?.[key] ?? '';
  // Room for "new, above".
  return value + Math.max(label.length, 10) * TEXT_PX + 6;
}

function changePx(was: WireCell, now: WireCell): number {
  const delta = deltaText(was, now)?.length ?? 0;
  return (cellText(was).length + cellText(now).length + delta + 4) * MONO_PX;
}

/** Columns of a row that its line leaves out: of them those that changed, and how many of these hold only its times. */
export function foldedOf(
  table: TableChange,
  row: RowChange,
  layout: TableLayout,
): { readonly columns: number; readonly changed: number; readonly timestamps: number } {
  const shown = new Set(layout.columns);
  const folded = table.columns.flatMap((_, index) => (shown.has(index) ? [] : [index]));
  const isTime = (index: number): boolean => table.columns[index]?.rowTimestamp === true;
  const changed = row.kind === 'updated' ? folded.filter((index) => row.changed.includes(index)) : [];
  return {
    columns: folded.length,
    changed: changed.filter((index) => !isTime(index)).length,
    timestamps: changed.filter(isTime).length,
  };
}

/** Cells of rows' own times that are not shown: those that changed, and the values of new and deleted rows. */
export function countTimestamps(tables: readonly TableChange[]): number {
  let count = 0;
  for (const { columns, rows } of tables) {
    for (const row of rows) {
      for (const index of row.changed) {
        const value = (row.after ?? row.before)?.[index] ?? null;
        if (columns[index]?.rowTimestamp === true && value !== null) count += 1;
      }
    }
  }
  return count;
}
