import type { TryRow } from '../../lib/contracts/workbench.ts';

export type Shown = 'all' | 'flips' | 'disagree';

export function isShown(row: TryRow, shown: Shown): boolean {
  if (shown === 'flips') return row.flips || row.evidence === 'differs';
  return shown === 'all' || row.agrees === false;
}

/** What deserves a look first: the pinned run, flips away from the label, towards it, other flips, disagreements. */
export function rankOf(row: TryRow, pinned: string | null): number {
  if (row.run === pinned) return 0;
  if (row.moved === 'broken') return 1;
  if (row.moved === 'fixed') return 2;
  if (row.flips || row.evidence === 'differs') return 3;
  if (row.agrees === false) return 4;
  return 5;
}

/** Rows in the order of looking; while they come in, in their own, so that none jumps away. */
export function orderRows(
  rows: readonly TryRow[],
  look: { readonly shown: Shown; readonly pinned: string | null; readonly settled: boolean },
): readonly TryRow[] {
  const { shown, pinned, settled } = look;
  const wanted = rows.filter((row) => isShown(row, shown));
  if (!settled) return wanted;
  return wanted.toSorted((a, b) => rankOf(a, pinned) - rankOf(b, pinned) || a.at - b.at);
}

/** The first step at which a strip is true; null: at none. */
export function firstTrue(strip: string): number | null {
  const at = strip.indexOf('t');
  return at < 0 ? null : at;
}
