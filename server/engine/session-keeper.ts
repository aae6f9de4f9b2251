import type { KeptSession, SessionShelf } from '../store/types.ts';
import type { ResetParams } from './types.ts';

/** Writes down what a server that is started anew needs of one person's session. */
export class SessionKeeper {
  readonly #shelf: SessionShelf;
  #kept: KeptSession;
  #written: boolean;

  /** `written`: it is in the catalog already. */
  constructor(shelf: SessionShelf, kept: KeptSession, written: boolean) {
    this.#shelf = shelf;
    this.#kept = kept;
    this.#written = written || shelf.put(kept);
  }

  /** Whether the session can outlive the server. */
  get isWritten(): boolean {
    return this.#written;
  }

  began(episodeId: string, reset: ResetParams): void {
    this.#put({ episodeId, reset, running: null, usedAtMs: Date.now() });
  }

  called(seq: number, toolName: string | null): void {
    const atMs = Date.now();
    this.#put({ running: { seq, toolName, atMs }, usedAtMs: atMs });
  }

  holds(control: KeptSession['control']): void {
    if (control?.id !== this.#kept.control?.id) this.#put({ control });
  }

  drop(): void {
    this.#shelf.drop(this.#kept.id);
    this.#written = false;
  }

  #put(change: Partial<KeptSession>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#written = this.#shelf.put(this.#kept);
  }
}
