import type { TableColumn, TableInfo } from '../../lib/contracts/evidence.ts';

export interface Reference {
  readonly table: TableInfo;
  /** The column that the ids stand in. */
  readonly column: TableColumn;
}

/**
 * The table whose rows an argument names: where columns of the same name point, else the table that its name speaks of
 * (`wallet_id`, `primary_clinic_id`, `address_ids`). A guess: it may help, never hinder.
 */
export function referenceOf(name: string, tables: readonly TableInfo[]): Reference | null {
  const base = /^(.+)_ids?$/.exec(name.toLowerCase())?.[1];
  if (base === undefined) return null;
  const pointed = new Set(
    tables.flatMap(({ columns }) =>
      columns.flatMap((column) =>
        column.references !== null && column.name.toLowerCase() === `${base}_id`
          ? [column.references.table]
          : [],
      ),
    ),
  );
  const [only] = pointed;
  if (pointed.size === 1 && only !== undefined) return withKey(tables.find((table) => table.name === only));
  const words = base.split('_');
  for (let from = 0; from < words.length; from += 1) {
    const wanted = plurals(words.slice(from).join('_'));
    const found = tables.find((table) => table.kind === 'table' && wanted.includes(table.name.toLowerCase()));
    if (found !== undefined) return withKey(found);
  }
  return null;
}

function withKey(table: TableInfo | undefined): Reference | null {
  const keys = table?.columns.filter(({ primaryKey }) => primaryKey > 0) ?? [];
  const [column] = keys;
  return table === undefined || column === undefined || keys.length > 1 ? null : { table, column };
}

function plurals(word: string): readonly string[] {
  return [word, `${word}s`, `${word}es`, word.endsWith('y') ? `${word.slice(0, -1)}ies` : word];
}

/** What a CHECK lets a column of this name hold, where all tables that have one agree, or this one says so. */
export function suggestionsFor(
  name: string,
  tables: readonly TableInfo[],
  group: string,
): readonly string[] | null {
  const found = tables.flatMap((table) => {
    const allowed = table.columns.find((column) => column.name === name)?.allowed ?? null;
    return allowed === null ? [] : [{ table: table.name, allowed }];
  });
  const own = found.find(({ table }) => table === group);
  if (own !== undefined) return own.allowed;
  const [first, ...others] = found;
  if (first === undefined) return null;
  return others.every(({ allowed }) => allowed.join('\n') === first.allowed.join('\n'))
    ? first.allowed
    : null;
}
