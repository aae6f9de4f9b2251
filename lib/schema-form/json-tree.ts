/**
 * JSON text as a tree that forgets nothing: keys in their order (also those that look like array indexes, also a key that
 * stands twice), numbers and literals as they are spelled.
 */
export type JsonTree =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: JsonTree])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'string'; readonly value: string }
  /** As spelled: `12.0`, `1e3`, integers of any length. */
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'literal'; readonly source: 'true' | 'false' | 'null' }
  /** What is no JSON, where it would stand: written as it is. */
  | { readonly kind: 'broken'; readonly text: string };

/** Deeper is refused, as the server would. */
const MAX_DEPTH = 400;

/** Where JSON text stops being JSON. `line` and `column` count from 1, `offset` in UTF-16 units from 0. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  readonly offset: number;
  readonly line: number;
  readonly column: number;

  constructor(message: string, text: string, offset: number) {
    super(message);
    this.offset = offset;
    const before = text.slice(0, offset);
    this.line = before.split('\n').length;
    this.column = offset - before.lastIndexOf('\n');
  }
}

/** @throws JsonTextError */
export function parseJsonTree(text: string): JsonTree {
  const reader = new Reader(text);
  const tree = reader.value(0);
  reader.end();
  return tree;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
// eslint-disable-next-line no-control-regex -- JSON forbids control characters in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonTree {
    if (depth > MAX_DEPTH) throw this.#error(`more than ${MAX_DEPTH} levels deep`);
    this.#take(SPACE);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return { kind: 'string', value: this.#string() };
      case undefined:
        throw this.#error('a value is missing at the end');
      default:
        return this.#scalar();
    }
  }

  end(): void {
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#error('nothing may follow the value');
  }

  #scalar(): JsonTree {
    const number = this.#take(NUMBER);
    if (number !== '') {
      if (!Number.isFinite(Number(number))) throw this.#error('too large for a number');
      return { kind: 'number', source: number };
    }
    const literal = this.#take(LITERAL);
    if (literal === 'true' || literal === 'false' || literal === 'null')
      return { kind: 'literal', source: literal };
    throw this.#error('a value is expected');
  }

  #string(): string {
    const source = this.#take(STRING);
    if (source === '') throw this.#error('a string is not closed, or holds what must be escaped');
    return JSON.parse(source) as string;
  }

  #object(depth: number): JsonTree {
    const entries: (readonly [string, JsonTree])[] = [];
    this.#at += 1;
    if (this.#has('}')) return { kind: 'object', entries };
    do {
      this.#take(SPACE);
      if (this.#text[this.#at] !== '"') throw this.#error('a key in double quotes is expected');
      const key = this.#string();
      if (!this.#has(':')) throw this.#error('":" is expected after a key');
      entries.push([key, this.value(depth + 1)]);
    } while (this.#has(','));
    if (!this.#has('}')) throw this.#error('"," or "}" is expected');
    return { kind: 'object', entries };
  }

  #array(depth: number): JsonTree {
    const items: JsonTree[] = [];
    this.#at += 1;
    if (this.#has(']')) return { kind: 'array', items };
    do items.push(this.value(depth + 1));
    while (this.#has(','));
    if (!this.#has(']')) throw this.#error('"," or "]" is expected');
    return { kind: 'array', items };
  }

  #has(sign: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += taken.length;
    return taken;
  }

  #error(message: string): JsonTextError {
    return new JsonTextError(message, this.#text, this.#at);
  }
}

/** Whole on one line, `{"a": 1, "b": [2]}`; with `width`, what is longer is broken into lines of two spaces' indent. */
export function printJson(tree: JsonTree, width = Number.POSITIVE_INFINITY): string {
  return print(tree, '', width);
}

function print(tree: JsonTree, indent: string, width: number): string {
  switch (tree.kind) {
    case 'string':
      return JSON.stringify(tree.value);
    case 'number':
    case 'literal':
      return tree.source;
    case 'broken':
      return tree.text;
    case 'array':
      return wrap('[', ']', tree.items, indent, width, (item, inner, room) => print(item, inner, room));
    case 'object':
      return wrap(
        '{',
        '}',
        tree.entries,
        indent,
        width,
        ([key, value], inner, room) => `${JSON.stringify(key)}: ${print(value, inner, room)}`,
      );
  }
}

function wrap<T>(
  open: string,
  close: string,
  parts: readonly T[],
  indent: string,
  width: number,
  write: (part: T, indent: string, width: number) => string,
): string {
  const line = `${open}${parts.map((part) => write(part, '', Number.POSITIVE_INFINITY)).join(', ')}${close}`;
  if (indent.length + line.length <= width || parts.length === 0) return line;
  const inner = `${indent}  `;
  return `${open}\n${parts.map((part) => inner + write(part, inner, width)).join(',\n')}\n${indent}${close}`;
}

/** As JavaScript has it: integers past 2^53 lose digits. For checks, never for sending. */
export function plainValue(tree: JsonTree): unknown {
  switch (tree.kind) {
    case 'string':
      return tree.value;
    case 'number':
      return Number(tree.source);
    case 'literal':
      return tree.source === 'null' ? null : tree.source === 'true';
    case 'array':
      return tree.items.map(plainValue);
    case 'object':
      return Object.fromEntries(tree.entries.map(([key, value]) => [key, plainValue(value)]));
    case 'broken':
      return undefined;
  }
}

/** The tree of a value out of a schema. */
export function treeOf(value: unknown): JsonTree {
  return parseJsonTree(JSON.stringify(value ?? null));
}

/** The same value, however it is spelled: 1.0 is 1, keys in any order. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
  );
}
