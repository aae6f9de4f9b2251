import { describe, expect, it } from 'vitest';
import type { TestCase } from './junit.ts';
import { filesToTryAgain, MOST_AGAIN, settled } from './unsteady.ts';

function test(name: string, state: TestCase['state'] = 'passed'): TestCase {
  const [file = '', test = ''] = name.split(':');
  return { file, test, state, why: state === 'failed' ? 'late' : '' };
}

const late = test('a:waits', 'failed');
const wrong = test('b:adds', 'failed');

describe('a failed test', () => {
  it('that passes alone counts as passed and is named', () => {
    const first = [test('c:one'), late, test('a:two')];
    expect(settled(first, [test('a:waits'), test('a:two')])).toEqual({
      cases: [test('c:one'), test('a:waits'), test('a:two')],
      unsteady: [late],
    });
  });

  it('that fails again has failed', () => {
    expect(settled([late, wrong], [test('a:waits'), test('b:takes'), wrong])).toEqual({
      cases: [test('a:waits'), test('b:takes'), wrong],
      unsteady: [late],
    });
  });

  it('takes those along that could not be run after it, and those of another file nowhere', () => {
    const first = [late, test('a:then', 'skipped'), test('ba:one')];
    const again = [test('a:waits'), test('a:then', 'failed'), test('ba:one')];
    expect(settled(first, again)).toEqual({
      cases: [test('ba:one'), test('a:waits'), test('a:then', 'failed')],
      unsteady: [late],
    });
  });

  it('that passes in a run that failed otherwise leaves that failure', () => {
    const crashed = test(':vitest', 'failed');
    expect(settled([late], [test('a:waits'), crashed])).toEqual({
      cases: [test('a:waits'), crashed],
      unsteady: [late],
    });
  });

  it('of a second run that showed nothing has failed', () => {
    const first = [test('c:one'), late];
    for (const again of [[], [test(':vitest', 'failed')], [test('a:waits', 'skipped')], [test('b:adds')]])
      expect(settled(first, again)).toEqual({ cases: first, unsteady: [] });
  });

  it('is tried again beside few others only, and where it has a name', () => {
    expect(filesToTryAgain([test('c:one')])).toEqual([]);
    expect(filesToTryAgain([late, test('a:two', 'failed'), wrong])).toEqual(['a', 'b']);
    expect(filesToTryAgain(Array.from({ length: MOST_AGAIN + 1 }, () => late))).toEqual([]);
    expect(filesToTryAgain([late, test(':vitest', 'failed')])).toEqual([]);
  });
});
