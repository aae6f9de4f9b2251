import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The next question is mostly about the same states. A file has 32 MiB at most, scenarios have 0.4. */
const KEPT_FILES = 12;

export interface HeldFile extends Disposable {
  readonly path: string;
}

interface Entry {
  readonly path: string;
  readonly written: Promise<void>;
  holders: number;
}

/** Database files of recorded states, by hash, in a folder of its own; those not used for longest go first. */
export class StateFiles implements AsyncDisposable {
  readonly #dir: string;
  /** In order of use. */
  readonly #entries = new Map<string, Entry>();
  #names = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The file is there, and stays, until it is let go. Rejects as `write` does. */
  async hold(hash: string, write: (path: string) => Promise<void>): Promise<HeldFile> {
    const before = this.#entries.get(hash);
    const entry = this.#entry(hash, write);
    entry.holders += 1;
    let held = true;
    const letGo = (): void => {
      if (held) entry.holders -= 1;
      held = false;
      this.#trim();
    };
    try {
      await entry.written;
    } catch (error) {
      if (this.#entries.get(hash) === entry) this.#entries.delete(hash);
      letGo();
      // It was another's to write, of a run that is deleted perhaps.
      if (entry === before) return this.hold(hash, write);
      throw error;
    }
    return { path: entry.path, [Symbol.dispose]: letGo };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#entries.values()].map(({ written }) => written));
    this.#entries.clear();
    await rm(this.#dir, { recursive: true, force: true });
  }

  #entry(hash: string, write: (path: string) => Promise<void>): Entry {
    const known = this.#entries.get(hash);
    this.#entries.delete(hash);
    // A name of its own each time: a file of the same state may still be on its way out.
    const path = known?.path ?? join(this.#dir, `${hash}-${String(++this.#names)}.db`);
    // One that nobody holds may have been cleaned away under a running server.
    const entry =
      known === undefined || (known.holders === 0 && !existsSync(path))
        ? { path, written: this.#write(path, write), holders: 0 }
        : known;
    this.#entries.set(hash, entry);
    return entry;
  }

  async #write(path: string, write: (path: string) => Promise<void>): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    await write(path);
  }

  #trim(): void {
    for (const [hash, { path, holders }] of this.#entries) {
      if (this.#entries.size <= KEPT_FILES) return;
      if (holders > 0) continue;
      this.#entries.delete(hash);
      void rm(path, { force: true }).catch(() => undefined);
    }
  }
}
