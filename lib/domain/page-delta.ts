/**
 * The difference between two states of a database file, as the pages that changed.
 *
 * Layout (little endian): version u8 · page size u32 · file size f64 · page count u32 · page numbers u32 (0-based,
 * ascending) · the pages' bytes one after the other (the file's last page may be short).
 */
const VERSION = 1;
const HEADER = 1 + 4 + 8 + 4;

export class PageDeltaError extends Error {}

/** The page size that a SQLite header names, in bytes; 4096 where there is no valid one. */
export function pageSizeOf(file: Uint8Array): number {
  const raw = ((file[16] ?? 0) << 8) | (file[17] ?? 0);
  const size = raw === 1 ? 65536 : raw;
  return size >= 512 && (size & (size - 1)) === 0 ? size : 4096;
}

export function encodePageDelta(next: Uint8Array, pageSize: number, pages: readonly number[]): Uint8Array {
  const parts = pages.map((page) => next.subarray(page * pageSize, (page + 1) * pageSize));
  const body = HEADER + 4 * pages.length;
  const out = new Uint8Array(body + parts.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(out.buffer);
  view.setUint8(0, VERSION);
  view.setUint32(1, pageSize, true);
  view.setFloat64(5, next.length, true);
  view.setUint32(13, pages.length, true);
  pages.forEach((page, i) => view.setUint32(HEADER + 4 * i, page, true));
  let offset = body;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

/** @throws PageDeltaError where the delta is not one of ours. */
export function applyPageDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  if (delta.length < HEADER) throw new PageDeltaError('delta is too short');
  const view = new DataView(delta.buffer, delta.byteOffset, delta.byteLength);
  if (view.getUint8(0) !== VERSION) throw new PageDeltaError(`unknown delta version ${view.getUint8(0)}`);
  const pageSize = view.getUint32(1, true);
  const size = view.getFloat64(5, true);
  const count = view.getUint32(13, true);
  let offset = HEADER + 4 * count;
  if (!Number.isSafeInteger(size) || size < 0 || pageSize === 0 || offset > delta.length) {
    throw new PageDeltaError('delta header is damaged');
  }
  // A copy without zeroing first; a Buffer's own slice would share its bytes.
  const out = base.length < size ? new Uint8Array(size) : Uint8Array.prototype.slice.call(base, 0, size);
  if (base.length < size) out.set(base);
  for (let i = 0; i < count; i++) {
    const start = view.getUint32(HEADER + 4 * i, true) * pageSize;
    const length = Math.min(pageSize, size - start);
    if (length <= 0 || offset + length > delta.length) throw new PageDeltaError('delta pages are damaged');
    out.set(delta.subarray(offset, offset + length), start);
    offset += length;
  }
  if (offset !== delta.length) throw new PageDeltaError('delta has bytes left over');
  return out;
}
