import type { RowLabels } from '../../../lib/contracts/evidence.ts';
import { labelColumn } from '../../../lib/domain/column-hints.ts';
import type { Cell, Row } from '../../../lib/domain/rows.ts';
import { cellKey, toWireCell } from '../../../lib/domain/wire-cell.ts';
import type { CellAt } from './sqlite-file.ts';
import type { State, StateTable } from './state.ts';
import type { TableDef } from './table-def.ts';

const LABEL_CHARACTERS = 80;
/** Rows read of one table whose key is no rowid. */
const SCANNED = 200_000;

/** Collects the foreign keys of shown rows and finds what the rows that they name are called. */
export class Labels {
  readonly #states: readonly State[];
  /** By table, then column, the values looked for. */
  readonly #wanted = new Map<string, { table: string; column: string | null; values: Map<string, Cell> }>();

  /** In order of preference: a row that is gone in the first is called what the next calls it. */
  constructor(...states: readonly State[]) {
    this.#states = states;
  }

  want(def: TableDef, cells: Row): void {
    def.columns.forEach(({ references }, i) => {
      const cell = cells[i] ?? null;
      const text = keyOf(cell);
      if (references === null || text === null) return;
      const { table, column } = references;
      const id = JSON.stringify([table, column]);
      const wanted = this.#wanted.get(id) ?? { table, column, values: new Map<string, Cell>() };
      wanted.values.set(text, cell);
      this.#wanted.set(id, wanted);
    });
  }

  found(): RowLabels {
    const labels: RowLabels = {};
    for (const { table: name, column, values } of this.#wanted.values()) {
      const left = new Map(values);
      for (const state of this.#states) {
        const table = state.table(name);
        if (table === undefined || left.size === 0) continue;
        for (const [text, label] of labelsIn(table, column, left)) {
          left.delete(text);
          (labels[name] ??= {})[text] = label;
        }
      }
    }
    return labels;
  }
}

function labelsIn(
  table: StateTable,
  column: string | null,
  values: ReadonlyMap<string, Cell>,
): Map<string, string> {
  const found = new Map<string, string>();
  const { def } = table;
  const label = labelColumn(def.columns);
  const key = columnAt(def, column);
  if (label === null || key === undefined || label === key) return found;
  const take = (text: string, cell: CellAt) => {
    const [value] = table.values(cell, [label]);
    const name = value === undefined ? null : keyOf(value);
    if (name !== null && name !== '') found.set(text, Array.from(name).slice(0, LABEL_CHARACTERS).join(''));
  };
  if (key === def.rowidColumn) {
    for (const [text, cell] of values) {
      const at = typeof cell === 'bigint' ? table.find(cell) : undefined;
      if (at !== undefined) take(text, at);
    }
    return found;
  }
  for (const cell of table.cells().slice(0, SCANNED)) {
    const text = keyOf(table.values(cell, [key])[0] ?? null);
    if (text !== null && values.has(text)) take(text, cell);
    if (found.size === values.size) break;
  }
  return found;
}

/** Position of a referenced column; of a primary key of one column where none is named. */
export function columnAt(def: TableDef, column: string | null): number | undefined {
  if (column === null) return def.primaryKey.length === 1 ? def.primaryKey[0] : undefined;
  const at = def.columns.findIndex(({ name }) => name.toLowerCase() === column.toLowerCase());
  return at < 0 ? undefined : at;
}

function keyOf(cell: Cell): string | null {
  return cellKey(toWireCell(cell));
}
