/**
 * A JSON number that JavaScript would lose: `1.0`, integers past 2^53, floats whose Python spelling differs.
 * JSON.stringify writes `rawJSON` as it stands.
 */
export interface RawNumber {
  readonly rawJSON: string;
}

/** Of the JSON source text access proposal (Node 22, Chrome 114, Firefox 135, Safari 18.4). */
interface SourceAccess {
  rawJSON?: (text: string) => RawNumber;
  isRawJSON?: (value: unknown) => boolean;
}

const access = JSON as unknown as SourceAccess;

/** Undefined where the engine has no `JSON.rawJSON` (an old browser). @throws SyntaxError where `text` is no JSON number */
export function rawNumber(text: string): RawNumber | undefined {
  return access.rawJSON?.(text);
}

export function isRawNumber(value: unknown): value is RawNumber {
  return typeof value === 'object' && value !== null && access.isRawJSON?.(value) === true;
}

/** The number as JavaScript has it; undefined where the value is no number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return isRawNumber(value) ? Number(value.rawJSON) : undefined;
}
