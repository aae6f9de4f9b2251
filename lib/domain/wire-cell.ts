import { CELL_LIMIT, type WireCell } from '../contracts/evidence.ts';
import { floatRepr } from '../util/python-repr.ts';
import type { Cell } from './rows.ts';

/** A stored value as the REST interface carries it; long ones as their beginning. */
export function toWireCell(cell: Cell): WireCell {
  if (cell === null) return null;
  if (typeof cell === 'bigint') {
    const number = Number(cell);
    return Number.isSafeInteger(number) ? number : { i: cell.toString() };
  }
  if (typeof cell === 'number') return { r: floatRepr(cell) };
  if (typeof cell === 'string') return clipText(cell);
  return { x: cell.hex.slice(0, 2 * CELL_LIMIT), bytes: cell.hex.length / 2 };
}

function clipText(text: string): WireCell {
  if (text.length <= CELL_LIMIT) return text;
  const characters = Array.from(text);
  if (characters.length <= CELL_LIMIT) return text;
  return { t: characters.slice(0, CELL_LIMIT).join(''), length: characters.length };
}

/** The text of a value where it names a row: in links, in filters and among labels. Null has none. */
export function cellKey(cell: WireCell): string | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if ('r' in cell) return cell.r;
  if ('i' in cell) return cell.i;
  if ('x' in cell) return cell.x;
  return cell.t;
}
