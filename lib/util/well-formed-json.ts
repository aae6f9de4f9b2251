/**
 * JSON that every reader takes: half a surrogate pair, which agents and texts cut in the middle leave, becomes U+FFFD. As an
 * escape it is JSON still, but Arrow, and with it a whole data set, does not load over a single one.
 */
export function wellFormedJson(value: unknown): string {
  const text = JSON.stringify(value);
  // `JSON.stringify` writes halves as escapes, and nothing else above ASCII.
  return text.includes('\\ud') ? text.replace(HALF, '$1\ufffd') : text;
}

/** Not a backslash of the text itself, which is escaped by another. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;
