import { expect, it } from 'vitest';
import { wellFormedJson } from './well-formed-json.ts';

it('replaces halves of surrogate pairs, in values and names, and touches nothing else', () => {
  const value = { 'k\ud800': ['a\udc00', '\ud83d\ude00', '\\ud800', '\\\ud800\ud800', '\u2028é'] };
  expect(JSON.parse(wellFormedJson(value))).toEqual({
    'k\ufffd': ['a\ufffd', '\ud83d\ude00', '\\ud800', '\\\ufffd\ufffd', '\u2028é'],
  });
  expect(wellFormedJson({ a: [1, null] })).toBe('{"a":[1,null]}');
});
