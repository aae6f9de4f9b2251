import { memberPath } from '../../lib/domain/text-diff.ts';
import { isRawNumber } from '../../lib/util/raw-number.ts';

export type NodeKind = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** One value as a line of the tree shows it. */
export interface TreeLine {
  readonly path: string;
  readonly depth: number;
  /** Null at the root. */
  readonly key: string | null;
  /** The key is a position in an array. */
  readonly item: boolean;
  readonly kind: NodeKind;
  /** Of a primitive: its JSON text, cut. Of a container: ''. */
  readonly text: string;
  /** Characters of a string. */
  readonly length: number;
  /** Members of a container. */
  readonly count: number;
  /** An array that holds objects. */
  readonly ofObjects: boolean;
  readonly open: boolean;
  /** The first members of a folded container. */
  readonly preview: readonly { readonly key: string; readonly kind: NodeKind; readonly text: string }[];
  /** Among its siblings, 1-based, and how many they are. */
  readonly position: number;
  readonly siblings: number;
}

export interface Found {
  readonly paths: readonly string[];
  /** There are more than were looked for. */
  readonly more: boolean;
}

interface Node {
  readonly value: unknown;
  readonly key: string | null;
  readonly parent: Node | null;
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  open: boolean;
}

const SHOWN_CHARS = 300;
const PREVIEW_MEMBERS = 3;
const PREVIEW_CHARS = 40;
/** Lines that are open at first, and that "expand all" opens at most: 200,000 take about 100 ms. */
const FIRST_LINES = 120;
const MAX_LINES = 200_000;
const MAX_FOUND = 1_000;
/** Text of one value to copy. */
const MAX_COPY_CHARS = 50_000_000;

/** A parsed JSON value as lines that can be opened and folded. Pure; for large values it lives in a worker. */
export class JsonDocument {
  readonly root: unknown;
  #lines: Node[];

  constructor(root: unknown) {
    this.root = root;
    this.#lines = [{ value: root, key: null, parent: null, depth: 0, position: 1, siblings: 1, open: false }];
    this.#openUpTo(FIRST_LINES, false);
  }

  get lineCount(): number {
    return this.#lines.length;
  }

  lines(from: number, to: number): TreeLine[] {
    return this.#lines.slice(from, to).map(toLine);
  }

  /** Opens or folds a line; false where it is no container. */
  toggle(index: number): boolean {
    const node = this.#lines[index];
    if (node === undefined || sizeOf(node.value) === 0) return false;
    if (node.open) this.#fold(index, node);
    else this.#open(index, node);
    return true;
  }

  expandAll(): void {
    this.#openUpTo(MAX_LINES, true);
  }

  /** Leaves the root open. */
  collapseAll(): void {
    const [root] = this.#lines;
    if (root === undefined) return;
    this.#fold(0, root);
    this.#open(0, root);
  }

  /** Position of a value's line; its parents are opened. -1 where there is none. */
  reveal(path: string): number {
    let index = 0;
    for (;;) {
      const node = this.#lines[index];
      if (node === undefined) return -1;
      const at = pathOf(node);
      if (at === path) return index;
      if (!path.startsWith(at) || sizeOf(node.value) === 0) return -1;
      if (!node.open) this.#open(index, node);
      const next = this.#childTowards(index, node, path);
      if (next === -1) return -1;
      index = next;
    }
  }

  parentOf(index: number): number {
    const parent = this.#lines[index]?.parent ?? null;
    return parent === null ? -1 : this.#lines.lastIndexOf(parent, index);
  }

  /** Paths of the values whose key or text holds the words, without regard to case, in order. */
  find(words: string): Found {
    const wanted = words.toLowerCase();
    const paths: string[] = [];
    if (wanted === '') return { paths, more: false };
    const [root] = this.#lines;
    const stack: Node[] = root === undefined ? [] : [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (matches(node, wanted)) {
        if (paths.length === MAX_FOUND) return { paths, more: true };
        paths.push(pathOf(node));
      }
      const inner = childrenOf(node);
      for (let i = inner.length - 1; i >= 0; i -= 1) {
        const child = inner[i];
        if (child !== undefined) stack.push(child);
      }
    }
    return { paths, more: false };
  }

  /** JSON text of the value of a line; a string as it is. */
  valueText(index: number): string {
    const value = this.#lines[index]?.value;
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return text.slice(0, MAX_COPY_CHARS);
  }

