/** Differences inside a text and inside a JSON value, for people. Pure. */
import { parseLossless } from '../util/lossless-json.ts';
import { isRawNumber } from '../util/raw-number.ts';

export interface TextPiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Pairs of tokens that are compared; beyond it the middle counts as replaced. 4 million take about 20 ms. */
const MAX_PAIRS = 4_000_000;

/** Word by word; line by line where the texts are long. */
export function diffText(was: string, now: string): readonly TextPiece[] {
  const byLine = was.length + now.length > 8_000;
  return diffTokens(tokens(was, byLine), tokens(now, byLine));
}

function tokens(text: string, byLine: boolean): readonly string[] {
  return text.match(byLine ? /[^\n]*\n|[^\n]+$/g : /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function diffTokens(was: readonly string[], now: readonly string[]): readonly TextPiece[] {
  let head = 0;
  while (head < was.length && head < now.length && was[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(was.length, now.length) - head;
  while (tail < most && was[was.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const a = was.slice(head, was.length - tail);
  const b = now.slice(head, now.length - tail);
  const pieces: TextPiece[] = [];
  push(pieces, 'same', was.slice(0, head).join(''));
  if (a.length * b.length > MAX_PAIRS) {
    push(pieces, 'removed', a.join(''));
    push(pieces, 'added', b.join(''));
  } else middle(pieces, a, b);
  push(pieces, 'same', was.slice(was.length - tail).join(''));
  return pieces;
}

/** By the longest common subsequence. */
function middle(pieces: TextPiece[], a: readonly string[], b: readonly string[]): void {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      push(pieces, 'same', a[i] ?? '');
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      push(pieces, 'removed', a[i] ?? '');
      i += 1;
    } else {
      push(pieces, 'added', b[j] ?? '');
      j += 1;
    }
  }
  push(pieces, 'removed', a.slice(i).join(''));
  push(pieces, 'added', b.slice(j).join(''));
}

function push(pieces: TextPiece[], kind: TextPiece['kind'], text: string): void {
  if (text === '') return;
  const last = pieces.at(-1);
  if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
  else pieces.push({ kind, text });
}

export interface JsonChange {
  /** `$.a[0]` */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** JSON text; null where it was not there. */
  readonly was: string | null;
  readonly now: string | null;
}

/** What changed in a text that holds a JSON object or array; null where one of them does not. */
export function diffJson(was: string, now: string): readonly JsonChange[] | null {
  const [before, after] = [parseContainer(was), parseContainer(now)];
  if (before === undefined || after === undefined) return null;
  const changes: JsonChange[] = [];
  compare('$', before, after, changes);
  return changes;
}

function parseContainer(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = parseLossless(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function compare(path: string, was: unknown, now: unknown, changes: JsonChange[]): void {
  const [before, after] = [members(was), members(now)];
  if (before === null || after === null || Array.isArray(was) !== Array.isArray(now)) {
    const [wasText, nowText] = [JSON.stringify(was), JSON.stringify(now)];
    if (wasText !== nowText) changes.push({ path, kind: 'changed', was: wasText, now: nowText });
    return;
  }
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const inner = path + (Array.isArray(was) ? `[${key}]` : memberPath(key));
    if (!after.has(key)) {
      changes.push({ path: inner, kind: 'removed', was: JSON.stringify(before.get(key)), now: null });
    } else if (!before.has(key)) {
      changes.push({ path: inner, kind: 'added', was: null, now: JSON.stringify(after.get(key)) });
    } else compare(inner, before.get(key), after.get(key), changes);
  }
}

function members(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return null;
  return new Map(Object.entries(value));
}

/** `.name`, or `["odd name"]`. */
export function memberPath(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
