import { KnownMasks } from './known-masks.ts';
import type { Known } from './known-masks.ts';
import { maskNumber, maskText, RANDOM, readGiven } from './masks.ts';
import type { Given, MaskContext, MaskKind } from './masks.ts';
import { Naming } from './row-naming.ts';
import type { Digest, Owner, TableState } from './row-naming.ts';
import { diffRows, isEmptyDiff, sameCell } from './rows.ts';
import { endRow } from './end-row.ts';
import type { Difference } from './end-row.ts';
import type { EndRow } from './end-rows.ts';
import type { Cell, DatabaseRows, Row, RowDiff, TableRows } from './rows.ts';

/**
 * The normalised form of an episode's states: what differs from the seed, without what the clock, chance and the
 * numbering of new rows put there. Pure; one object follows one episode, step by step.
 *
 * The form is the scenario's hash and one line per difference: `+` a row that came after the seed, `-` a seed row that is
 * gone, `~` the cells of a seed row that changed. The seed's own content is not in it: it follows from the scenario's
 * hash, so a seed that reads the clock (`datetime('now','-3 days')`) needs no mask, whenever its template was built.
 * New rows lose their generated key; a reference to one names it by the row's content, equal rows by order of insertion.
 */
interface NormalStep {
  readonly startMs: number;
  readonly endMs: number;
  readonly argumentsJson: string | null;
  readonly zones: readonly number[];
  /** Was the text anywhere in the database file before the call? */
  readonly existed: (text: string) => boolean;
}

export interface Advance {
  readonly tablesTouched: readonly string[];
  readonly masked: readonly { readonly table: string; readonly column: string; readonly kind: MaskKind }[];
}

/** Per column, `table\ncolumn` → what a person decided: mask always or never. */
type ColumnRules = ReadonlyMap<string, 'mask' | 'keep'>;

/** Generated texts per episode whose cell is remembered. */
const OWNERS_LIMIT = 50_000;
/** Longest cell that can be a code that others refer to. */
const CODE_LENGTH = 80;
/** Longer cells, in characters, are compared as they are. */
const LONGEST_CELL = 262_144;
const ALWAYS = '<masked>';

export function normalBase(scenarioHash: string): string {
  return `studio normalised state 1\n${scenarioHash}\n`;
}

export class NormalState {
  readonly #scenarioHash: string;
  readonly #seed: DatabaseRows;
  readonly #rules: ColumnRules;
  readonly #digest: Digest;
  readonly #tables = new Map<string, TableState>();
  readonly #known = new KnownMasks();
  /** Which cell a generated text was first written to. */
  readonly #owners = new Map<string, Owner>();
  #current: DatabaseRows;
  #order = 0;

  constructor(scenarioHash: string, seed: DatabaseRows, rules: ColumnRules, digest: Digest) {
    this.#scenarioHash = scenarioHash;
    this.#seed = seed;
    this.#current = seed;
    this.#rules = rules;
    this.#digest = digest;
  }

