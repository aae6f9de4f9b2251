import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseLossless, PythonJsonLimitError } from './lossless-json.ts';
import { pythonJsonError } from './python-json.ts';
import { floatRepr, pythonRepr } from './python-repr.ts';
import { isRawNumber, toNumber } from './raw-number.ts';

const PYTHON = new URL('../../.venv/bin/python', import.meta.url).pathname;

/** Runs a Python expression over each value of a list that is passed as JSON. */
function python(expression: string, values: readonly unknown[]): unknown[] {
  const script = `
import json, sys
def loads(x):
    try:
        return ['ok', json.dumps(json.loads(x))]
    except json.JSONDecodeError as e:
        return ['error', str(e)]
print(json.dumps([${expression} for x in json.load(sys.stdin)]))`;
  return JSON.parse(
    execFileSync(PYTHON, ['-c', script], { input: JSON.stringify(values), encoding: 'utf8' }),
  ) as unknown[];
}

/** A small deterministic generator, so that a failure can be repeated. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function round(text: string): string {
  return JSON.stringify(parseLossless(text));
}

describe('parseLossless', () => {
  it('keeps numbers as Python would write them again', () => {
    expect(round('{"a":1.0,"b":[9007199254740993,-0,-0.0],"c":1e5,"d":1e16,"e":1e-7,"f":1.50}')).toBe(
      '{"a":1.0,"b":[9007199254740993,0,-0.0],"c":100000.0,"d":1e+16,"e":1e-07,"f":1.5}',
    );
    expect(round('1E400'.replace('400', '2'))).toBe('100.0');
  });

  it('gives plain values where nothing is lost', () => {
    expect(parseLossless('{"a":1,"b":"2.0","c":[true,null,0.5]}')).toEqual({
      a: 1,
      b: '2.0',
      c: [true, null, 0.5],
    });
    expect(isRawNumber(parseLossless('1.0'))).toBe(true);
    expect(toNumber(parseLossless('1.0'))).toBe(1);
    expect(toNumber('1')).toBeUndefined();
  });

  it('refuses what is not JSON though Python takes it, nesting without end and endless digits', () => {
    expect(() => parseLossless('[NaN]')).toThrow('Out of range float values are not JSON compliant');
    expect(() => parseLossless('[1e999]')).toThrow('Out of range float values are not JSON compliant');
    expect(() => parseLossless('['.repeat(5000))).toThrow(PythonJsonLimitError);
    expect(() => parseLossless('{"a":'.repeat(5000))).toThrow('decoding a JSON object');
    expect(() => parseLossless('9'.repeat(5000))).toThrow('Exceeds the limit (4300 digits)');
    expect(parseLossless(JSON.stringify('['.repeat(5000)))).toHaveLength(5000);
  });

  it('says what json.JSONDecodeError says', () => {
    expect(() => parseLossless('')).toThrow('Expecting value: line 1 column 1 (char 0)');
    expect(() => parseLossless('{"a":1}\n x')).toThrow('Extra data: line 2 column 2 (char 9)');
    expect(() => parseLossless('\ufeff{}')).toThrow('Unexpected UTF-8 BOM (decode using utf-8-sig)');
    expect(() => parseLossless('["😀😀" x]')).toThrow("Expecting ',' delimiter: line 1 column 7 (char 6)");
  });
});

describe.skipIf(!existsSync(PYTHON))('against Python itself', () => {
  const seeds = [
    '{"type":"step","data":{"type":"call_tool","tool_name":"x","arguments":{"a":[1,2.5,-3e-7,"\\u00e9\\ud83d\\ude00"],"b":null}}}',
    '[true, false, null, 1.0, 0, -1, 1e5, 12345678901234567890, "a\\"b\\\\c\\n"]',
    '{\n  "k" : "v\\u12ab",\n  "😀": [ { } , [ ] ]\n}',
    '"\\ud83d\\ude00 tail"',
  ];
  const parts = [
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\n',
    '\t',
    ' ',
    'u',
    '\\u',
    '\\ud83d',
    '0',
    '-',
    '.',
    'e',
    'n',
    't',
    '😀',
    '\u0001',
    '\ufeff',
  ];

  it('agrees on 2,000 mutated texts: accepted, value, message and place', () => {
    const random = randoms(7);
    const pick = <T>(list: readonly T[], otherwise: T): T =>
      list[Math.floor(random() * list.length)] ?? otherwise;
    const texts = Array.from({ length: 2000 }, () => {
      let text = pick(seeds, '');
      for (let n = 0; n <= random() * 3; n++) {
        const at = Math.floor(random() * (text.length + 1));
        const kind = random();
        if (kind < 0.4) text = text.slice(0, at) + pick(parts, '') + text.slice(at);
        else if (kind < 0.8) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
        else text = text.slice(0, at);
      }
      return text.isWellFormed() ? text : text.toWellFormed();
    });
    const wanted = python('loads(x)', texts) as [string, string][];
    texts.forEach((text, index) => {
      const [kind, value] = wanted[index] ?? [];
      const error = pythonJsonError(text);
      expect([text, error === undefined ? 'ok' : 'error', error?.message]).toEqual([
        text,
        kind,
        kind === 'error' ? value : undefined,
      ]);
      if (kind === 'ok' && value !== undefined && !/NaN|Infinity/.test(value)) {
        expect(parseLossless(text)).toEqual(parseLossless(value));
      }
    });
  });

  it('spells floats as repr does', () => {
    const random = randoms(11);
    const values = Array.from({ length: 500 }, () => (random() - 0.5) * 10 ** Math.floor(random() * 60 - 30));
    const all = [...values, 0, 1, 1e15, 1e16, 123456789012345680, 1e-4, 1e-5, 5e-324, 1.7976931348623157e308];
    expect(all.map(floatRepr)).toEqual(python('repr(float(x))', all));
  });

  it('spells values as repr does', () => {
    const all = [{ a: [1, 2.5, null, true], "it's": 'a\nb\u00a0é\u200b😀' }, 'both \' and "', '\\', [], {}];
    expect(all.map(pythonRepr)).toEqual(python('repr(x)', all));
  });
});
