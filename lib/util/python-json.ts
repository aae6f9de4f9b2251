/**
 * Why Python's `json.loads` refuses a text, in its own words: clients of the reference server read these messages.
 * A port of the decoder's rules (CPython 3.11, Modules/_json.c); it only looks for the error, values are not built.
 */

/** `message` is what `str(json.JSONDecodeError)` gives, e.g. `Expecting value: line 1 column 1 (char 0)`. */
export class PythonJsonError extends Error {
  /** The message without its position. */
  readonly reason: string;
  /** In code points, as Python counts. */
  readonly position: number;

  constructor(reason: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    const position = codePoints(before);
    const line = before.split('\n').length;
    const column = codePoints(before.slice(lineStart)) + 1;
    super(`${reason}: line ${line} column ${column} (char ${position})`);
    this.name = 'PythonJsonError';
    this.reason = reason;
    this.position = position;
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const high = text.charCodeAt(i);
    if (high >= 0xd800 && high <= 0xdbff) {
      const low = text.charCodeAt(i + 1);
      if (low >= 0xdc00 && low <= 0xdfff) i++;
    }
    count++;
  }
  return count;
}

/** The error of the first thing Python refuses; undefined where Python takes the text. Offsets are UTF-16 units. */
export function pythonJsonError(text: string): PythonJsonError | undefined {
  if (text.startsWith('\ufeff')) {
    return new PythonJsonError('Unexpected UTF-8 BOM (decode using utf-8-sig)', text, 0);
  }
  try {
    const end = skipSpace(text, scanValue(text, skipSpace(text, 0)));
    return end === text.length ? undefined : new PythonJsonError('Extra data', text, end);
  } catch (error) {
    if (error instanceof PythonJsonError) return error;
    throw error;
  }
}

function skipSpace(text: string, at: number): number {
  let index = at;
  for (;;) {
    const char = text[index];
    if (char !== ' ' && char !== '\n' && char !== '\t' && char !== '\r') return index;
    index++;
  }
}

const WORDS = ['null', 'true', 'false', 'NaN', 'Infinity', '-Infinity'] as const;
const NUMBER = /-?(?:[1-9]\d*|0)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Returns the offset after the value that starts at `at`. */
function scanValue(text: string, at: number): number {
  switch (text[at]) {
    case '"':
      return scanString(text, at);
    case '{':
      return scanObject(text, at + 1);
    case '[':
      return scanArray(text, at + 1);
    default:
  }
  for (const word of WORDS) {
    if (text.startsWith(word, at)) return at + word.length;
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text);
  if (number === null) throw new PythonJsonError('Expecting value', text, at);
  return at + number[0].length;
}

function scanObject(text: string, start: number): number {
  let at = skipSpace(text, start);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') {
      throw new PythonJsonError('Expecting property name enclosed in double quotes', text, at);
    }
    at = skipSpace(text, scanString(text, at));
    if (text[at] !== ':') throw new PythonJsonError("Expecting ':' delimiter", text, at);
    at = skipSpace(text, scanValue(text, skipSpace(text, at + 1)));
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') throw new PythonJsonError("Expecting ',' delimiter", text, at);
    at = skipSpace(text, at + 1);
  }
}

function scanArray(text: string, start: number): number {
  let at = skipSpace(text, start);
  if (text[at] === ']') return at + 1;
  for (;;) {
    at = skipSpace(text, scanValue(text, at));
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') throw new PythonJsonError("Expecting ',' delimiter", text, at);
    at = skipSpace(text, at + 1);
  }
}

/** `begin` is the offset of the opening quote. */
function scanString(text: string, begin: number): number {
  let at = begin + 1;
  for (;;) {
    while (at < text.length && text[at] !== '"' && text[at] !== '\\') {
      if (text.charCodeAt(at) <= 0x1f) throw new PythonJsonError('Invalid control character at', text, at);
      at++;
    }
    if (text[at] === '"') return at + 1;
    if (at + 1 >= text.length) throw new PythonJsonError('Unterminated string starting at', text, begin);
    const escape = text.charAt(at + 1);
    if (escape === 'u') at = scanUnicodeEscape(text, at + 2);
    else if ('"\\/bfnrt'.includes(escape)) at += 2;
    else throw new PythonJsonError('Invalid \\escape', text, at);
  }
}

/** `at` is the offset of the first hexadecimal digit. A high surrogate makes the decoder read its partner at once. */
function scanUnicodeEscape(text: string, at: number): number {
  const code = hexDigits(text, at);
  const end = at + 4;
  const isHigh = code >= 0xd800 && code <= 0xdbff;
  if (isHigh && end + 6 < text.length && text.startsWith('\\u', end)) {
    const low = hexDigits(text, end + 2);
    if (low >= 0xdc00 && low <= 0xdfff) return end + 6;
  }
  return end;
}

function hexDigits(text: string, at: number): number {
  const digits = text.slice(at, at + 4);
  if (at + 4 >= text.length || !/^[0-9a-fA-F]{4}$/.test(digits)) {
    throw new PythonJsonError('Invalid \\uXXXX escape', text, at - 1);
  }
  return Number.parseInt(digits, 16);
}