  /** Takes in the state after the next step. */
  advance(next: DatabaseRows, step: NormalStep): Advance {
    const context: MaskContext = {
      ...step,
      given: readGiven(step.argumentsJson),
      known: this.#known,
    };
    const touched: string[] = [];
    const masked = new Map<string, Advance['masked'][number]>();
    for (const name of [...new Set([...this.#current.tables.keys(), ...next.tables.keys()])].sort()) {
      const table = next.tables.get(name);
      const diff = diffRows(this.#current.tables.get(name), table);
      if (isEmptyDiff(diff)) continue;
      touched.push(name);
      for (const { column, kind } of this.#applyDiff(name, table, diff, context)) {
        masked.set(`${name}\n${column}\n${kind}`, { table: name, column, kind });
      }
    }
    this.#current = next;
    return { tablesTouched: touched, masked: [...masked.values()] };
  }

  /** What steps so far wrote and got masked. */
  get known(): Known {
    return this.#known;
  }

  /** The present state's normalised form; equal for equal states. */
  text(): string {
    const lines: string[] = [];
    for (const { line } of this.#differences()) lines.push(line);
    return normalBase(this.#scenarioHash) + lines.sort().join('\n');
  }

  /** The lines of the form with what people read of them; undefined where there are more than `limit`. */
  rows(limit: number): EndRow[] | undefined {
    const rows: EndRow[] = [];
    for (const difference of this.#differences()) {
      if (rows.length === limit) return undefined;
      rows.push(endRow(difference));
    }
    return rows;
  }

  *#differences(): Generator<Difference> {
    const naming = new Naming(this.#current, this.#tables, this.#owners, this.#digest);
    for (const [name, state] of this.#tables) yield* this.#tableDifferences(name, state, naming);
    const before = new Set(this.#seed.schema);
    const after = new Set(this.#current.schema);
    for (const item of after)
      if (!before.has(item)) yield { kind: 'schema', name: item, line: `!+${JSON.stringify(item)}` };
    for (const item of before)
      if (!after.has(item)) yield { kind: 'schema', name: item, line: `!-${JSON.stringify(item)}` };
  }

  *#tableDifferences(name: string, state: TableState, naming: Naming): Generator<Difference> {
    const table = this.#current.tables.get(name);
    const seedTable = this.#seed.tables.get(name);
    for (const key of state.touched) {
      const row = table?.rows.get(key);
      const seed = seedTable?.rows.get(key);
      if (row === undefined ? seed === undefined : seed !== undefined && sameRow(row, seed)) continue;
      const removed = { kind: 'removed', name, key, table: seedTable, seed } as const;
      if (state.inserted.has(key)) {
        if (row !== undefined && table !== undefined) {
          const cells = naming.cells(name, table, key, row);
          yield { kind: 'added', name, key, table, row, cells, line: `+${JSON.stringify([name, ...cells])}` };
        }
        if (state.removedSeed.has(key)) yield { ...removed, line: `-${JSON.stringify([name, key])}` };
      } else if (row === undefined || table === undefined) {
        yield { ...removed, line: `-${JSON.stringify([name, key])}` };
      } else {
        const cells = naming.cells(name, table, key, row);
        const changed = cells.filter((_, i) => !sameCell(row[i], seed?.[i]));
        const line = `~${JSON.stringify([name, key, ...changed])}`;
        yield { kind: 'changed', name, key, table, row, seed, cells, line };
      }
    }
  }

  *#applyDiff(name: string, table: TableRows | undefined, diff: RowDiff, context: MaskContext) {
    const state = this.#state(name);
    const seed = this.#seed.tables.get(name);
    for (const key of diff.deleted) {
      state.touched.add(key);
      state.masks.delete(key);
      if (!state.inserted.delete(key) && seed?.rows.has(key) === true) state.removedSeed.add(key);
    }
    if (table === undefined) return;
    const isGenerated = generatedKeys(table, context.given);
    for (const key of diff.inserted) {
      const row = table.rows.get(key) ?? [];
      state.touched.add(key);
      state.inserted.set(key, { order: this.#order++, generated: isGenerated(row) });
      yield* this.#maskCells(name, table, key, row, row.keys(), undefined, context);
    }
    const before = this.#current.tables.get(name);
    for (const { key, columns } of diff.updated) {
      state.touched.add(key);
      yield* this.#maskCells(
        name,
        table,
        key,
        table.rows.get(key) ?? [],
        columns,
        before?.rows.get(key),
        context,
      );
    }
  }

  *#maskCells(
    name: string,
    table: TableRows,
    key: string,
    row: Row,
    columns: Iterable<number>,
    before: Row | undefined,
    context: MaskContext,
  ): Generator<{ column: string; kind: MaskKind }> {
    const masks = new Map(this.#state(name).masks.get(key));
    for (const column of columns) {
      masks.delete(column);
      if (column === table.generatedKey) continue;
      const title = table.columns[column] ?? '';
      const rule = this.#rules.get(`${name}\n${title}`);
      if (rule === 'keep') continue;
      const found =
        rule === 'mask'
          ? { text: ALWAYS, kinds: [], parts: [] }
          : maskCell(row[column], before?.[column], context);
      if (found === undefined) continue;
      masks.set(column, found.text);
      const cell = row[column];
      for (const part of found.parts) {
        this.#known.remember(part, context.zones);
        if (part.mask === RANDOM && typeof cell === 'string') this.#own(cell, { table: name, key, column });
      }
      for (const kind of found.kinds) yield { column: title, kind };
    }
    if (masks.size > 0) this.#state(name).masks.set(key, masks);
    else this.#state(name).masks.delete(key);
  }

  #own(text: string, owner: Owner): void {
    if (text.length <= CODE_LENGTH && !this.#owners.has(text) && this.#owners.size < OWNERS_LIMIT) {
      this.#owners.set(text, owner);
    }
  }

  #state(name: string): TableState {
    const found = this.#tables.get(name);
    if (found !== undefined) return found;
    const made = {
      touched: new Set<string>(),
      inserted: new Map(),
      removedSeed: new Set<string>(),
      masks: new Map(),
    };
    this.#tables.set(name, made);
    return made;
  }
}

function maskCell(cell: Cell | undefined, before: Cell | undefined, context: MaskContext) {
  if (typeof cell === 'string') {
    if (cell.length > LONGEST_CELL) return undefined;
    const masked = maskText(cell, context, typeof before === 'string' ? before : undefined);
    return masked.kinds.size > 0 ? masked : undefined;
  }
  if (typeof cell !== 'bigint' && typeof cell !== 'number') return undefined;
  const part = maskNumber(Number(cell), context);
  return part === undefined ? undefined : { text: part.mask, kinds: ['time' as const], parts: [part] };
}

/** Tells which keys SQLite made: all, unless the client sent them under the key's own name. */
function generatedKeys(table: TableRows, given: Given): (row: Row) => boolean {
  const column = table.generatedKey;
  if (column === null) return () => false;
  const title = JSON.stringify(table.columns[column]);
  if (!given.text.includes(title)) return () => true;
  return (row) => {
    const value = row[column];
    return (
      typeof value === 'bigint' && !new RegExp(`${escape(title)}\\s*:\\s*"?${value}\\b`).test(given.text)
    );
  };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function sameRow(a: Row, b: Row): boolean {
  return a.length === b.length && a.every((cell, i) => sameCell(cell, b[i]));
}
