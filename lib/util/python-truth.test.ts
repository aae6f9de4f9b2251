import { describe, expect, it } from 'vitest';
import { parseLossless } from './lossless-json.ts';
import { isTruthy } from './python-truth.ts';

describe('isTruthy', () => {
  it('is bool() of what json.loads gives', () => {
    for (const json of ['null', 'false', '0', '0.0', '-0.0', '""', '[]', '{}'])
      expect([json, isTruthy(parseLossless(json))]).toEqual([json, false]);
    for (const json of ['true', '1', '0.5', '12345678901234567890', '"0"', '[0]', '{"a":null}'])
      expect([json, isTruthy(parseLossless(json))]).toEqual([json, true]);
    expect(isTruthy(undefined)).toBe(false);
  });
});