  /** The value of a line as JSON text, for a form. */
  valueJson(index: number): string {
    return JSON.stringify(this.#lines[index]?.value).slice(0, MAX_COPY_CHARS);
  }

  #childTowards(index: number, node: Node, path: string): number {
    for (let i = index + 1; i < this.#lines.length; i += 1) {
      const child = this.#lines[i];
      if (child === undefined || child.depth <= node.depth) return -1;
      if (child.parent !== node) continue;
      const at = pathOf(child);
      if (path === at || (path.startsWith(at) && /[.[]/.test(path.charAt(at.length)))) return i;
    }
    return -1;
  }

  #open(index: number, node: Node): void {
    node.open = true;
    const inner = childrenOf(node);
    this.#lines = [...this.#lines.slice(0, index + 1), ...inner, ...this.#lines.slice(index + 1)];
  }

  #fold(index: number, node: Node): void {
    node.open = false;
    let end = index + 1;
    while ((this.#lines[end]?.depth ?? -1) > node.depth) end += 1;
    this.#lines = [...this.#lines.slice(0, index + 1), ...this.#lines.slice(end)];
  }

  /** Level by level, while there is room. `all`: a level that does not fit is opened as far as it does. */
  #openUpTo(limit: number, all: boolean): void {
    for (;;) {
      const next: Node[] = [];
      let room = limit - this.#lines.length;
      let opened = false;
      for (const node of this.#lines) {
        next.push(node);
        const size = node.open ? 0 : sizeOf(node.value);
        if (size === 0) continue;
        // The root is open in any case.
        if (size > room && node.parent !== null) continue;
        room -= size;
        node.open = true;
        opened = true;
        for (const child of childrenOf(node)) next.push(child);
      }
      this.#lines = next;
      if (!opened || (!all && room < limit / 2)) return;
    }
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isRawNumber(value);
}

function sizeOf(value: unknown): number {
  if (!isContainer(value)) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function childrenOf(node: Node): Node[] {
  if (!isContainer(node.value)) return [];
  const entries = Object.entries(node.value);
  return entries.map(([key, value]: [string, unknown], index) => ({
    value,
    key,
    parent: node,
    depth: node.depth + 1,
    position: index + 1,
    siblings: entries.length,
    open: false,
  }));
}

function pathOf(node: Node): string {
  if (node.parent === null || node.key === null) return '$';
  const item = Array.isArray(node.parent.value);
  return pathOf(node.parent) + (item ? `[${node.key}]` : memberPath(node.key));
}

export function kindOf(value: unknown): NodeKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isRawNumber(value)) return /[.eE]/.test(value.rawJSON) ? 'number' : 'integer';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

function shortText(value: unknown, chars: number): string {
  if (isContainer(value)) return '';
  if (typeof value === 'string' && value.length > chars)
    return `${JSON.stringify(value.slice(0, chars)).slice(0, -1)}…`;
  return JSON.stringify(value);
}

function matches(node: Node, wanted: string): boolean {
  if (node.key?.toLowerCase().includes(wanted) === true && !Array.isArray(node.parent?.value)) return true;
  if (isContainer(node.value)) return false;
  const text = typeof node.value === 'string' ? node.value : JSON.stringify(node.value);
  return text.toLowerCase().includes(wanted);
}

function toLine(node: Node): TreeLine {
  const { value } = node;
  const container = isContainer(value);
  return {
    path: pathOf(node),
    depth: node.depth,
    key: node.key,
    item: Array.isArray(node.parent?.value),
    kind: kindOf(value),
    text: shortText(value, SHOWN_CHARS),
    length: typeof value === 'string' ? value.length : 0,
    count: sizeOf(value),
    ofObjects: Array.isArray(value) && value.length > 0 && value.every((item) => kindOf(item) === 'object'),
    open: node.open,
    preview: container && !node.open ? previewOf(value) : [],
    position: node.position,
    siblings: node.siblings,
  };
}

function previewOf(value: object): TreeLine['preview'] {
  return Object.entries(value)
    .slice(0, PREVIEW_MEMBERS)
    .map(([key, member]: [string, unknown]) => ({
      key: Array.isArray(value) ? '' : key,
      kind: kindOf(member),
      text: shortText(member, PREVIEW_CHARS),
    }));
}
