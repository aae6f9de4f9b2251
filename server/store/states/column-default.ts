import { sqlTokens } from '../../../lib/domain/sql-tokens.ts';
import type { Cell } from '../../../lib/domain/rows.ts';

/**
 * The value that SQLite gives a row written before its column was added: ADD COLUMN takes literals only, and so does this;
 * null for everything else.
 */
export function columnDefault(sql: string | null, type: string): Cell {
  if (sql === null) return null;
  const tokens = sqlTokens(sql);
  const signs = tokens.filter(({ kind, text }) => kind === 'symbol' && (text === '-' || text === '+'));
  const [value, ...more] = tokens.slice(signs.length);
  if (value === undefined || more.length > 0) return null;
  const negative = signs.filter(({ text }) => text === '-').length % 2 === 1;
  const cell = literal(value, negative);
  return cell === undefined ? null : withAffinity(cell, type);
}

const WORDS = new Map<string, Cell>([
  ['true', 1n],
  ['false', 0n],
  ['null', null],
]);

function literal({ kind, text }: ReturnType<typeof sqlTokens>[number], negative: boolean): Cell | undefined {
  switch (kind) {
    case 'number':
      return number(text, negative);
    case 'blob':
      return { hex: text.toLowerCase() };
    case 'string':
    case 'quoted':
      return text;
    case 'word':
      return WORDS.get(text.toLowerCase());
    case 'symbol':
      return undefined;
  }
}

function number(text: string, negative: boolean): Cell {
  if (!/^(?:\d+|0x[0-9a-f]+)$/i.test(text)) return negative ? -Number(text) : Number(text);
  const hex = /^0x/i.test(text);
  const whole = hex ? BigInt.asIntN(64, BigInt(text)) : BigInt(text);
  const signed = negative ? -whole : whole;
  return BigInt.asIntN(64, signed) === signed ? signed : Number(signed);
}

/** https://www.sqlite.org/datatype3.html: what the column makes of the value. */
function withAffinity(cell: Cell, type: string): Cell {
  if (cell === null || typeof cell === 'object') return cell;
  if (/int/i.test(type)) return numeric(cell);
  if (/char|clob|text/i.test(type)) return typeof cell === 'string' ? cell : String(cell);
  if (type === '' || /blob/i.test(type)) return cell;
  const value = numeric(cell);
  return /real|floa|doub/i.test(type) && typeof value === 'bigint' ? Number(value) : value;
}

function numeric(cell: bigint | number | string): Cell {
  if (typeof cell === 'bigint') return cell;
  if (typeof cell === 'number')
    return Number.isSafeInteger(cell) && !Object.is(cell, -0) ? BigInt(cell) : cell;
  const text = cell.trim();
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return cell;
  return number(text.replace(/^[+-]/, ''), text.startsWith('-'));
}
