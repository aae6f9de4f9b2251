import { isJsonObject } from '../../lib/contracts/pydantic.ts';
/**
 * Frames between Node and the Python side: u32 total, u32 header length (big-endian), header JSON, raw body.
 * `total` counts the header length field, the header and the body.
 */

export const MAX_CONTROL_BYTES = 64 * 1024 * 1024;
/** The largest tool result; longer ones are answered as too_large by the session process itself. */
export const MAX_RESULT_BYTES = 100 * 1024 * 1024;
const MAX_HEADER_BYTES = 1024 * 1024;

export interface Frame {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** The other side broke the frame rules; the connection is of no further use. */
export class FrameError extends Error {}

export function encodeFrame(header: Readonly<Record<string, unknown>>, body?: Buffer): Buffer {
  const head = Buffer.from(JSON.stringify(header));
  const bodyLength = body?.length ?? 0;
  const prefix = Buffer.allocUnsafe(8);
  prefix.writeUInt32BE(4 + head.length + bodyLength, 0);
  prefix.writeUInt32BE(head.length, 4);
  return body === undefined ? Buffer.concat([prefix, head]) : Buffer.concat([prefix, head, body]);
}

function parseHeader(bytes: Buffer): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new FrameError('the frame header is not JSON');
  }
  if (!isJsonObject(value)) throw new FrameError('the frame header is not an object');
  return value;
}

/** Cuts a byte stream into frames. Chunks are joined once per frame, so that 100 MiB do not copy 100 MiB a chunk. */
export class FrameDecoder {
  #chunks: Buffer[] = [];
  #length = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes + MAX_HEADER_BYTES;
  }

  /** @throws FrameError */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      const frame = this.#next();
      if (frame === undefined) return frames;
      frames.push(frame);
    }
  }

  #next(): Frame | undefined {
    if (this.#length < 8) return undefined;
    const prefix = this.#peek(8);
    const total = prefix.readUInt32BE(0);
    const head = prefix.readUInt32BE(4);
    if (total > this.#maxBytes || head > MAX_HEADER_BYTES || head + 4 > total) {
      throw new FrameError(`a frame of ${total} bytes with a header of ${head}`);
    }
    if (this.#length < total + 4) return undefined;
    const bytes = this.#join();
    const frame = {
      header: parseHeader(bytes.subarray(8, 8 + head)),
      body: bytes.subarray(8 + head, total + 4),
    };
    const rest = bytes.subarray(total + 4);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return frame;
  }

  #peek(size: number): Buffer {
    const first = this.#chunks[0];
    return first !== undefined && first.length >= size ? first : this.#join();
  }

  #join(): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return first;
    const joined = Buffer.concat(this.#chunks, this.#length);
    this.#chunks = [joined];
    return joined;
  }
}
