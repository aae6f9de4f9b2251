import { describe, expect, it } from 'vitest';
import { checksOf } from './checks.ts';

describe('checksOf', () => {
  it('takes true and false members, also one level down', () => {
    expect(checksOf('{"result": "complete", "loan_exists": true, "checks": {"due": false}}')).toEqual([
      { name: 'loan_exists', passed: true, note: null },
      { name: 'checks.due', passed: false, note: null },
    ]);
  });

  it('takes lists of outcomes with their names and reasons', () => {
    expect(checksOf('{"checks": [{"name": "a", "passed": true}, {"ok": false, "message": "b"}, 3]}')).toEqual(
      [
        { name: 'a', passed: true, note: null },
        { name: 'checks[1]', passed: false, note: 'b' },
      ],
    );
  });

  it('finds none where there is none', () => {
    expect(checksOf('"complete"')).toEqual([]);
    expect(checksOf('not JSON')).toEqual([]);
  });
});
