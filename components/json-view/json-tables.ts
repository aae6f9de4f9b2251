import { memberPath } from '../../lib/domain/text-diff.ts';
import { isRawNumber, toNumber } from '../../lib/util/raw-number.ts';
import { kindOf, type NodeKind } from './json-document.ts';

/** A list of objects somewhere in a JSON value. */
export interface JsonTableInfo {
  readonly path: string;
  readonly rows: number;
  readonly columns: readonly JsonColumn[];
}

export interface JsonColumn {
  readonly name: string;
  /** All its values are numbers. */
  readonly numeric: boolean;
  /** Says nothing: the same in every row, or a row's own time. */
  readonly dull: boolean;
  /** Longest text, in characters. */
  readonly chars: number;
}

export interface JsonTableSort {
  readonly column: string;
  readonly dir: 'asc' | 'desc';
}

export interface JsonTableCell {
  readonly kind: NodeKind | 'absent';
  readonly text: string;
}

const MAX_DEPTH = 4;
const MAX_TABLES = 20;
/** Rows that are looked at for the columns. */
const SAMPLED_ROWS = 500;
const CELL_CHARS = 200;
const ROW_TIME = /^(created|updated|modified|inserted)_?(at|on|time|date)?$/i;

type Row = Readonly<Record<string, unknown>>;

/** The lists of objects in a value, the longest first. */
export function findTables(root: unknown): JsonTableInfo[] {
  const found: JsonTableInfo[] = [];
  visit(root, '$', 0, found);
  return found.sort((a, b) => b.rows - a.rows).slice(0, MAX_TABLES);
}

function visit(value: unknown, path: string, depth: number, found: JsonTableInfo[]): void {
  if (typeof value !== 'object' || value === null || isRawNumber(value) || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    const rows = asRows(value);
    if (rows !== null) found.push({ path, rows: rows.length, columns: columnsOf(rows) });
    return;
  }
  for (const [key, inner] of Object.entries(value)) visit(inner, path + memberPath(key), depth + 1, found);
}

function asRows(value: unknown): readonly Row[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.every((item) => kindOf(item) === 'object') ? (value as readonly Row[]) : null;
}

function columnsOf(rows: readonly Row[]): JsonColumn[] {
  const sample = rows.slice(0, SAMPLED_ROWS);
  const names = new Set(sample.flatMap((row) => Object.keys(row)));
  return [...names].map((name) => {
    const values = sample.map((row) => row[name]);
    const texts = values.map((value) => cellOf(value).text);
    const present = values.filter((value) => value !== null && value !== undefined);
    const same = texts.length > 1 && texts.every((text) => text === texts[0]);
    return {
      name,
      numeric: present.length > 0 && present.every((value) => toNumber(value) !== undefined),
      dull: same || ROW_TIME.test(name),
      chars: texts.reduce((most, text) => Math.max(most, text.length), 0),
    };
  });
}

/** A table's rows in an order, once; then its cells by page. */
export class JsonTable {
  readonly #rows: readonly Row[];

  /** `path` as `findTables` gave it; without rows where it leads nowhere. */
  constructor(root: unknown, path: string, sort: JsonTableSort | null) {
    const rows = asRows(follow(root, path)) ?? [];
    this.#rows = sort === null ? rows : sorted(rows, sort);
  }

  cells(from: number, to: number, columns: readonly string[]): JsonTableCell[][] {
    return this.#rows.slice(from, to).map((row) => columns.map((name) => cellOf(row[name], name in row)));
  }

  /** All rows as texts, to copy. */
  texts(columns: readonly string[]): string[][] {
    return this.#rows.map((row) => columns.map((name) => wholeText(row[name])));
  }
}

function follow(root: unknown, path: string): unknown {
  if (path === '$') return root;
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return undefined;
  for (const [key, inner] of Object.entries(root) as [string, unknown][]) {
    const step = memberPath(key);
    if (path === `$${step}`) return inner;
    if (path.startsWith(`$${step}.`) || path.startsWith(`$${step}[`)) {
      return follow(inner, `$${path.slice(1 + step.length)}`);
    }
  }
  return undefined;
}

/** Numbers by value, all else by text; what is absent or null last. */
function sorted(rows: readonly Row[], { column, dir }: JsonTableSort): readonly Row[] {
  const sign = dir === 'asc' ? 1 : -1;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const keyed = rows.map((row) => {
    const value = row[column] ?? null;
    return { row, value, number: toNumber(value), text: value === null ? '' : cellOf(value).text };
  });
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    if (a.number !== undefined && b.number !== undefined) return sign * (a.number - b.number);
    return sign * collator.compare(a.text, b.text);
  });
  return keyed.map(({ row }) => row);
}

function cellOf(value: unknown, present = value !== undefined): JsonTableCell {
  if (!present) return { kind: 'absent', text: '' };
  const kind = kindOf(value);
  return { kind, text: wholeText(value).slice(0, CELL_CHARS) };
}

function wholeText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
