/**
 * What an episode left behind, as rows that differ from the seed: the lines of the normalised form with what people read of
 * them. Two ends are compared by their lines. Pure.
 */

export interface EndCell {
  readonly column: string;
  /** As text; null is NULL. Absent where the row was not there. */
  readonly was?: string | null;
  readonly now?: string | null;
}

export interface EndRow {
  /** The line of the normalised form: equal for equal changes. */
  readonly line: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'schema';
  readonly table: string;
  /** Of a row of the seed; null for one that came after it. */
  readonly key: string | null;
  /** What people call the row. */
  readonly label: string | null;
  /** Added: all but generated keys. Removed: none. Changed: those that changed. */
  readonly cells: readonly EndCell[];
}

export interface EndDifference {
  /** Rows changed here that the reference leaves alone. */
  readonly collateral: readonly EndRow[];
  /** Rows that the reference changes, left alone here. */
  readonly omitted: readonly EndRow[];
  /** The same row, changed otherwise. */
  readonly differs: readonly { readonly reference: EndRow; readonly here: EndRow }[];
  /** Changes in both. */
  readonly same: number;
}

/**
 * Compares an end with the reference. Rows of the seed are the same by table and key. An added row that the reference lacks
 * is paired with one that is missing here, of the same table, most alike first: the order with another quantity is one
 * difference, not an extra order and an omitted one. Rows of one table that share no value are not paired.
 */
export function compareEnds(reference: readonly EndRow[], here: readonly EndRow[]): EndDifference {
  const missing = new Map<string, EndRow[]>();
  for (const row of reference) push(missing, row.line, row);
  const extra: EndRow[] = [];
  let same = 0;
  for (const row of here) {
    if (missing.get(row.line)?.pop() === undefined) extra.push(row);
    else same += 1;
  }
  const lacking = new Map<string, EndRow[]>();
  for (const row of [...missing.values()].flat()) push(lacking, placeOf(row), row);
  const collateral: EndRow[] = [];
  const differs: { reference: EndRow; here: EndRow }[] = [];
  const added = new Map<string, EndRow[]>();
  for (const row of extra) {
    if (row.kind === 'added') {
      push(added, placeOf(row), row);
      continue;
    }
    const other = lacking.get(placeOf(row))?.pop();
    if (other === undefined) collateral.push(row);
    else differs.push({ reference: other, here: row });
  }
  for (const [place, rows] of added) {
    const { pairs, left } = pairAlike(lacking.get(place) ?? [], rows);
    differs.push(...pairs);
    collateral.push(...left);
  }
  return { collateral, omitted: [...lacking.values()].flat(), differs, same };
}

/** The first cell in which a row differs from the reference's; row times last, since they say least. */
export function firstOtherCell({ differs }: Pick<EndDifference, 'differs'>) {
  const cells = differs.flatMap(({ reference, here }) => {
    const wanted = new Map(reference.cells.map(({ column, now }) => [column, now ?? null]));
    return here.cells
      .filter(({ column, now }) => wanted.has(column) && wanted.get(column) !== (now ?? null))
      .map(({ column, now }) => ({
        table: here.table,
        column,
        here: now ?? null,
        reference: wanted.get(column) ?? null,
      }));
  });
  return cells.find(({ column }) => !ROW_TIME.test(column)) ?? cells[0] ?? null;
}

/** More pairs than this are not weighed: then rows are paired in order. */
const WEIGHED = 10_000;

/** Takes the paired rows out of `missing`. */
function pairAlike(missing: EndRow[], rows: readonly EndRow[]) {
  const pairs: { reference: EndRow; here: EndRow }[] = [];
  if (missing.length * rows.length > WEIGHED) {
    const count = Math.min(missing.length, rows.length);
    for (const here of rows.slice(0, count)) {
      const reference = missing.pop();
      if (reference !== undefined) pairs.push({ reference, here });
    }
    return { pairs, left: rows.slice(count) };
  }
  const weighed = rows.flatMap((here) =>
    missing.map((reference) => ({ here, reference, alike: alike(reference, here) })),
  );
  weighed.sort((a, b) => b.alike - a.alike);
  const taken = new Set<EndRow>();
  for (const { here, reference, alike: score } of weighed) {
    if (score === 0 || taken.has(here) || taken.has(reference)) continue;
    taken.add(here);
    taken.add(reference);
    pairs.push({ reference, here });
  }
  const rest = missing.filter((row) => !taken.has(row));
  missing.splice(0, missing.length, ...rest);
  return { pairs, left: rows.filter((row) => !taken.has(row)) };
}

function alike(a: EndRow, b: EndRow): number {
  const values = new Map(a.cells.map(({ column, now }) => [column, now]));
  return b.cells.filter(({ column, now }) => now !== null && values.get(column) === now).length;
}

/** Rows of one place may be the same row, changed otherwise. */
function placeOf({ kind, table, key, line }: EndRow): string {
  if (kind === 'schema') return line;
  return kind === 'added' ? `+${table}` : `${table}\n${key ?? ''}`;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** One part of what changed, for people: `appointments 4: start → 14:30`, `1 new order`. */
export type EndPart =
  | {
      readonly kind: 'changed';
      readonly table: string;
      readonly key: string;
      readonly label: string | null;
      readonly column: string;
      readonly now: string | null;
      /** Further cells of the row that changed. */
      readonly more: number;
    }
  | {
      readonly kind: 'changed_rows' | 'added' | 'removed' | 'schema';
      readonly table: string;
      readonly count: number;
    };

/** Rows of one table that are named one by one; more are counted. */
const NAMED = 2;
const ROW_TIME = /(^|_)(created|updated|modified|changed|edited)(_|$)/i;

/** What an end changed, in few parts: changed rows first, by table. */
export function summarise(rows: readonly EndRow[]): EndPart[] {
  const parts: EndPart[] = [];
  const byTable = (kind: EndRow['kind']) => {
    const tables = new Map<string, EndRow[]>();
    for (const row of rows) if (row.kind === kind) push(tables, row.table, row);
    return tables;
  };
  for (const [table, changed] of byTable('changed')) {
    if (changed.length > NAMED) {
      parts.push({ kind: 'changed_rows', table, count: changed.length });
      continue;
    }
    for (const row of changed) {
      const told = row.cells.filter(({ column }) => !ROW_TIME.test(column));
      const cell = told[0] ?? row.cells[0];
      if (cell === undefined) continue;
      const more = Math.max(0, told.length - 1);
      const { key, label } = row;
      parts.push({
        kind: 'changed',
        table,
        key: key ?? '',
        label,
        column: cell.column,
        now: cell.now ?? null,
        more,
      });
    }
  }
  for (const kind of ['added', 'removed', 'schema'] as const)
    for (const [table, found] of byTable(kind)) parts.push({ kind, table, count: found.length });
  return parts;
}
