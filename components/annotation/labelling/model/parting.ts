import type { StepRow } from './rows.ts';

/** Where a run of a pair leaves what both did: its first own step; `ended` where it has none. Null: not known, or no pair. */
export type PartsAt = number | 'ended' | null;

/** How a row stands to the other run: both did it, here they part, or it is this run's own. Null: not known. */
export function partingOf(
  rows: readonly StepRow[],
  row: StepRow,
  partsAt: PartsAt,
): 'same' | 'parts' | 'own' | null {
  if (partsAt === null) return null;
  if (partsAt === 'ended' || row.seq < partsAt) return 'same';
  return rows.find(({ seq }) => seq >= partsAt) === row ? 'parts' : 'own';
}

/** The row that an item of a pair begins with: what both did is read once, if at all. */
export function firstOwnRow(rows: readonly StepRow[], partsAt: PartsAt): StepRow | undefined {
  if (partsAt === null) return undefined;
  return rows.find((row) => partingOf(rows, row, partsAt) === 'parts') ?? rows.at(-1);
}

interface Side {
  readonly rows: readonly StepRow[];
  readonly partsAt: PartsAt;
}

/** The row of the other run that stands beside one of this: as far from where they part. */
export function rowBeside(from: Side, rowId: string, to: Side): StepRow | undefined {
  const at = from.rows.findIndex(({ id }) => id === rowId);
  const index = at - originOf(from) + originOf(to);
  return to.rows[Math.min(to.rows.length - 1, Math.max(0, index))];
}

function originOf({ rows, partsAt }: Side): number {
  const own = firstOwnRow(rows, partsAt);
  return own === undefined ? 0 : rows.indexOf(own) + (partsAt === 'ended' ? 1 : 0);
}
