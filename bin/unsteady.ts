import type { TestCase } from './junit.ts';

/**
 * A test that failed in a run of thousands and passes alone is unsteady: a race, of the test or of the product. It does
 * not stop a change that has no part in it, but it is named in the last lines, to be mended (ADR 035).
 */

/** So many failed tests may be tried again; more are no moment's fault. */
export const MOST_AGAIN = 3;

export interface Settled {
  readonly cases: readonly TestCase[];
  readonly unsteady: readonly TestCase[];
}

export function failuresOf(cases: readonly TestCase[]): readonly TestCase[] {
  return cases.filter(({ state }) => state === 'failed');
}

/** The files to run once more: those of failed tests, where these are few and known by name; else none. */
export function filesToTryAgain(cases: readonly TestCase[]): readonly string[] {
  const failed = failuresOf(cases);
  const files = new Set(failed.map(({ file }) => file));
  return failed.length > MOST_AGAIN || files.has('') ? [] : [...files];
}

/**
 * @param first of the whole run
 * @param again of the files of its failed tests, which takes the place of what was said of them: tests that could not be run
 * after a failed one, or in a process that died, are in it
 */
export function settled(first: readonly TestCase[], again: readonly TestCase[]): Settled {
  const failed = failuresOf(first);
  const files = new Set(failed.map(({ file }) => file));
  // What failed of no file, or of another, is a failure all the same.
  const second = again.filter(({ file, state }) => files.has(file) || state === 'failed');
  const shown = new Set(second.filter(({ state }) => state === 'passed').map(({ file }) => file));
  // A second run in which nothing of a file passed has shown nothing.
  if ([...files].some((file) => !shown.has(file))) return { cases: first, unsteady: [] };
  const still = new Set(failuresOf(second).map(nameOf));
  return {
    cases: [...first.filter(({ file }) => !files.has(file)), ...second],
    unsteady: failed.filter((test) => !still.has(nameOf(test))),
  };
}

function nameOf({ file, test }: TestCase): string {
  return `${file}\0${test}`;
}
