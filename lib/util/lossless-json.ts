import { pythonJsonError, PythonJsonError } from './python-json.ts';
import { floatRepr } from './python-repr.ts';
import { rawNumber, type RawNumber } from './raw-number.ts';

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Python's decoder gives up at about a thousand levels less the stack it stands on. */
const MAX_DEPTH = 900;
/** Python's limit for turning digits into an int. */
const MAX_INT_DIGITS = 4300;
/** May match inside a string: then the slow path is taken for nothing. */
const MAYBE_LOSSY = /(?:^|[\s:[,])-?(?:\d{16}|\d+[.eE])/;

/** What Python raises beside JSONDecodeError: nesting without end, integers of thousands of digits. */
export class PythonJsonLimitError extends Error {
  override readonly name = 'PythonJsonLimitError';
}

/**
 * JSON.parse that keeps numbers as Python would write them again: `1.0` stays `1.0`, 64-bit integers stay, `1e5` becomes
 * `100000.0`. Such numbers are `RawNumber`s, all others plain numbers. Where the engine cannot (an old browser), all are plain.
 *
 * NaN, Infinity and numbers past the range of a double, which Python's decoder takes, are refused: they are not JSON, no
 * later stage could carry them, and the reference fails on them one step later. Object keys that look like array indexes
 * are moved to the front, as JavaScript does.
 *
 * @throws PythonJsonError with the message of Python's json.JSONDecodeError
 * @throws PythonJsonLimitError
 */
export function parseLossless(text: string): unknown {
  refuseDeep(text);
  try {
    if (!MAYBE_LOSSY.test(text)) return JSON.parse(text);
    return parseWithSource(text, keepNumber);
  } catch (error) {
    if (error instanceof SyntaxError) throw pythonJsonError(text) ?? notFinite(text);
    if (error instanceof NotFiniteError) throw notFinite(text);
    throw error;
  }
}

class NotFiniteError extends Error {}

function keepNumber(
  this: unknown,
  _key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value;
  const source = context.source;
  if (/[.eE]/.test(source)) {
    if (!Number.isFinite(value)) throw new NotFiniteError();
    return raw(value, floatRepr(value));
  }
  if (source.length > MAX_INT_DIGITS) {
    const digits = source.startsWith('-') ? source.length - 1 : source.length;
    if (digits > MAX_INT_DIGITS) {
      throw new PythonJsonLimitError(
        `Exceeds the limit (${MAX_INT_DIGITS} digits) for integer string conversion: value has ${digits} digits; ` +
          'use sys.set_int_max_str_digits() to increase the limit',
      );
    }
  }
  return Number.isSafeInteger(value) ? value : raw(value, source);
}

function raw(value: number, text: string): number | RawNumber {
  return String(value) === text ? value : (rawNumber(text) ?? value);
}

function notFinite(text: string): PythonJsonError {
  const at = text.search(/NaN|-?Infinity/);
  return new PythonJsonError('Out of range float values are not JSON compliant', text, Math.max(at, 0));
}

/** Deep nesting would overflow the stack here or in whoever writes the value again. */
function refuseDeep(text: string): void {
  if (text.length <= MAX_DEPTH) return;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      if (depth > MAX_DEPTH) {
        const kind = code === 0x5b ? 'array' : 'object';
        throw new PythonJsonLimitError(
          `maximum recursion depth exceeded while decoding a JSON ${kind} from a unicode string`,
        );
      }
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
}
