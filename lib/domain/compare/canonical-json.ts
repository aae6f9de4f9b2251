import { parseLossless } from '../../util/lossless-json.ts';
import { isRawNumber } from '../../util/raw-number.ts';

/** JSON text that is equal for equal values: keys in order, numbers by value. A text that is no JSON stands for itself. */
export function canonicalJson(text: string): string {
  try {
    return canonicalValue(parseLossless(text));
  } catch {
    return text;
  }
}

/** The same of a value that `parseLossless` made. */
export function canonicalValue(value: unknown): string {
  if (typeof value === 'number') return numberText(String(value));
  if (isRawNumber(value)) return numberText(value.rawJSON);
  if (Array.isArray(value)) return `[${value.map(canonicalValue).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalValue(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** `1`, `1.0` and `1e0` are one number; whole numbers keep all their digits. */
function numberText(text: string): string {
  if (/^-?\d+$/.test(text)) return BigInt(text).toString();
  const value = Number(text);
  return Number.isSafeInteger(value) ? String(value + 0) : String(value);
}
