import { describe, expect, it } from 'vitest';
import type { TableColumn, TableInfo } from '../../lib/contracts/evidence.ts';
import { referenceOf, suggestionsFor } from './reference-table.ts';

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

const table = (name: string, columns: readonly TableColumn[]): TableInfo => ({
  name,
  kind: 'table',
  sql: '',
  columns: [column('id', { primaryKey: 1 }), ...columns],
  withoutRowid: false,
  rows: 0,
  referencedBy: [],
});

const TABLES = [
  table('wallets', [column('status', { allowed: ['open', 'closed'] })]),
  table('users', []),
  table('categories', []),
  table('orders', [
    column('owner_id', { references: { table: 'users', column: null } }),
    column('status', { allowed: ['new', 'paid'] }),
    column('tier', { allowed: ['a', 'b'] }),
  ]),
];

describe('the table behind an argument', () => {
  it.each([
    ['wallet_id', 'wallets'],
    ['category_ids', 'categories'],
    ['primary_wallet_id', 'wallets'],
    ['owner_id', 'users'],
    ['id', undefined],
    ['wallet', undefined],
    ['ghost_id', undefined],
  ])('%s: %s', (name, expected) => {
    expect(referenceOf(name, TABLES)?.table.name).toBe(expected);
  });

  it('suggests what a CHECK allows, where it is clear which', () => {
    expect(suggestionsFor('tier', TABLES, 'wallets')).toEqual(['a', 'b']);
    expect(suggestionsFor('status', TABLES, 'orders')).toEqual(['new', 'paid']);
    expect(suggestionsFor('status', TABLES, 'users')).toBeNull();
    expect(suggestionsFor('none', TABLES, 'users')).toBeNull();
  });
});
