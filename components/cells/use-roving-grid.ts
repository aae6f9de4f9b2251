'use client';

import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const PAGE_ROWS = 10;
/** Frames that a row which was out of sight may take until it is drawn. */
const MAX_FRAMES = 20;

interface Place {
  readonly row: number;
  readonly col: number;
}

interface RovingGridOptions {
  readonly rowCount: number;
  /** Cells of a row; 0 where it cannot be entered. */
  readonly colCount: (row: number) => number;
  /** Brings a row that is not drawn into sight. */
  readonly reveal?: (row: number) => void;
  /** Rows that are drawn: the tab stop stays among them. */
  readonly drawn?: { readonly start: number; readonly end: number };
  /** Keys of the grid's own, asked first; true where one was taken. */
  readonly onKey?: (event: KeyboardEvent<HTMLElement>, place: Place) => boolean;
}

interface RovingGrid {
  readonly active: Place;
  /** For the grid's element. */
  readonly gridProps: {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
  /** For a cell's element. */
  readonly cellProps: (
    row: number,
    col: number,
  ) => { readonly 'data-row': number; readonly 'data-col': number; readonly tabIndex: 0 | -1 };
}

/**
 * One tab stop for a whole grid or tree: arrows, Home, End and the page keys move it, Enter follows the cell's link or
 * presses its button. Links and buttons in cells take `tabIndex={-1}`.
 */
export function useRovingGrid(options: RovingGridOptions): RovingGrid {
  const { rowCount, colCount, reveal, drawn, onKey } = options;
  const [at, setAt] = useState<Place>({ row: 0, col: 0 });
  const row = clamp(at.row, drawn?.start ?? 0, Math.min(drawn?.end ?? rowCount - 1, rowCount - 1));
  const enterable = colCount(row) > 0 ? row : nextRow(row, 1, rowCount, colCount);
  const active = { row: enterable, col: Math.min(at.col, Math.max(0, colCount(enterable) - 1)) };

  function go(grid: HTMLElement, place: Place): void {
    const target = { row: place.row, col: Math.min(place.col, Math.max(0, colCount(place.row) - 1)) };
    setAt(target);
    reveal?.(target.row);
    focusWhenDrawn(grid, target, 0);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const cell = cellOf(event.target);
    if (cell === null || event.defaultPrevented || event.altKey || event.metaKey) return;
    const place = { row: Number(cell.dataset['row']), col: Number(cell.dataset['col']) };
    if (onKey?.(event, place) === true) {
      event.preventDefault();
      return;
    }
    if (event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      if (event.target !== cell) return;
      const inner = cell.querySelector<HTMLElement>('a, button');
      if (inner === null) return;
      event.preventDefault();
      inner.click();
      return;
    }
    const target = targetOf(event.key, event.ctrlKey, place, rowCount, colCount);
    if (target === null) return;
    event.preventDefault();
    go(event.currentTarget, target);
  }

  return {
    active,
    gridProps: {
      onKeyDown,
      onFocus: (event) => {
        const cell = cellOf(event.target);
        if (cell === null) return;
        const place = { row: Number(cell.dataset['row']), col: Number(cell.dataset['col']) };
        if (place.row !== at.row || place.col !== at.col) setAt(place);
      },
    },
    cellProps: (r, c) => ({
      'data-row': r,
      'data-col': c,
      tabIndex: r === active.row && c === active.col ? 0 : -1,
    }),
  };
}

function cellOf(target: EventTarget): HTMLElement | null {
  if (!(target instanceof HTMLElement) || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return null;
  return target.closest<HTMLElement>('[data-row]');
}

function targetOf(
  key: string,
  ctrl: boolean,
  { row, col }: Place,
  rowCount: number,
  colCount: (row: number) => number,
): Place | null {
  const cols = colCount(row);
  switch (key) {
    case 'ArrowDown':
      return { row: nextRow(row + 1, 1, rowCount, colCount), col };
    case 'ArrowUp':
      return { row: nextRow(row - 1, -1, rowCount, colCount), col };
    case 'ArrowRight':
      return { row, col: Math.min(cols - 1, col + 1) };
    case 'ArrowLeft':
      return { row, col: Math.max(0, col - 1) };
    case 'PageDown':
      return { row: nextRow(row + PAGE_ROWS, -1, rowCount, colCount), col };
    case 'PageUp':
      return { row: nextRow(row - PAGE_ROWS, 1, rowCount, colCount), col };
    case 'Home':
      return ctrl ? { row: nextRow(0, 1, rowCount, colCount), col: 0 } : { row, col: 0 };
    case 'End':
      return ctrl ? { row: nextRow(rowCount - 1, -1, rowCount, colCount), col } : { row, col: cols - 1 };
    default:
      return null;
  }
}

/** The first row from `row` on, in a direction, that can be entered; else the nearest the other way. */
function nextRow(row: number, by: 1 | -1, rowCount: number, colCount: (row: number) => number): number {
  const start = clamp(row, 0, rowCount - 1);
  for (let at = start; at >= 0 && at < rowCount; at += by) if (colCount(at) > 0) return at;
  for (let at = start; at >= 0 && at < rowCount; at -= by) if (colCount(at) > 0) return at;
  return start;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function focusWhenDrawn(grid: HTMLElement, { row, col }: Place, frame: number): void {
  const cell = grid.querySelector<HTMLElement>(`[data-row="${row}"][data-col="${col}"]`);
  if (cell !== null) {
    cell.focus({ preventScroll: false });
    return;
  }
  if (frame < MAX_FRAMES) requestAnimationFrame(() => focusWhenDrawn(grid, { row, col }, frame + 1));
}
