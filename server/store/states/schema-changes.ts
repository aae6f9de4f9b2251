import type { SchemaChange, TableColumn } from '../../../lib/contracts/evidence.ts';
import { isVirtual } from './state.ts';
import type { SchemaObject, State, StateTable } from './state.ts';
import type { TablePair } from './table-diff.ts';
import type { TablePairs } from './table-pairs.ts';

/** What happened to the schema, tables first, by name. */
export function schemaChanges(before: State, after: State, tables: TablePairs): SchemaChange[] {
  const changes = [
    ...tables.pairs.flatMap(tableChange),
    ...tables.added.map((table) => whole(table, 'added')),
    ...tables.removed.map((table) => whole(table, 'removed')),
    ...otherChanges(before, after),
  ];
  const order = ['table', 'view', 'index', 'trigger'];
  return changes.sort(
    (a, b) =>
      order.indexOf(a.type) - order.indexOf(b.type) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

function tableChange(pair: TablePair): SchemaChange[] {
  const { before, after } = pair;
  if (before.sql === after.sql && before.name === after.name) return [];
  const renamed = before.name.toLowerCase() !== after.name.toLowerCase();
  return [
    {
      type: 'table',
      name: after.name,
      change: renamed ? 'renamed' : 'changed',
      was: renamed ? before.name : null,
      sqlBefore: before.sql,
      sqlAfter: after.sql,
      columns: columnChanges(pair),
    },
  ];
}

function columnChanges({ before, after, from }: TablePair): SchemaChange['columns'] {
  const kept = new Set(from);
  const now = after.def.columns.flatMap((column, i): SchemaChange['columns'] => {
    const was = before.def.columns[from[i] ?? -1];
    const { name } = column;
    if (was === undefined) return [{ name, change: 'added', was: null }];
    if (was.name.toLowerCase() !== name.toLowerCase()) return [{ name, change: 'renamed', was: was.name }];
    return facts(was) === facts(column) ? [] : [{ name, change: 'changed', was: null }];
  });
  const gone = before.def.columns.flatMap(({ name }, i): SchemaChange['columns'] =>
    kept.has(i) ? [] : [{ name, change: 'removed', was: null }],
  );
  return [...now, ...gone];
}

function facts(column: TableColumn): string {
  return JSON.stringify({ ...column, rowTimestamp: null });
}

function whole({ name, sql, def }: StateTable, change: 'added' | 'removed'): SchemaChange {
  const columns = def.columns.map((column) => ({ name: column.name, change, was: null }));
  return { ...object({ type: 'table', name, sql }, change), columns };
}

/** Views, indexes, triggers and virtual tables, by type and name. */
function otherChanges(before: State, after: State): SchemaChange[] {
  const others = (state: State) =>
    state.objects.filter(({ type, sql }) => type !== 'table' || isVirtual(sql));
  const id = ({ type, name }: SchemaObject) => `${type} ${name.toLowerCase()}`;
  const old = new Map(others(before).map((item) => [id(item), item]));
  const changes = others(after).flatMap((item) => {
    const was = old.get(id(item));
    old.delete(id(item));
    if (was === undefined) return [object(item, 'added')];
    if (was.sql === item.sql) return [];
    return [{ ...object(item, 'changed'), sqlBefore: was.sql }];
  });
  return [...changes, ...[...old.values()].map((item) => object(item, 'removed'))];
}

function object(
  { type, name, sql }: Pick<SchemaObject, 'type' | 'name' | 'sql'>,
  change: 'added' | 'removed' | 'changed',
): SchemaChange {
  return {
    type,
    name,
    change,
    was: null,
    sqlBefore: change === 'removed' ? sql : null,
    sqlAfter: change === 'removed' ? null : sql,
    columns: [],
  };
}
