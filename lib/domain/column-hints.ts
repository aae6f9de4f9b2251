import { sqlTokens } from './sql-tokens.ts';

/** What a person sees in a table's columns beyond their declared types. Pure. */

interface NamedColumn {
  readonly name: string;
  readonly type: string;
  readonly primaryKey: number;
  readonly defaultSql: string | null;
}

/** Names by which a person calls a row, best first. */
const LABELS = [
  'name',
  'full_name',
  'display_name',
  'title',
  'label',
  'username',
  'email',
  'code',
  'symbol',
  'sku',
  'slug',
  'subject',
  'number',
  'reference',
  'first_name',
];

/** The column that names a table's rows: one with a telling name, else the first text that is no key. */
export function labelColumn(
  columns: readonly (NamedColumn & { readonly references: unknown })[],
): number | null {
  const names = columns.map(({ name }) => plain(name));
  for (const label of LABELS) {
    const exact = names.indexOf(label);
    if (exact >= 0) return exact;
  }
  for (const label of LABELS) {
    const ending = names.findIndex((name) => name.endsWith(`_${label}`));
    if (ending >= 0 && isText(columns[ending]?.type ?? '')) return ending;
  }
  const first = columns.findIndex(
    ({ type, primaryKey, references, ...column }) =>
      isText(type) &&
      primaryKey === 0 &&
      references === null &&
      !isRowTimestamp({ type, primaryKey, ...column }),
  );
  return first < 0 ? null : first;
}

const ROW_TIME =
  /^(?:(?:date|time|datetime|timestamp)_?)?(?:created|updated|modified|inserted|last_(?:updated|modified|changed|edited)|changed|edited)_?(?:at|on|date|time|datetime|timestamp|ts|utc|date_?time|at_utc)?$/;
const BARE = new Set(['created', 'updated', 'modified', 'timestamp']);
const CLOCK_DEFAULT =
  /\bcurrent_(?:timestamp|date|time)\b|\b(?:datetime|date|time|strftime|julianday|unixepoch)\s*\([^)]*'now'/i;

/** The row's own times, set by a clock: not the business's dates (due_date, valid_until, starts_at). */
export function isRowTimestamp(column: NamedColumn): boolean {
  const name = plain(column.name);
  const timeLike = /^$|date|time|text|char|int|real|numeric|string/i.test(column.type);
  if (BARE.has(name) || ROW_TIME.test(name)) return timeLike;
  return (
    column.defaultSql !== null &&
    CLOCK_DEFAULT.test(column.defaultSql) &&
    /(?:^|_)(?:at|on|timestamp|ts)$/.test(name)
  );
}

/**
 * Literals of `CHECK (column IN (…))` in a table's SQL, by column name in lower case; also within
 * `column IS NULL OR column IN (…)`. Anything less simple is left out.
 */
export function allowedValues(sql: string): Map<string, string[]> {
  const tokens = sqlTokens(sql);
  const found = new Map<string, string[]>();
  tokens.forEach((token, i) => {
    if (token.kind !== 'word' || token.text.toLowerCase() !== 'check') return;
    const list = checkList(tokens, i + 1);
    if (list !== undefined && !found.has(list.column)) found.set(list.column, list.values);
  });
  return found;
}

type Token = ReturnType<typeof sqlTokens>[number];

/** Reads `( [ ( ] [c IS NULL OR] c IN ( literals ) [OR c IS NULL] [ ) ] )` from the token after CHECK. */
function checkList(tokens: readonly Token[], from: number): { column: string; values: string[] } | undefined {
  let at = from;
  const take = (text: string) =>
    tokens[at]?.kind !== 'string' && tokens[at]?.text.toLowerCase() === text && ++at > 0;
  let open = 0;
  while (take('(')) open++;
  if (open === 0) return undefined;
  let column = nameOf(tokens[at++]);
  if (column === undefined) return undefined;
  if (take('is')) {
    if (!take('null') || !take('or')) return undefined;
    if (nameOf(tokens[at++]) !== column) return undefined;
  }
  column = column.toLowerCase();
  if (!take('in') || !take('(')) return undefined;
  const values: string[] = [];
  for (;;) {
    const sign = take('-') ? '-' : '';
    const token = tokens[at++];
    if (
      token === undefined ||
      (token.kind !== 'string' && token.kind !== 'number' && token.kind !== 'quoted')
    )
      return undefined;
    values.push(sign + token.text);
    if (take(')')) break;
    if (!take(',')) return undefined;
  }
  if (take('or') && (nameOf(tokens[at++])?.toLowerCase() !== column || !take('is') || !take('null')))
    return undefined;
  for (; open > 0; open--) if (!take(')')) return undefined;
  return { column, values };
}

function nameOf(token: Token | undefined): string | undefined {
  return token?.kind === 'word' || token?.kind === 'quoted' ? token.text : undefined;
}

function plain(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function isText(type: string): boolean {
  return /char|text|clob|string/i.test(type);
}
