import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Keeps messages over a limit out of the WebSocket parser. The parser of `ws` ends the connection at `maxPayload`; the
 * protocol wants an error frame and a connection that goes on. So the bytes of an oversized message are dropped as they
 * arrive (memory stays flat whatever the client sends), and the parser sees an empty frame in its place.
 */
export interface FrameFilter {
  /** The parts of a chunk that go on to the parser. */
  push(chunk: Buffer): readonly Buffer[];
  /** Bytes of the n-th data message (0-based) where it was dropped. Each is asked for once. */
  takeOversize(index: number): number | undefined;
}

interface Header {
  readonly fin: boolean;
  readonly opcode: number;
  readonly size: number;
  readonly length: number;
}

/** RFC 6455, section 5.2. Undefined while the header is not complete. */
function readHeader(data: Buffer, at: number): Header | undefined {
  const available = data.length - at;
  if (available < 2) return undefined;
  const first = data.readUInt8(at);
  const second = data.readUInt8(at + 1);
  const short = second & 0x7f;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  const size = 2 + extended + ((second & 0x80) === 0 ? 0 : 4);
  if (available < size) return undefined;
  const length =
    extended === 0
      ? short
      : extended === 2
        ? data.readUInt16BE(at + 2)
        : data.readUInt32BE(at + 2) * 2 ** 32 + data.readUInt32BE(at + 6);
  return { fin: (first & 0x80) !== 0, opcode: first & 0x0f, size, length };
}

/** A final, masked, empty frame. */
function emptyFrame(opcode: number): Buffer {
  return Buffer.from([0x80 | opcode, 0x80, 0, 0, 0, 0]);
}

export function createFrameFilter(limitBytes: number): FrameFilter {
  const oversize = new Map<number, number>();
  let carry: Buffer | undefined;
  let payloadLeft = 0;
  let dropPayload = false;
  /** Of the current data message, over its fragments. */
  let messageBytes = 0;
  let messages = 0;
  let dropMessage = false;

  /** What the parser is to see of a frame: all of it, nothing, or an empty frame that ends the message. */
  function judge(header: Header): 'pass' | 'drop' | 'replace' {
    if (header.opcode >= 8) return 'pass';
    if (header.opcode !== 0) {
      messageBytes = 0;
      dropMessage = false;
    }
    messageBytes += header.length;
    if (dropMessage) {
      oversize.set(messages - 1, messageBytes);
      if (header.fin) dropMessage = false;
      return 'drop';
    }
    if (messageBytes > limitBytes) {
      oversize.set(messages, messageBytes);
      messages++;
      dropMessage = !header.fin;
      return 'replace';
    }
    if (header.fin) messages++;
    return 'pass';
  }

  function push(chunk: Buffer): readonly Buffer[] {
    const data = carry === undefined ? chunk : Buffer.concat([carry, chunk]);
    carry = undefined;
    const out: Buffer[] = [];
    let at = 0;
    let from = 0;
    const passTo = (end: number): void => {
      if (end > from) out.push(data.subarray(from, end));
      from = end;
    };
    while (at < data.length) {
      if (payloadLeft > 0) {
        const bytes = Math.min(payloadLeft, data.length - at);
        payloadLeft -= bytes;
        at += bytes;
        if (dropPayload) from = at;
        continue;
      }
      const header = readHeader(data, at);
      if (header === undefined) {
        passTo(at);
        carry = Buffer.from(data.subarray(at));
        return out;
      }
      const verdict = judge(header);
      if (verdict !== 'pass') passTo(at);
      at += header.size;
      payloadLeft = header.length;
      dropPayload = verdict !== 'pass';
      if (dropPayload) from = at;
      if (verdict === 'replace') out.push(emptyFrame(header.opcode));
    }
    passTo(data.length);
    return out;
  }

  return {
    push,
    takeOversize(index) {
      const bytes = oversize.get(index);
      oversize.delete(index);
      return bytes;
    },
  };
}

/**
 * Puts the filter between a socket and the parser that has just been set on it. The parser's own listener stays known
 * to the socket (`listener`, as for `once`), so that the parser can still take itself off.
 */
export function filterSocket(socket: Duplex | Socket, filter: FrameFilter): void {
  for (const deliver of socket.listeners('data')) {
    const filtered = (chunk: Buffer): void => {
      for (const part of filter.push(chunk)) {
        if (!socket.listeners('data').includes(deliver)) return;
        deliver.call(socket, part);
      }
    };
    socket.removeListener('data', deliver as (chunk: Buffer) => void);
    socket.on('data', Object.assign(filtered, { listener: deliver }));
  }
}
