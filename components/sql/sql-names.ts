import type { TableInfo } from '../../lib/contracts/evidence.ts';
import { t } from './messages.ts';

/** A name as SQL takes it: bare where that is plain, else in double quotes. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED.has(name.toUpperCase())
    ? name
    : `"${name.replaceAll('"', '""')}"`;
}

/** Words that tables are called by and SQLite does not take bare. */
const RESERVED: ReadonlySet<string> = new Set(
  'ALL ALTER AND AS BETWEEN CASE CHECK COMMIT CREATE DEFAULT DELETE DISTINCT DROP ELSE EXISTS FROM GROUP HAVING IN INDEX INSERT INTO IS ISNULL JOIN LIMIT NOT NOTNULL NULL ON OR ORDER PRIMARY REFERENCES SELECT SET TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING VALUES WHEN WHERE'.split(
    ' ',
  ),
);

interface Example {
  readonly id: string;
  readonly label: string;
  readonly sql: string;
}

/** Queries to begin with, on a table that the viewed step wrote, or the first one. */
export function examplesFor(tables: readonly TableInfo[], touched: readonly string[]): readonly Example[] {
  const table = tables.find(({ name }) => touched.includes(name)) ?? tables[0];
  const schema = {
    id: 'schema',
    label: t('sql.exampleSchema'),
    sql: 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
  };
  if (table === undefined) return [schema];
  const name = quoteName(table.name);
  const values = { table: table.name };
  return [
    { id: 'rows', label: t('sql.exampleRows', values), sql: `SELECT * FROM ${name} LIMIT 100` },
    {
      id: 'new',
      label: t('sql.exampleNew', values),
      sql: `SELECT * FROM main.${name}\nEXCEPT\nSELECT * FROM initial.${name}`,
    },
    {
      id: 'gone',
      label: t('sql.exampleGone', values),
      sql: `SELECT * FROM initial.${name}\nEXCEPT\nSELECT * FROM main.${name}`,
    },
    {
      id: 'counts',
      label: t('sql.exampleCounts', values),
      sql: `SELECT (SELECT count(*) FROM initial.${name}) AS at_start,\n       (SELECT count(*) FROM main.${name}) AS now`,
    },
    schema,
  ];
}
