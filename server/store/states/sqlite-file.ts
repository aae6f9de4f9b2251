import { pageSizeOf } from '../../../lib/domain/page-delta.ts';

/**
 * SQLite's file format (https://www.sqlite.org/fileformat2.html), read as plain bytes: files of untrusted code are never
 * given to SQLite itself, whose loops over a crafted b-tree nothing can stop. Here each page is looked at once, each length
 * is checked against the file, and a worker that works too long can be ended.
 */

/** Why a file is not (or no longer) a database that can be read. */
export class UnreadableState extends Error {}

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const MIN_USABLE = 480;
/** Levels of a tree; SQLite's own limit is 20. */
const MAX_DEPTH = 20;

/** A row's place: the offset of its cell in the file. */
export type CellAt = number;

/** The bytes of a record; they may be the file's own. */
export interface Payload {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

export type TreeKind = 'table' | 'index';

/** A rowid; bigint only beyond 2^53. */
export type Rowid = number | bigint;

export class SqliteFile {
  readonly bytes: Buffer;
  readonly pageSize: number;
  readonly pageCount: number;
  readonly encoding: 'utf8' | 'utf16le' | 'utf16be';
  readonly #usable: number;
  readonly #minLocal: number;
  readonly #maxLocal: Readonly<Record<TreeKind, number>>;
  /** Where the last varint ended. */
  #next = 0;

  /** @throws UnreadableState where the header is not SQLite's; an empty file is an empty database. */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.pageSize = pageSizeOf(bytes);
    if (bytes.length > 0 && (bytes.length < 100 || MAGIC.compare(bytes, 0, 16) !== 0))
      throw new UnreadableState('The file is not a SQLite database, or it is encrypted');
    this.pageCount = Math.floor(bytes.length / this.pageSize);
    this.#usable = this.pageSize - (bytes[20] ?? 0);
    if (bytes.length > 0 && this.#usable < MIN_USABLE)
      throw new UnreadableState(`The header reserves ${String(bytes[20])} bytes of each page: too many`);
    const encoding = bytes.length === 0 ? 1 : bytes.readUInt32BE(56);
    this.encoding = encoding === 2 ? 'utf16le' : encoding === 3 ? 'utf16be' : 'utf8';
    this.#minLocal = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    this.#maxLocal = {
      table: this.#usable - 35,
      index: Math.floor(((this.#usable - 12) * 64) / 255) - 23,
    };
  }

  /** Pages of a tree that hold rows, and the others of it; the root's number is 1-based. */
  pagesOf(root: number, kind: TreeKind): { readonly rows: number[]; readonly inner: number[] } {
    const rows: number[] = [];
    const inner: number[] = [];
    const seen = new Uint8Array(this.pageCount + 1);
    const open = [root];
    for (let page = open.pop(); page !== undefined; page = open.pop()) {
      const leaf = this.#enter(page, kind, seen);
      if (leaf || kind === 'index') rows.push(page);
      else inner.push(page);
      if (!leaf) open.push(...this.#children(page).reverse());
    }
    return { rows, inner };
  }

  /** Rows of a tree, in its order. */
  cellsOf(root: number, kind: TreeKind): CellAt[] {
    const cells: CellAt[] = [];
    const seen = new Uint8Array(this.pageCount + 1);
    const visit = (page: number): void => {
      const leaf = this.#enter(page, kind, seen);
      if (leaf) {
        this.cellsIn(page, cells);
        return;
      }
      const own = kind === 'index' ? this.cellsIn(page) : [];
      this.#children(page).forEach((child, i) => {
        visit(child);
        const between = own[i];
        if (between !== undefined) cells.push(between);
      });
    };
    visit(root);
    return cells;
  }

  countOf(root: number, kind: TreeKind): number {
    return this.pagesOf(root, kind).rows.reduce((sum, page) => sum + this.cellCount(page), 0);
  }

  cellCount(page: number): number {
    return this.bytes.readUInt16BE(this.#header(page) + 3);
  }

  /** Cells of one page, in its order, added to `into`. */
  cellsIn(page: number, into: CellAt[] = []): CellAt[] {
    const count = this.cellCount(page);
    for (let i = 0; i < count; i++) into.push(this.#cellAt(page, i));
    return into;
  }

  /** Where a page's cell begins; an interior page's after the child's number. */
  #cellAt(page: number, i: number): CellAt {
    const { bytes } = this;
    const start = (page - 1) * this.pageSize;
    const header = this.#header(page);
    const interior = ((bytes[header] ?? 0) & 8) === 0 ? 4 : 0;
    const pointer = header + 8 + interior + 2 * i;
    if (pointer + 2 > start + this.pageSize) throw damaged(page, 'too many cells');
    const offset = ((bytes[pointer] ?? 0) << 8) | (bytes[pointer + 1] ?? 0);
    if (offset < 8 || offset + 4 > this.pageSize) throw damaged(page, 'a cell lies outside');
    return start + offset + interior;
  }

  rowid(cell: CellAt): Rowid {
    this.#varint(cell);
    return this.#varint64(this.#next);
  }

  /** The row with a rowid; undefined where there is none. */
  find(root: number, rowid: Rowid): CellAt | undefined {
    for (let page = root, depth = 0; depth < MAX_DEPTH; depth++) {
      const leaf = this.#kindOf(page, 'table');
      const count = this.cellCount(page);
      const keyOf = (i: number) => {
        const cell = this.#cellAt(page, i);
        return leaf ? this.rowid(cell) : this.#varint64(cell);
      };
      let low = 0;
      for (let high = count; low < high;) {
        const middle = (low + high) >> 1;
        if (keyOf(middle) < rowid) low = middle + 1;
        else high = middle;
      }
      if (leaf) return low < count && keyOf(low) === rowid ? this.#cellAt(page, low) : undefined;
      page = low < count ? this.bytes.readUInt32BE(this.#cellAt(page, low) - 4) : this.#lastChild(page);
    }
    throw damaged(root, 'its tree has no end');
  }

  payload(cell: CellAt, kind: TreeKind): Payload {
    const { bytes } = this;
    const length = this.#varint(cell);
    if (kind === 'table') this.#varint64(this.#next);
    const start = this.#next;
    const page = Math.floor(cell / this.pageSize) + 1;
    if (length > bytes.length) throw damaged(page, 'a row is longer than the file');
    const local = this.#local(length, kind);
    if (start + local > page * this.pageSize) throw damaged(page, 'a row crosses the end');
    if (local === length) return { bytes, start, end: start + length };
    const whole = Buffer.allocUnsafe(length);
    bytes.copy(whole, 0, start, start + local);
    this.#overflow(bytes.readUInt32BE(start + local), length - local, (from, to, done) => {
      bytes.copy(whole, local + done, from, to);
    });
    return { bytes: whole, start: 0, end: length };
  }

  /** Whether a row's bytes that lie outside of its page are on one of the marked pages (0-based). */
  overflowsInto(cell: CellAt, kind: TreeKind, marked: Uint8Array): boolean {
    const length = this.#varint(cell);
    if (length <= this.#maxLocal[kind]) return false;
    if (kind === 'table') this.#varint64(this.#next);
    const start = this.#next;
    const page = Math.floor(cell / this.pageSize) + 1;
    if (length > this.bytes.length) throw damaged(page, 'a row is longer than the file');
    const local = this.#local(length, kind);
    if (start + local + 4 > page * this.pageSize) throw damaged(page, 'a row crosses the end');
    let hit = false;
    this.#overflow(this.bytes.readUInt32BE(start + local), length - local, (from) => {
      if (marked[Math.floor(from / this.pageSize)] === 1) hit = true;
    });
    return hit;
  }

