import type { ChangeSet, RowChange, TableChange } from '../../../lib/contracts/evidence.ts';
import { toWireCell } from '../../../lib/domain/wire-cell.ts';
import { brokenReferences } from './broken-references.ts';
import { Labels } from './labels.ts';
import { rowKey } from './row-key.ts';
import { schemaChanges } from './schema-changes.ts';
import type { State, StateTable } from './state.ts';
import { changedColumns, diffTable, oldRow } from './table-diff.ts';
import type { RowPair, TablePair } from './table-diff.ts';
import { pairTables } from './table-pairs.ts';

/** A page of the rows: of every changed table, or of one. */
export interface ChangePage {
  readonly table: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** One table's rows that differ; `pair` null: the table is in one of the states only. */
export interface TableDiff {
  readonly name: string;
  readonly pair: TablePair | null;
  readonly before: StateTable | null;
  readonly after: StateTable | null;
  readonly rows: readonly RowPair[];
}

export type StateChanges = Omit<ChangeSet, 'from' | 'to'>;

/** @throws UnreadableState */
export function changeSet(before: State, after: State, page: ChangePage): StateChanges {
  const changed = changedPages(before, after);
  const tables = pairTables(before, after, changed);
  const diffs = allDiffs(tables, changed);
  const touched = diffs.filter(({ rows }) => rows.length > 0);
  const shown = page.table === undefined ? touched : touched.filter(({ name }) => name === page.table);
  const labels = new Labels(after, before);
  const answers = shown.map((diff) => tableAnswer(diff, page, labels));
  const sum = (kind: RowPair['kind']) => touched.reduce((total, { rows }) => total + count(rows, kind), 0);
  return {
    state: 'ok',
    inserted: sum('inserted'),
    deleted: sum('deleted'),
    updated: sum('updated'),
    schema: schemaChanges(before, after, tables),
    tables: answers,
    untouchedTables: diffs.filter(({ after: now, rows }) => now !== null && rows.length === 0).length,
    brokenReferences: brokenReferences(touched, after),
    labels: labels.found(),
  };
}

/** Marks pages (0-based) that are not the same bytes in both files; those that one of them lacks too. */
export function changedPages({ file: a }: State, { file: b }: State): Uint8Array {
  const pages = Math.max(a.pageCount, b.pageCount);
  const size = a.pageSize;
  const marks = new Uint8Array(pages);
  const alike = a.pageSize === b.pageSize && a.encoding === b.encoding && a.bytes[20] === b.bytes[20];
  for (let page = 0; page < pages; page++) {
    const [start, end] = [page * size, (page + 1) * size];
    const same =
      alike &&
      page < a.pageCount &&
      page < b.pageCount &&
      a.bytes.compare(b.bytes, start, end, start, end) === 0;
    marks[page] = same ? 0 : 1;
  }
  return marks;
}

export function allDiffs(tables: ReturnType<typeof pairTables>, changed: Uint8Array): TableDiff[] {
  const { pairs, added, removed } = tables;
  const diffs: TableDiff[] = [
    ...pairs.map((pair) => ({
      name: pair.after.name,
      pair,
      before: pair.before,
      after: pair.after,
      rows: diffTable(pair, changed),
    })),
    ...added.map((after) => ({
      name: after.name,
      pair: null,
      before: null,
      after,
      rows: rowsOf(after, 'inserted'),
    })),
    ...removed.map((before) => ({
      name: before.name,
      pair: null,
      before,
      after: null,
      rows: rowsOf(before, 'deleted'),
    })),
  ];
  return diffs.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function rowsOf(table: StateTable, kind: 'inserted' | 'deleted'): RowPair[] {
  return table
    .cells()
    .map((cell) =>
      kind === 'inserted' ? { kind, before: null, after: cell } : { kind, before: cell, after: null },
    );
}

function tableAnswer(diff: TableDiff, { offset, limit }: ChangePage, labels: Labels): TableChange {
  const { rows, before, after } = diff;
  const shown = rows.slice(offset, offset + limit).map((row) => rowAnswer(diff, row, labels));
  const def = (after ?? before)?.def;
  return {
    name: diff.name,
    columns: [...(def?.columns ?? [])],
    byRowid: def !== undefined && def.primaryKey.length === 0,
    rowsBefore: before?.count() ?? 0,
    rowsAfter: after?.count() ?? 0,
    inserted: count(rows, 'inserted'),
    deleted: count(rows, 'deleted'),
    updated: count(rows, 'updated'),
    rows: shown,
    nextOffset: offset + shown.length < rows.length ? offset + shown.length : null,
  };
}

function rowAnswer({ pair, before, after }: TableDiff, row: RowPair, labels: Labels): RowChange {
  const now = row.after === null || after === null ? null : { table: after, cell: row.after };
  const then = row.before === null || before === null ? null : { table: before, cell: row.before };
  const newCells = now === null ? null : now.table.row(now.cell);
  const oldCells = then === null ? null : pair === null ? then.table.row(then.cell) : oldRow(pair, then.cell);
  const shape = after ?? before;
  for (const cells of [oldCells, newCells])
    if (cells !== null && shape !== null) labels.want(shape.def, cells);
  const named = now ?? then;
  return {
    key: named === null ? '' : rowKey(named.table, named.cell),
    kind: row.kind,
    before: oldCells?.map(toWireCell) ?? null,
    after: newCells?.map(toWireCell) ?? null,
    changed:
      pair !== null && oldCells !== null && newCells !== null
        ? changedColumns(oldCells, newCells)
        : (newCells ?? oldCells ?? []).map((_, i) => i),
  };
}

function count(rows: readonly RowPair[], kind: RowPair['kind']): number {
  return rows.reduce((sum, row) => (row.kind === kind ? sum + 1 : sum), 0);
}
