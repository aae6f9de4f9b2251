import { isRawNumber } from '../../../../lib/util/raw-number.ts';

/** A line of laid-out JSON: what is in it, and which place of the document it is. */
export interface JsonLine {
  readonly indent: number;
  /** RFC 6901 pointer of the value that begins here. */
  readonly pointer: string;
  readonly text: string;
}

/** A container that fits in a line stays on it. */
const LINE_CHARS = 68;

/** Lays out a parsed JSON value; numbers as they were spelled. */
export function jsonLines(value: unknown): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  add('', value, 0, '', '');

  function add(pointer: string, item: unknown, indent: number, before: string, after: string): void {
    const whole = JSON.stringify(item);
    const entries = entriesOf(item);
    if (
      entries === null ||
      entries.length === 0 ||
      (before.length + whole.length <= LINE_CHARS && isFlat(entries))
    ) {
      lines.push({
        indent,
        pointer,
        text: before + (entries === null ? whole : spaced(whole, entries.length)) + after,
      });
      return;
    }
    const [open, close] = Array.isArray(item) ? ['[', ']'] : ['{', '}'];
    lines.push({ indent, pointer, text: before + open });
    for (const [index, [name, child]] of entries.entries()) {
      const key = Array.isArray(item) ? '' : `${JSON.stringify(name)}: `;
      add(`${pointer}/${escape(name)}`, child, indent + 1, key, index < entries.length - 1 ? ',' : '');
    }
    lines.push({ indent, pointer, text: close + after });
  }

  return lines;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return null;
  return Object.entries(value);
}

function isFlat(entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.every(([, child]) => entriesOf(child) === null);
}

function spaced(text: string, count: number): string {
  return count > 20
    ? text
    : text.replace(
        /("(?:[^"\\]|\\.)*")(:)?|,/g,
        (whole: string, string: string | undefined, colon: string | undefined) =>
          string === undefined ? ', ' : colon === undefined ? whole : `${string}: `,
      );
}

function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
