import Database from 'better-sqlite3';
import type { Cell } from '../../../lib/domain/rows.ts';
import { sqlTokens } from '../../../lib/domain/sql-tokens.ts';
import type { SqlToken } from '../../../lib/domain/sql-tokens.ts';

/**
 * Virtual generated columns. Their values are in no file: SQLite computes them from expressions that the file's author
 * wrote, and nothing could stop one that runs long. So an expression is computed only where its every word is known to be
 * quick; columns with others are left out of rows (the table's SQL tells them, and a query shows them).
 */
const QUICK = new Set(
  (
    'abs cast coalesce date datetime ifnull iif julianday length lower ltrim max min nullif round rtrim sign strftime ' +
    'substr substring time trim typeof unixepoch upper and as between case else end in is isnull not notnull null or ' +
    'then true false when integer int real text numeric'
  ).split(' '),
);
const SYMBOLS = new Set('( ) , + - * / % || = == < <= > >= <> !='.split(' '));
/** Tokens of an expression, and bytes of a row, beyond which it is not computed. */
const TOKENS = 200;
const ROW_BYTES = 1 << 20;

/** The SQL of virtual columns that may be computed, by column in lower case; `columns`: all names of the table. */
export function quickExpressions(sql: string, columns: readonly string[]): Map<string, string> {
  const names = new Set(columns.map((name) => name.toLowerCase()));
  const tokens = sqlTokens(sql);
  const found = new Map<string, string>();
  // A collation would have to be carried over to compare as the table does.
  if (tokens.some((token) => isWord(token, 'collate'))) return found;
  let depth = 0;
  let column: string | undefined;
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    if (depth === 1 && (isSymbol(before, '(') || isSymbol(before, ','))) column = token.text.toLowerCase();
    if (
      depth === 1 &&
      column !== undefined &&
      names.has(column) &&
      isWord(token, 'as') &&
      isSymbol(tokens[i + 1], '(')
    ) {
      const expression = quick(tokens, i + 1, names);
      if (expression !== undefined) found.set(column, expression);
    }
    if (isSymbol(token, '(')) depth++;
    if (isSymbol(token, ')')) depth--;
  });
  return found;
}

/** The parenthesised expression that begins at a token, written anew; undefined where a word of it is not known. */
function quick(tokens: readonly SqlToken[], from: number, names: ReadonlySet<string>): string | undefined {
  const parts: string[] = [];
  let depth = 0;
  for (const token of tokens.slice(from, from + TOKENS)) {
    if (isSymbol(token, '(')) depth++;
    if (isSymbol(token, ')')) depth--;
    const part = written(token, names);
    if (part === undefined) return undefined;
    parts.push(part);
    if (depth === 0) return parts.join(' ');
  }
  return undefined;
}

function written({ kind, text }: SqlToken, names: ReadonlySet<string>): string | undefined {
  switch (kind) {
    case 'string':
      return `'${text.replaceAll("'", "''")}'`;
    case 'number':
      return text;
    case 'blob':
      return `x'${text}'`;
    case 'quoted':
      return names.has(text.toLowerCase()) ? quote(text) : undefined;
    case 'word':
      if (names.has(text.toLowerCase())) return quote(text);
      return QUICK.has(text.toLowerCase()) ? text : undefined;
    case 'symbol':
      return SYMBOLS.has(text) ? text : undefined;
  }
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** Null where the value is stored. */
  readonly expression: string | null;
}

/** Computes the virtual columns of rows, one at a time, in a table of its own. */
export class VirtualColumns {
  readonly #insert: Database.Statement;
  readonly #select: Database.Statement<[]>;
  readonly #clear: Database.Statement<[]>;
  readonly #stored: readonly number[];
  readonly #virtual: readonly number[];

  /** @throws where SQLite does not take an expression after all */
  constructor(columns: readonly Column[]) {
    const places = [...columns.keys()];
    this.#stored = places.filter((i) => columns[i]?.expression === null);
    this.#virtual = places.filter((i) => columns[i]?.expression !== null);
    const defined = columns.map(({ name, type, expression }) => {
      const plain = /^[\w ,()]*$/.test(type) ? type : '';
      return `${quote(name)} ${plain}${expression === null ? '' : ` AS ${expression}`}`;
    });
    const list = (at: readonly number[]) => at.map((i) => quote(columns[i]?.name ?? '')).join(', ');
    const db = new Database(':memory:');
    db.exec(`CREATE TABLE one (${defined.join(', ')})`);
    const marks = this.#stored.map(() => '?').join(', ');
    this.#insert = db.prepare(`INSERT INTO one (${list(this.#stored)}) VALUES (${marks})`);
    this.#select = db
      .prepare<[]>(`SELECT ${list(this.#virtual)} FROM one`)
      .raw()
      .safeIntegers();
    this.#clear = db.prepare('DELETE FROM one');
  }

  /** Fills a row's virtual columns in; one too large, or that fails to compute, keeps NULL. */
  fill(row: Cell[]): void {
    const values = this.#stored.map((i) => bound(row[i] ?? null));
    const bytes = values.reduce<number>(
      (sum, value) => sum + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8),
      0,
    );
    if (bytes > ROW_BYTES) return;
    try {
      this.#insert.run(...values);
      const found = this.#select.get() as unknown[];
      this.#virtual.forEach((column, i) => {
        row[column] = cellOf(found[i]);
      });
    } catch {
      // What SQLite says of it, a query shows.
    } finally {
      this.#clear.run();
    }
  }
}

function bound(cell: Cell): null | bigint | number | string | Buffer {
  return cell !== null && typeof cell === 'object' ? Buffer.from(cell.hex, 'hex') : cell;
}

function cellOf(value: unknown): Cell {
  if (Buffer.isBuffer(value)) return { hex: value.toString('hex') };
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? value : null;
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}

function isSymbol(token: SqlToken | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
