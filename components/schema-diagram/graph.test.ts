import { describe, expect, it } from 'vitest';
import type { TableColumn, TableInfo } from '../../lib/contracts/evidence.ts';
import { neighboursOf, toGraph } from './graph.ts';

function column(name: string, more: Partial<TableColumn> = {}): TableColumn {
  return {
    name,
    type: 'INTEGER',
    primaryKey: 0,
    notNull: false,
    defaultSql: null,
    generated: 'no',
    references: null,
    rowTimestamp: false,
    allowed: null,
    ...more,
  };
}

function table(name: string, columns: readonly TableColumn[], more: Partial<TableInfo> = {}): TableInfo {
  return {
    name,
    kind: 'table',
    sql: '',
    columns: [...columns],
    withoutRowid: false,
    rows: 1,
    referencedBy: [],
    ...more,
  };
}

const ID = column('id', { primaryKey: 1 });

describe('toGraph', () => {
  const graph = toGraph([
    table('users', [ID, column('name'), column('email')]),
    table('orders', [
      ID,
      column('user_id', { references: { table: 'USERS', column: null } }),
      column('total'),
    ]),
    table('notes', [ID, column('gone_id', { references: { table: 'gone', column: 'id' } })]),
    table('tree', [ID, column('parent_id', { references: { table: 'tree', column: 'id' } })]),
    table('totals', [column('sum')], { kind: 'view' }),
  ]);

  it('draws key columns and counts the rest; views are left out', () => {
    expect(graph.boxes.map(({ name, columns, more }) => [name, columns.map((c) => c.name), more])).toEqual([
      ['users', ['id'], 2],
      ['orders', ['id', 'user_id'], 1],
      ['notes', ['id', 'gone_id'], 0],
      ['tree', ['id', 'parent_id'], 0],
    ]);
    expect(graph.boxes.every(({ width, height }) => width >= 120 && height > 26)).toBe(true);
  });

  it('joins tables without regard to case; a key to nothing has no line, one to itself has', () => {
    expect(graph.links.map(({ from, to, line }) => [from, to, line])).toEqual([
      ['orders', 'users', 1],
      ['tree', 'tree', 1],
    ]);
  });

  it('knows a table’s neighbours in both directions', () => {
    expect([...neighboursOf(graph, 'users')]).toEqual(['orders']);
    expect([...neighboursOf(graph, 'orders')]).toEqual(['users']);
    expect([...neighboursOf(graph, 'notes')]).toEqual([]);
  });
});
