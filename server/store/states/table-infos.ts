import type { TableInfo } from '../../../lib/contracts/evidence.ts';
import { isVirtual } from './state.ts';
import type { SchemaObject, State, StateTable } from './state.ts';

/** Tables, virtual tables and views of a state, by name. */
export function tableInfos(state: State): TableInfo[] {
  const tables = state.tables();
  const others = state.objects.filter(
    ({ type, sql }) => type === 'view' || (type === 'table' && isVirtual(sql)),
  );
  return [
    ...tables.map((table) => tableInfo(table, tables)),
    ...others.map((object) => otherInfo(object)),
  ].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export function tableInfo(table: StateTable, tables: readonly StateTable[]): TableInfo {
  const { name, sql, def } = table;
  return {
    name,
    kind: 'table',
    sql,
    columns: [...def.columns],
    withoutRowid: def.withoutRowid,
    rows: table.count(),
    referencedBy: tables.flatMap((other) =>
      other.def.columns.flatMap(({ name: column, references }) =>
        references?.table.toLowerCase() === name.toLowerCase()
          ? [{ table: other.name, column, toColumn: references.column }]
          : [],
      ),
    ),
  };
}

function otherInfo({ type, name, sql }: SchemaObject): TableInfo {
  return {
    name,
    kind: type === 'view' ? 'view' : 'virtual',
    sql,
    columns: [],
    withoutRowid: false,
    rows: null,
    referencedBy: [],
  };
}
