import { describe, expect, it } from 'vitest';
import type { Failure, Report } from './junit.ts';
import { MOST_AGAIN, settled, triesAgain } from './unsteady.ts';

const late: Failure = { file: 'a.test.ts', test: 'waits', why: 'too late' };
const wrong: Failure = { file: 'b.test.ts', test: 'adds', why: '3 is not 2' };

function report(passed: number, failures: readonly Failure[]): Report {
  return { passed, failed: failures.length, skipped: 1, failures };
}

describe('a failed test', () => {
  it('that passes alone counts as passed and is named', () => {
    expect(settled(report(10, [late]), report(4, []))).toEqual({ ...report(11, []), unsteady: [late] });
  });

  it('that fails again has failed', () => {
    expect(settled(report(10, [late, wrong]), report(4, [wrong]))).toEqual({
      ...report(11, [wrong]),
      unsteady: [late],
    });
  });

  it('of a second run that ran nothing has failed', () => {
    const crashed = report(0, [{ file: '', test: 'vitest', why: 'ended with 1' }]);
    expect(settled(report(10, [late]), crashed)).toEqual({ ...report(10, [late]), unsteady: [] });
    expect(settled(report(10, [late]), report(0, []))).toEqual({ ...report(10, [late]), unsteady: [] });
  });

  it('is tried again beside few others only, and where it has a name', () => {
    expect(triesAgain(report(10, []))).toBe(false);
    expect(triesAgain(report(10, [late, wrong]))).toBe(true);
    expect(
      triesAgain(
        report(
          10,
          Array.from({ length: MOST_AGAIN + 1 }, () => late),
        ),
      ),
    ).toBe(false);
    expect(triesAgain(report(10, [{ file: '', test: 'vitest', why: 'ended with 1' }]))).toBe(false);
  });
});
