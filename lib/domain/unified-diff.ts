import { diffText, type TextPiece } from './text-diff.ts';

/** Unchanged lines around a change. */
const CONTEXT = 3;
const NO_NEWLINE = '\\ No newline at end of file';

interface Line {
  readonly kind: TextPiece['kind'];
  /** With its line end, where it has one. */
  readonly text: string;
}

/** A change of one file as `git apply` and `patch -p1` take it; '' where nothing changes. Pure. */
export function unifiedDiff(file: string, was: string, now: string): string {
  if (was === now) return '';
  const lines = byLine(was, now);
  const hunks = hunksOf(lines);
  const head = `--- a/${file}\n+++ b/${file}\n`;
  return head + hunks.map(({ from, to }) => hunkText(lines, from, to)).join('');
}

/** `diffText` goes by words where texts are short: one word a line makes it go by lines. */
function byLine(was: string, now: string): Line[] {
  const [a, b] = [split(was), split(now)];
  const known = new Map<string, number>();
  const idOf = (line: string): number => {
    const id = known.get(line) ?? known.size;
    known.set(line, id);
    return id;
  };
  const words = (lines: readonly string[]): string =>
    lines.map((line) => `w${String(idOf(line))}\n`).join('');
  const texts = new Map<number, string>();
  const pieces = diffText(words(a), words(b));
  for (const [line, id] of known) texts.set(id, line);
  return lined(pieces, texts, a, b);
}

function lined(
  pieces: readonly TextPiece[],
  texts: ReadonlyMap<number, string>,
  a: readonly string[],
  b: readonly string[],
): Line[] {
  const lines: Line[] = [];
  for (const { kind, text } of pieces) {
    for (const [, id] of text.matchAll(/w(\d+)/g)) {
      lines.push({ kind, text: texts.get(Number(id)) ?? '' });
    }
  }
  // What was put together must give both texts again.
  const side = (without: TextPiece['kind']) =>
    lines
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('');
  if (side('added') === a.join('') && side('removed') === b.join('')) return lines;
  return [
    ...a.map((text) => ({ kind: 'removed' as const, text })),
    ...b.map((text) => ({ kind: 'added' as const, text })),
  ];
}

function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunksOf(lines: readonly Line[]): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(lines.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

function hunkText(lines: readonly Line[], from: number, to: number): string {
  const before = lines.slice(0, from);
  const mine = lines.slice(from, to);
  const count = (some: readonly Line[], without: TextPiece['kind']): number =>
    some.filter(({ kind }) => kind !== without).length;
  const place = (without: TextPiece['kind']): string => {
    const size = count(mine, without);
    // A side without lines is named by the line before it.
    const start = count(before, without) + (size === 0 ? 0 : 1);
    return `${String(start)},${String(size)}`;
  };
  const sign = { same: ' ', removed: '-', added: '+' } as const;
  const body = mine.map(({ kind, text }) =>
    text.endsWith('\n') ? `${sign[kind]}${text}` : `${sign[kind]}${text}\n${NO_NEWLINE}\n`,
  );
  return `@@ -${place('added')} +${place('removed')} @@\n${body.join('')}`;
}
