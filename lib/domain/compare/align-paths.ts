import { matchTokens } from './match-tokens.ts';

/** Steps of runs beside each other: those that are the same call, or led to the same state, in one row. Pure. */

export type AlignBy = 'call' | 'state';

/** As much of a step as aligning looks at; see `pathStepSchema`. */
export interface AlignedStep {
  readonly call: string;
  readonly state: string | null;
}

export interface AlignedRow {
  /** Per run the index of its step; null where it has none here. */
  readonly cells: readonly (number | null)[];
  /** Every run has a step here, and all of them are the same. */
  readonly same: boolean;
}

export interface Alignment {
  readonly rows: readonly AlignedRow[];
  /** Rows from the first on that are the same in all runs. */
  readonly sharedPrefix: number;
  /** The first row in which they are not; null where they never part. */
  readonly firstDivergence: number | null;
}

/**
 * Aligns runs one after another to those before. Each step of each run is in exactly one row, in order; equal runs align
 * fully. Steps between two matches that match nothing stand side by side.
 */
export function alignPaths(runs: readonly (readonly AlignedStep[])[], by: AlignBy): Alignment {
  const tokens = runs.map((steps) => steps.map((step) => tokenOf(step, by)));
  let rows: (number | null)[][] = [];
  tokens.forEach((own, run) => {
    const rowTokens = rows.map((cells) => ofRow(cells, tokens));
    rows = join(
      rows,
      own,
      run,
      matchTokens(
        rowTokens,
        own.map((token) => [token]),
      ),
    );
  });
  const aligned = rows.map((cells) => ({ cells, same: isSame(cells, tokens) }));
  const first = aligned.findIndex(({ same }) => !same);
  return {
    rows: aligned,
    sharedPrefix: first === -1 ? aligned.length : first,
    firstDivergence: first === -1 ? null : first,
  };
}

/** A state that is not known is told by its call. */
function tokenOf({ call, state }: AlignedStep, by: AlignBy): string {
  return by === 'call' || state === null ? `call ${call}` : `state ${state}`;
}

function ofRow(cells: readonly (number | null)[], tokens: readonly (readonly string[])[]): string[] {
  return cells.flatMap((at, run) => (at === null ? [] : [tokens[run]?.[at] ?? '']));
}

function isSame(cells: readonly (number | null)[], tokens: readonly (readonly string[])[]): boolean {
  return !cells.includes(null) && new Set(ofRow(cells, tokens)).size === 1;
}

function join(
  rows: readonly (readonly (number | null)[])[],
  own: readonly string[],
  run: number,
  matches: readonly (readonly [row: number, step: number])[],
): (number | null)[][] {
  const joined: (number | null)[][] = [];
  const blank = Array.from({ length: run }, () => null);
  const between = (rowEnd: number, stepEnd: number): void => {
    for (; row < rowEnd || step < stepEnd; row += 1, step += 1) {
      const cells = row < rowEnd ? (rows[row] ?? blank) : blank;
      joined.push([...cells, step < stepEnd ? step : null]);
    }
    row = rowEnd;
    step = stepEnd;
  };
  let row = 0;
  let step = 0;
  for (const [matchedRow, matchedStep] of matches) {
    between(matchedRow, matchedStep);
    between(matchedRow + 1, matchedStep + 1);
  }
  between(rows.length, own.length);
  return joined;
}