  #overflow(first: number, length: number, piece: (from: number, to: number, done: number) => void): void {
    const room = this.#usable - 4;
    for (let done = 0, page = first; done < length; done += room) {
      if (page < 1 || page > this.pageCount) throw damaged(page, 'a long row goes on outside of the file');
      const start = (page - 1) * this.pageSize;
      piece(start + 4, start + 4 + Math.min(room, length - done), done);
      page = this.bytes.readUInt32BE(start);
    }
  }

  /** Bytes of a record that lie on its own page. */
  #local(length: number, kind: TreeKind): number {
    const max = this.#maxLocal[kind];
    if (length <= max) return length;
    const fit = this.#minLocal + ((length - this.#minLocal) % (this.#usable - 4));
    return fit <= max ? fit : this.#minLocal;
  }

  /** The same of a page that must not have been seen yet. */
  #enter(page: number, kind: TreeKind, seen: Uint8Array): boolean {
    const leaf = this.#kindOf(page, kind);
    if (seen[page] === 1) throw damaged(page, 'it is used twice');
    seen[page] = 1;
    return leaf;
  }

  /** Checks that a page belongs to a tree of this kind; tells whether it is a leaf. */
  #kindOf(page: number, kind: TreeKind): boolean {
    if (page < 1 || page > this.pageCount) throw damaged(page, 'it lies outside of the file');
    const type = this.bytes[this.#header(page)];
    const leaf = kind === 'table' ? 13 : 10;
    if (type !== leaf && type !== leaf - 8) throw damaged(page, `it is no page of a ${kind}`);
    return type === leaf;
  }

  #children(page: number): number[] {
    const children = this.cellsIn(page).map((cell) => this.bytes.readUInt32BE(cell - 4));
    children.push(this.#lastChild(page));
    return children;
  }

  #lastChild(page: number): number {
    return this.bytes.readUInt32BE(this.#header(page) + 8);
  }

  #header(page: number): number {
    return page === 1 ? 100 : (page - 1) * this.pageSize;
  }

  /** A length: at most 2^53, which is over every file. */
  #varint(at: number): number {
    const value = this.#varint64(at);
    if (typeof value === 'bigint' || value < 0)
      throw damaged(Math.floor(at / this.pageSize) + 1, 'a length is wrong');
    return value;
  }

  #varint64(at: number): Rowid {
    const { bytes } = this;
    let value = 0;
    for (let i = 0; i < 7; i++) {
      const byte = bytes[at + i];
      if (byte === undefined) throw new UnreadableState('A number crosses the end of the file');
      value = value * 128 + (byte & 127);
      if (byte < 128) {
        this.#next = at + i + 1;
        return value;
      }
    }
    return this.#longVarint(at);
  }

  #longVarint(at: number): Rowid {
    let value = 0n;
    for (let i = 0; i < 9; i++) {
      const byte = this.bytes[at + i];
      if (byte === undefined) throw new UnreadableState('A number crosses the end of the file');
      value = i === 8 ? (value << 8n) | BigInt(byte) : (value << 7n) | BigInt(byte & 127);
      this.#next = at + i + 1;
      if (byte < 128) break;
    }
    const signed = BigInt.asIntN(64, value);
    const number = Number(signed);
    return Number.isSafeInteger(number) ? number : signed;
  }
}

function damaged(page: number, what: string): UnreadableState {
  return new UnreadableState(`The database file is damaged: page ${String(page)}, ${what}`);
}
