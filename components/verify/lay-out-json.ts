/** JSON text over lines with indents. Only spaces change: numbers and escapes stay spelled as they are. */
export function layOutJson(text: string): string {
  if (!isJson(text)) return text;
  let out = '';
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        out += token + line();
        break;
      case '}':
      case ']':
        depth -= 1;
        // Nothing between the brackets: they stay together.
        out = /[[{]\s*$/.test(out) ? out.trimEnd() + token : out + line() + token;
        break;
      case ',':
        out += token + line();
        break;
      case ':':
        out += ': ';
        break;
      default:
        out += token;
    }
  }
  return out;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
