import { AppError } from '../../../lib/contracts/errors.ts';
import type { RowHistory } from '../../../lib/contracts/evidence.ts';
import type { Cell } from '../../../lib/domain/rows.ts';
import { toWireCell } from '../../../lib/domain/wire-cell.ts';
import { changedPages } from './change-set.ts';
import { findRow, keyRowid, rowKey } from './row-key.ts';
import type { State, StateTable } from './state.ts';
import { changedColumns, diffTable, oldRow, rowDiffers } from './table-diff.ts';
import type { RowPair, TablePair } from './table-diff.ts';
import { pairTables } from './table-pairs.ts';
import { readable } from './table-page.ts';

/** A state of the episode that could be read; the oldest is seq 0's where that is kept. */
export interface PastState {
  readonly seq: number;
  readonly toolName: string | null;
  readonly open: () => State;
}

type Entry = RowHistory['entries'][number];

/**
 * Goes from the newest state to the oldest, following the table through its renames. `past`: oldest first, at least one.
 * @throws AppError not_found where no state has the table or the row
 */
export function rowHistory(
  past: readonly PastState[],
  name: string,
  key: string,
): Omit<RowHistory, 'skipped'> {
  const newest = past.at(-1);
  if (newest === undefined) throw new AppError('not_found', 'No state of this episode is kept');
  let later = newest.open();
  let table: StateTable | undefined = tableNow(later, name);
  const columns = table?.def.columns.map((column) => column.name);
  const entries: Entry[] = [];
  let shape = columns;
  for (let i = past.length - 2; i >= 0; i--) {
    const [earlier, step] = [past[i]?.open(), past[i + 1]];
    if (earlier === undefined || step === undefined) break;
    const was = tableBefore(earlier, later, table, name);
    const entry = entryOf(was.pair, was.before, table, key, step, was.changed);
    if (entry !== undefined) entries.push(entry);
    table = was.before;
    shape ??= table?.def.columns.map((column) => column.name);
    later = earlier;
  }
  const first = past[0];
  const cell = table === undefined ? undefined : findRow(table, key);
  if (table !== undefined && cell !== undefined && first !== undefined) {
    const cells = whole(table, table.row(cell), 'inserted');
    entries.push({ seq: first.seq, change: 'seed', toolName: null, cells });
  }
  if (entries.length === 0)
    throw new AppError('not_found', `Table ${name} has no row ${key} in any state up to here`);
  return { columns: shape ?? [], entries: entries.reverse() };
}

function tableNow(state: State, name: string): StateTable | undefined {
  return state.object(name) === undefined ? undefined : readable(state, name);
}

function tableBefore(earlier: State, later: State, table: StateTable | undefined, name: string) {
  const changed = changedPages(earlier, later);
  if (table === undefined) return { before: earlier.table(name), pair: undefined, changed };
  const same = earlier.table(table.name);
  const { pairs } =
    same?.sql === table.sql ? { pairs: [plainPair(same, table)] } : pairTables(earlier, later, changed);
  const pair = pairs.find(({ after }) => after.name === table.name);
  return { before: pair?.before, pair, changed };
}

function plainPair(before: StateTable, after: StateTable): TablePair {
  return { before, after, from: after.def.columns.map((_, i) => i) };
}

function entryOf(
  pair: TablePair | undefined,
  before: StateTable | undefined,
  after: StateTable | undefined,
  key: string,
  { seq, toolName }: PastState,
  changed: Uint8Array,
): Entry | undefined {
  if (pair !== undefined) {
    const found = changeOf(pair, key, changed);
    if (found === undefined) return undefined;
    return { seq, toolName, ...found };
  }
  if (after !== undefined) {
    const cell = findRow(after, key);
    if (cell === undefined) return undefined;
    return { seq, toolName, change: 'inserted', cells: whole(after, after.row(cell), 'inserted') };
  }
  const cell = before === undefined ? undefined : findRow(before, key);
  if (before === undefined || cell === undefined) return undefined;
  return { seq, toolName, change: 'deleted', cells: whole(before, before.row(cell), 'deleted') };
}

function changeOf(
  pair: TablePair,
  key: string,
  changed: Uint8Array,
): Pick<Entry, 'change' | 'cells'> | undefined {
  const { before, after } = pair;
  for (const row of candidates(pair, key, changed)) {
    switch (row.kind) {
      case 'inserted':
        if (rowKey(after, row.after) === key)
          return { change: 'inserted', cells: whole(after, after.row(row.after), 'inserted') };
        break;
      case 'deleted':
        if (rowKey(before, row.before) === key)
          return { change: 'deleted', cells: whole(before, before.row(row.before), 'deleted') };
        break;
      case 'updated': {
        if (rowKey(after, row.after) !== key) break;
        const [was, now] = [oldRow(pair, row.before), after.row(row.after)];
        const cells = changedColumns(was, now).map((i) => ({
          column: after.def.columns[i]?.name ?? '',
          was: toWireCell(was[i] ?? null),
          now: toWireCell(now[i] ?? null),
        }));
        return { change: 'updated', cells };
      }
    }
  }
  return undefined;
}

/** Rows that differ; one named by its rowid is looked up without the others. */
function candidates(pair: TablePair, key: string, changed: Uint8Array): RowPair[] {
  const { before, after } = pair;
  const direct = keyRowid(before, key) !== undefined && keyRowid(after, key) !== undefined;
  if (!direct) return diffTable(pair, changed);
  const [was, now] = [findRow(before, key), findRow(after, key)];
  if (was === undefined && now === undefined) return [];
  if (was === undefined) return now === undefined ? [] : [{ kind: 'inserted', before: null, after: now }];
  if (now === undefined) return [{ kind: 'deleted', before: was, after: null }];
  return rowDiffers(pair, was, now) ? [{ kind: 'updated', before: was, after: now }] : [];
}

function whole(table: StateTable, row: readonly Cell[], change: 'inserted' | 'deleted'): Entry['cells'] {
  return table.def.columns.map(({ name }, i) => {
    const cell = toWireCell(row[i] ?? null);
    return change === 'inserted'
      ? { column: name, was: null, now: cell }
      : { column: name, was: cell, now: null };
  });
}
