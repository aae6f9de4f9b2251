import { describe, expect, it } from 'vitest';
import type { ChangeSet, RowChange, TableChange, TableColumn } from '../../lib/contracts/evidence.ts';
import { trailOf } from './blame.tsx';
import { parseDiff } from './diff-range.ts';
import { itemsOf, rowId } from './items.ts';
import { countTimestamps, foldedOf, layoutTable } from './layout.ts';

const column = (name: string, more: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type: 'TEXT',
  primaryKey: 0,
  notNull: false,
  defaultSql: null,
  generated: 'no',
  references: null,
  rowTimestamp: false,
  allowed: null,
  ...more,
});

const COLUMNS = [
  column('id', { type: 'INTEGER', primaryKey: 1 }),
  column('wallet_id', { type: 'INTEGER', references: { table: 'wallets', column: 'id' } }),
  column('balance', { type: 'REAL' }),
  column('note'),
  column('empty'),
  column('updated_at', { rowTimestamp: true }),
];
const updated: RowChange = {
  key: 'i4',
  kind: 'updated',
  before: [4, 2, { r: '50.0' }, 'x', null, 'then'],
  after: [4, 2, { r: '38.0' }, 'x', null, 'now'],
  changed: [2, 5],
};
const inserted: RowChange = {
  key: 'i5',
  kind: 'inserted',
  before: null,
  after: [5, 2, { r: '1.0' }, 'y', null, 'now'],
  changed: [0, 1, 2, 3, 4, 5],
};

function tableOf(rows: readonly RowChange[], more: Partial<TableChange> = {}): TableChange {
  return {
    name: 'wallet_balances',
    columns: COLUMNS,
    byRowid: false,
    rowsBefore: 4,
    rowsAfter: 5,
    inserted: rows.filter(({ kind }) => kind === 'inserted').length,
    deleted: rows.filter(({ kind }) => kind === 'deleted').length,
    updated: rows.filter(({ kind }) => kind === 'updated').length,
    rows: [...rows],
    nextOffset: null,
    ...more,
  };
}

const options = { width: 900, hideTimestamps: true, labels: {} };

describe('layoutTable', () => {
  it('shows keys, references and what changed of updated rows, and counts what it folds', () => {
    const table = tableOf([updated]);
    const layout = layoutTable(table, table.rows, options);
    expect(layout.columns).toEqual([0, 1, 2]);
    expect(foldedOf(table, updated, layout)).toEqual({ columns: 3, changed: 0, timestamps: 1 });
  });

  it('shows every value of a new row but nothing and its times', () => {
    const table = tableOf([inserted]);
    expect(layoutTable(table, table.rows, options).columns).toEqual([0, 1, 2, 3]);
    const all = layoutTable(table, table.rows, { ...options, hideTimestamps: false });
    expect(all.columns).toEqual([0, 1, 2, 3, 5]);
  });

  it('keeps the key and what changed where there is little room, and is a list where there is less', () => {
    const table = tableOf([updated, inserted]);
    const layout = layoutTable(table, table.rows, { ...options, width: 570 });
    expect(layout.columns).toEqual(expect.arrayContaining([0, 2]));
    expect(layoutTable(table, table.rows, { ...options, width: 390 }).template).toBeNull();
  });

  it('says of a changed cell that there is no room for that it changed', () => {
    const columns = [COLUMNS[0]!, ...Array.from({ length: 40 }, (_, i) => column(`changed_column_${i}`))];
    const row: RowChange = {
      key: 'i1',
      kind: 'updated',
      before: columns.map(() => 'before'),
      after: columns.map(() => 'after'),
      changed: columns.map((_, i) => i).slice(1),
    };
    const table = tableOf([row], { columns });
    const layout = layoutTable(table, table.rows, options);
    expect(foldedOf(table, row, layout).changed).toBe(41 - layout.columns.length);
  });

  it('counts the cells of rows’ own times', () => {
    expect(countTimestamps([tableOf([updated, inserted])])).toBe(2);
  });
});

describe('itemsOf', () => {
  const table = tableOf([updated, inserted], { nextOffset: 100 });
  const changes: ChangeSet = {
    state: 'ok',
    from: 6,
    to: 7,
    inserted: 1,
    deleted: 0,
    updated: 1,
    schema: [],
    tables: [table],
    untouchedTables: 3,
    brokenReferences: [],
    labels: {},
  };
  const layouts = new Map([[table.name, layoutTable(table, table.rows, options)]]);
  const base = {
    tables: [table],
    layouts,
    folded: new Set<string>(),
    opened: new Set<string>(),
    hideTimestamps: true,
    blamed: true,
  };

  it('is a card with its head, columns, rows, who wrote a cell before, and the way to more', () => {
    const items = itemsOf(changes, base);
    expect(items.map(({ kind }) => kind)).toEqual(['table', 'columns', 'row', 'blame', 'row', 'more']);
    expect(items.map(({ last }) => last).indexOf(true)).toBe(5);
  });

  it('folds a table and opens a row', () => {
    expect(itemsOf(changes, { ...base, folded: new Set([table.name]) }).map(({ kind }) => kind)).toEqual([
      'table',
    ]);
    const opened = new Set([rowId(table.name, 'i4')]);
    expect(itemsOf(changes, { ...base, opened }).map(({ kind }) => kind)).toEqual([
      'table',
      'columns',
      'row',
      'details',
      'row',
      'more',
    ]);
  });

  it('asks for nobody’s history by itself where many rows were updated', () => {
    const many = { ...table, updated: 6 };
    expect(itemsOf(changes, { ...base, tables: [many] }).some(({ kind }) => kind === 'blame')).toBe(false);
  });
});

describe('parseDiff', () => {
  it('is what the step did where nothing, or nothing sensible, is asked', () => {
    for (const text of [null, '', 'x', '3', '1..99', '-1..2', '1...2']) {
      expect(parseDiff(text, { seq: 7, newest: 9 })).toEqual({ mode: 'step', from: 6, to: 7 });
    }
    expect(parseDiff(null, { seq: 0, newest: 9 })).toEqual({ mode: 'step', from: 0, to: 0 });
  });

  it('is everything since the start, or between two states', () => {
    expect(parseDiff('start', { seq: 7, newest: 9 })).toEqual({ mode: 'start', from: 0, to: 7 });
    expect(parseDiff('5..2', { seq: 7, newest: 9 })).toEqual({ mode: 'pair', from: 5, to: 2 });
  });
});

describe('trailOf', () => {
  it('is what was written to one column, and where the row went', () => {
    const cell = (column: string, now: string): { column: string; was: null; now: string } => ({
      column,
      was: null,
      now,
    });
    const history = {
      columns: ['a', 'b'],
      skipped: [],
      entries: [
        { seq: 0, change: 'seed' as const, toolName: null, cells: [cell('a', '1'), cell('b', '1')] },
        { seq: 3, change: 'updated' as const, toolName: 't', cells: [cell('b', '2')] },
        { seq: 4, change: 'updated' as const, toolName: 't', cells: [cell('a', '2')] },
        { seq: 5, change: 'deleted' as const, toolName: 't', cells: [] },
      ],
    };
    expect(trailOf(history, 'a')).toEqual([
      { seq: 0, now: '1' },
      { seq: 4, now: '2' },
      { seq: 5, now: undefined },
    ]);
  });
});
