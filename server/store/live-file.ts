import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { FileProblem } from './types.ts';

type LiveRead =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly problem: FileProblem | null }
  | { readonly kind: 'refused'; readonly problem: FileProblem };

/** O_NONBLOCK: a FIFO in the file's place must not hold the event loop. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ATTEMPTS = 3;

/** Reads files written by untrusted code, into one scratch buffer that the next read overwrites. */
export class LiveFileReader {
  readonly #maxBytes: number;
  #scratch = Buffer.alloc(1 << 20);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** `bytes` is valid until the next call. Never throws for what the file is. */
  read(path: string): LiveRead {
    let fd: number;
    try {
      fd = openSync(path, FLAGS);
    } catch (error) {
      return refused(openProblem(error));
    }
    try {
      return this.#readFd(fd, path);
    } catch (error) {
      return refused({
        code: 'unreadable',
        message: `The database file could not be read: ${reason(error)}`,
      });
    } finally {
      closeSync(fd);
    }
  }

  #readFd(fd: number, path: string): LiveRead {
    for (let attempt = 1; ; attempt++) {
      const before = fstatSync(fd);
      if (!before.isFile()) {
        return refused({ code: 'not_regular', message: 'The database is not a regular file' });
      }
      if (before.size > this.#maxBytes) {
        const message = `The database file has ${before.size} bytes; the limit is ${this.#maxBytes}`;
        return refused({ code: 'too_large', message });
      }
      const length = this.#fill(fd, before.size);
      const after = fstatSync(fd);
      const bytes = this.#scratch.subarray(0, length);
      if (length === before.size && after.size === before.size && after.mtimeMs === before.mtimeMs) {
        return { kind: 'read', bytes, problem: journalProblem(path) };
      }
      if (attempt === ATTEMPTS) {
        const message = 'The database file changed while it was read; the state may be torn';
        return { kind: 'read', bytes, problem: { code: 'unstable', message } };
      }
    }
  }

  #fill(fd: number, size: number): number {
    if (this.#scratch.length < size) this.#scratch = Buffer.alloc(Math.ceil(size * 1.5));
    let length = 0;
    while (length < size) {
      const count = readSync(fd, this.#scratch, length, size - length, length);
      if (count === 0) break;
      length += count;
    }
    return length;
  }
}

/** SQLite recovers journals inside the sandbox before we look; one that is still there means that we see an old state. */
function journalProblem(path: string): FileProblem | null {
  for (const suffix of ['-wal', '-journal']) {
    const size = statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0) {
      return {
        code: 'pending_journal',
        message: `${suffix} holds ${size} bytes that are not in the file yet`,
      };
    }
  }
  return null;
}

function openProblem(error: unknown): FileProblem {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOENT') return { code: 'missing', message: 'The database file is gone' };
  if (code === 'ELOOP') return { code: 'not_regular', message: 'The database file is a symbolic link' };
  return { code: 'unreadable', message: `The database file could not be opened: ${reason(error)}` };
}

function refused(problem: FileProblem): LiveRead {
  return { kind: 'refused', problem };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
