import { z } from 'zod';
import type { EndRow } from '../../../lib/domain/end-rows.ts';

/** A table that a verifier reads; columns null: not told, any of them. */
const tableReadSchema = z.object({ table: z.string(), columns: z.array(z.string()).nullable() });
export type TableRead = z.output<typeof tableReadSchema>;

/** What the verifiers of a task read of its passes, all of them together. Names in lower case, in order. */
export const readsSchema = z.object({
  tables: z.array(tableReadSchema),
  /** False: a verifier is not known yet, or cannot be watched; it may read more. */
  whole: z.boolean(),
});
export type Reads = z.output<typeof readsSchema>;

/** As earlier versions kept them: tables alone. */
const keptReads = z.array(z.union([z.string(), tableReadSchema]));

export function parseReads(text: string): TableRead[] {
  return keptReads
    .parse(JSON.parse(text))
    .map((read) => (typeof read === 'string' ? { table: read, columns: null } : read));
}

export function mergeReads(reads: readonly TableRead[]): TableRead[] {
  const tables = new Map<string, Set<string> | null>();
  for (const { table, columns } of reads) {
    const name = table.toLowerCase();
    const known = tables.get(name);
    if (columns === null || known === null) tables.set(name, null);
    else tables.set(name, new Set([...(known ?? []), ...columns.map((column) => column.toLowerCase())]));
  }
  return [...tables]
    .map(([table, columns]) => ({ table, columns: columns === null ? null : [...columns].sort() }))
    .sort((a, b) => (a.table < b.table ? -1 : 1));
}

/**
 * Whether no verifier reads a changed row: it reads another table, or of a row that only changed none of the columns that did.
 * Null: not known. Changes of the schema are no rows.
 */
export function isUnread({ kind, table, cells }: EndRow, reads: Reads | null): boolean | null {
  if (kind === 'schema') return false;
  if (reads === null) return null;
  const found = reads.tables.find((read) => read.table === table.toLowerCase());
  const { columns } = found ?? {};
  const isRead =
    columns === null ||
    (columns !== undefined &&
      (kind !== 'changed' ||
        cells.length === 0 ||
        cells.some(({ column }) => columns.includes(column.toLowerCase()))));
  if (isRead) return false;
  return reads.whole ? true : null;
}
