import { useMemo } from 'react';
import type { PathStep, RunPath } from '../../lib/contracts/branches.ts';
import { type AlignBy, alignPaths } from '../../lib/domain/compare/index.ts';

/** A row of the comparison. */
export type CompareRow =
  | { readonly kind: 'seed' }
  /** So many first steps are the same in all runs. */
  | { readonly kind: 'folded'; readonly count: number; readonly open: boolean }
  | {
      readonly kind: 'steps';
      /** Position in the alignment, from 0. */
      readonly index: number;
      readonly steps: readonly (PathStep | null)[];
      readonly same: boolean;
      /** The first one that is not the same. */
      readonly diverges: boolean;
    }
  | { readonly kind: 'end' };

/** Fewer same steps than this are not folded. */
const FOLDED_FROM = 3;

/** The steps of the runs in rows, the shared beginning as one line until it is opened. */
export function useAligned(
  paths: readonly RunPath[],
  by: AlignBy,
  unfolded: boolean,
): { readonly rows: readonly CompareRow[]; readonly divergesAt: number | null } {
  const alignment = useMemo(
    () =>
      alignPaths(
        paths.map(({ steps }) => steps),
        by,
      ),
    [paths, by],
  );
  return useMemo(() => {
    const { sharedPrefix, firstDivergence } = alignment;
    const folds = paths.length > 1 && sharedPrefix >= FOLDED_FROM;
    const rows: CompareRow[] = [{ kind: 'seed' }];
    if (folds) rows.push({ kind: 'folded', count: sharedPrefix, open: unfolded });
    alignment.rows.forEach(({ cells, same }, index) => {
      if (folds && !unfolded && index < sharedPrefix) return;
      const steps = cells.map((at, run) => (at === null ? null : (paths[run]?.steps[at] ?? null)));
      rows.push({ kind: 'steps', index, steps, same, diverges: index === firstDivergence });
    });
    rows.push({ kind: 'end' });
    const divergesAt = rows.findIndex((row) => row.kind === 'steps' && row.diverges);
    return { rows, divergesAt: divergesAt < 0 ? null : divergesAt };
  }, [alignment, paths, unfolded]);
}
