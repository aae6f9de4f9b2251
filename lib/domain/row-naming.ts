import { cellText, keyText } from './rows.ts';
import type { Cell, DatabaseRows, ForeignKey, Row, TableRows } from './rows.ts';

/** Short and collision-free, e.g. sha256: names rows by their content. */
export type Digest = (text: string) => string;

interface Inserted {
  readonly order: number;
  /** The key was made by SQLite or by chance, not by the client. */
  readonly generated: boolean;
}

/** What an episode did to one table. */
export interface TableState {
  /** Keys that ever differed from the seed. */
  readonly touched: Set<string>;
  readonly inserted: Map<string, Inserted>;
  readonly removedSeed: Set<string>;
  /** Masked cells of the present rows: key → column → masked text. */
  readonly masks: Map<string, Map<number, string>>;
}

/** The cell that a generated text was first written to. */
export interface Owner {
  readonly table: string;
  readonly key: string;
  readonly column: number;
}

/** Names rows that came after the seed by their content, for one state. */
export class Naming {
  readonly #current: DatabaseRows;
  readonly #states: ReadonlyMap<string, TableState>;
  readonly #owners: ReadonlyMap<string, Owner>;
  readonly #digest: Digest;
  readonly #content = new Map<string, string>();
  readonly #names = new Map<string, string>();
  #ready = false;

  constructor(
    current: DatabaseRows,
    states: ReadonlyMap<string, TableState>,
    owners: ReadonlyMap<string, Owner>,
    digest: Digest,
  ) {
    this.#current = current;
    this.#states = states;
    this.#owners = owners;
    this.#digest = digest;
  }

  /** Normalised cells of a row, one per column. */
  cells(name: string, table: TableRows, key: string, row: Row): string[] {
    this.#number();
    return row.map((_, i) =>
      this.#cell(name, table, key, row, i, (to, toKey) => this.#names.get(`${to}\n${toKey}`)),
    );
  }

  /** Content names first; rows with equal content get a number by order of insertion. */
  #number(): void {
    if (this.#ready) return;
    this.#ready = true;
    const groups = new Map<string, { id: string; order: number }[]>();
    for (const [name, state] of this.#states) {
      for (const [key, { order }] of state.inserted) {
        const content = this.#contentName(name, key);
        const group = groups.get(content) ?? [];
        group.push({ id: `${name}\n${key}`, order });
        groups.set(content, group);
      }
    }
    for (const [content, rows] of groups) {
      rows.sort((a, b) => a.order - b.order);
      rows.forEach(({ id }, i) => this.#names.set(id, i === 0 ? content : `${content}#${i + 1}`));
    }
  }

  #contentName(name: string, key: string): string {
    const id = `${name}\n${key}`;
    const found = this.#content.get(id);
    if (found !== undefined) return found;
    this.#content.set(id, 'cycle');
    const table = this.#current.tables.get(name);
    const row = table?.rows.get(key);
    const cells =
      table === undefined || row === undefined
        ? ['gone']
        : row.map((_, i) =>
            this.#cell(name, table, key, row, i, (to, toKey) => this.#contentName(to, toKey)),
          );
    const content = `${name}:${this.#digest(JSON.stringify(cells))}`;
    this.#content.set(id, content);
    return content;
  }

  #cell(
    name: string,
    table: TableRows,
    key: string,
    row: Row,
    column: number,
    refer: (table: string, key: string) => string | undefined,
  ): string {
    const title = table.columns[column] ?? '';
    const cell = row[column] ?? null;
    const state = this.#states.get(name);
    if (column === table.generatedKey && state?.inserted.get(key)?.generated === true) return `${title}=key`;
    const target = this.#target(table, column, cell);
    if (target !== undefined) {
      const self = target.table === name && target.key === key;
      return `${title}→${self ? 'self' : (refer(target.table, target.key) ?? 'cycle')}`;
    }
    const owner = typeof cell === 'string' ? this.#owners.get(cell) : undefined;
    if (owner !== undefined && (owner.table !== name || owner.key !== key)) {
      const inserted = this.#states.get(owner.table)?.inserted.has(owner.key) === true;
      const to = inserted ? (refer(owner.table, owner.key) ?? 'cycle') : `${owner.table}:${owner.key}`;
      return `${title}→${to}.${owner.column}`;
    }
    const masked = state?.masks.get(key)?.get(column);
    return masked === undefined ? `${title}=${cellText(cell)}` : `${title}~${masked}`;
  }

  /** The row with a generated key that this cell refers to. */
  #target(table: TableRows, column: number, cell: Cell): { table: string; key: string } | undefined {
    if (typeof cell !== 'bigint') return undefined;
    const declared = table.foreignKeys.find((foreign) => foreign.column === column);
    const guess = declared === undefined ? this.#guess(table.columns[column] ?? '') : [declared];
    for (const { table: to, toColumn } of guess) {
      const other = this.#current.tables.get(to);
      if (other === undefined || other.generatedKey === null) continue;
      if (toColumn !== null && other.columns[other.generatedKey] !== toColumn) continue;
      const key = keyText([cell]);
      if (this.#states.get(to)?.inserted.get(key)?.generated === true) return { table: to, key };
    }
    return undefined;
  }

  /** `order_id` without a declared key refers to `order` or `orders`. */
  #guess(column: string): readonly Pick<ForeignKey, 'table' | 'toColumn'>[] {
    const stem = /^(.+)_id$/.exec(column)?.[1];
    if (stem === undefined) return [];
    return [stem, `${stem}s`, `${stem}es`, stem.replace(/y$/, 'ies')].map((table) => ({
      table,
      toColumn: null,
    }));
  }
}
