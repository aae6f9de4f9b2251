export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * Formats the part of ICU message syntax that the catalogue uses: `{name}` and
 * `{name, plural, one {…} other {…}}`, where `#` is the number as the language writes it. Plural forms may hold placeholders.
 * A missing value stays visible as `{name}`, so that a slip shows in a test and not as "undefined".
 */
export function formatMessage(message: string, values: MessageValues, locale: string): string {
  let out = '';
  let at = 0;
  while (at < message.length) {
    const open = message.indexOf('{', at);
    if (open < 0) return out + message.slice(at);
    const close = matchingBrace(message, open);
    out += message.slice(at, open) + argument(message.slice(open + 1, close), values, locale);
    at = close + 1;
  }
  return out;
}

function argument(body: string, values: MessageValues, locale: string): string {
  const plural = /^\s*(\w+)\s*,\s*plural\s*,/.exec(body);
  if (plural === null) {
    const value = values[body.trim()];
    return value === undefined ? `{${body}}` : String(value);
  }
  const count = Number(values[plural[1] ?? '']);
  const forms = pluralForms(body.slice(plural[0].length));
  const form = forms.get(new Intl.PluralRules(locale).select(count)) ?? forms.get('other') ?? '';
  return formatMessage(form.replaceAll('#', count.toLocaleString(locale)), values, locale);
}

function pluralForms(text: string): Map<string, string> {
  const forms = new Map<string, string>();
  let at = 0;
  for (;;) {
    const open = text.indexOf('{', at);
    if (open < 0) return forms;
    const close = matchingBrace(text, open);
    forms.set(text.slice(at, open).trim(), text.slice(open + 1, close));
    at = close + 1;
  }
}

function matchingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && (depth -= 1) === 0) return at;
  }
  throw new RangeError(`Unbalanced braces in message: ${text}`);
}
