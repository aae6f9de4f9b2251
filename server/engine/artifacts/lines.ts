/** A line of a file, 1-based; `bytes` null where it is longer than the limit. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer | null;
}

/** Lines of a stream, blank ones left out. Never holds more than `limit` bytes and a piece. */
export async function* longLines(pieces: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Line> {
  let held: Buffer[] = [];
  let size = 0;
  let number = 1;
  const take = (piece: Buffer) => {
    size += piece.length;
    if (size > limit) held = [];
    else held.push(piece);
  };
  const line = (): Line | undefined => {
    const found = { number, bytes: size > limit ? null : Buffer.concat(held) };
    held = [];
    size = 0;
    number += 1;
    return found.bytes?.every((byte) => byte <= 32) === true ? undefined : found;
  };
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      take(piece.subarray(start, end));
      start = end + 1;
      const found = line();
      if (found !== undefined) yield found;
    }
    take(piece.subarray(start));
  }
  const last = line();
  if (last !== undefined) yield last;
}
