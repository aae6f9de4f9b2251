import type { Failure, Report } from './junit.ts';

/**
 * A test that failed in a run of thousands and passes alone is unsteady: a race, of the test or of the product. It does
 * not stop a change that has no part in it, but it is named in the last lines, to be mended (ADR 035).
 */

/** So many failed tests may be tried again; more are no moment's fault. */
export const MOST_AGAIN = 3;

export interface Settled extends Report {
  readonly unsteady: readonly Failure[];
}

/** Whether the failed tests of a run are few enough, and all known by name, to be tried once more. */
export function triesAgain({ failed, failures }: Report): boolean {
  return failed > 0 && failed <= MOST_AGAIN && failures.every(({ file }) => file !== '');
}

/**
 * @param first of the whole run
 * @param again of the failed tests alone; it may hold others of their files, which passed before
 */
export function settled(first: Report, again: Report): Settled {
  const still = new Set(again.failures.map(nameOf));
  const unsteady = first.failures.filter((failure) => !still.has(nameOf(failure)));
  // A second run that found none of them has shown nothing.
  if (again.passed === 0) return { ...first, unsteady: [] };
  return {
    passed: first.passed + first.failed - again.failed,
    failed: again.failed,
    skipped: first.skipped,
    failures: again.failures,
    unsteady,
  };
}

function nameOf({ file, test }: Failure): string {
  return `${file}\0${test}`;
}
