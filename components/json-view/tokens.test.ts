import { describe, expect, it } from 'vitest';
import { tokenizeJson } from './tokens.ts';

describe('tokenizeJson', () => {
  it('tells keys, strings, numbers and literals apart and loses nothing', () => {
    const text = '{"a": "x:\\"1\\"", "b": [-1.5e3, true, null]}';
    const tokens = tokenizeJson(text);
    expect(tokens.map((token) => token.text).join('')).toBe(text);
    expect(tokens.filter((token) => token.kind !== 'plain').map((token) => token.kind)).toEqual([
      'key',
      'string',
      'key',
      'number',
      'literal',
      'literal',
    ]);
  });

  it('leaves text that is not JSON whole', () => {
    const text = 'Error calling x. Status code: 404. Response: {"detail":"no';
    expect(
      tokenizeJson(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  });
});
