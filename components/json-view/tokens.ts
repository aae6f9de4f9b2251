export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'literal' | 'plain';
  readonly text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** Splits a JSON text for colouring. Text that is not JSON comes back as it is, with what looks like JSON coloured. */
export function tokenizeJson(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: text.slice(at, match.index) });
    at = match.index + match[0].length;
    const [, string, colon, number, literal] = match;
    if (string !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: string });
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon });
    } else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (literal !== undefined) tokens.push({ kind: 'literal', text: literal });
  }
  if (at < text.length) tokens.push({ kind: 'plain', text: text.slice(at) });
  return tokens;
}
