import { omit } from '../../lib/util/omit.ts';
import type { KeptSession, SessionShelf } from '../store/types.ts';
import type { ResetParams, SessionInfo } from './types.ts';

/** Writes down what a server that is started anew needs of one person's session. */
export class SessionKeeper {
  readonly #shelf: SessionShelf;
  #kept: KeptSession;
  #written: boolean;
  #dropped = false;

  /** `session`: as it was kept, or a new one. */
  constructor(shelf: SessionShelf, session: KeptSession | SessionInfo) {
    this.#shelf = shelf;
    const isKept = 'usedAtMs' in session;
    this.#kept = isKept ? session : newlyKept(session);
    this.#written = isKept || shelf.put(this.#kept);
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

  /** The session ends; what comes of it after that (a reset under way, a page that leaves) is not written. */
  drop(): void {
    this.#dropped = true;
    this.#shelf.drop(this.#kept.id);
    this.#written = false;
  }

  #put(change: Partial<KeptSession>): void {
    if (this.#dropped) return;
    this.#kept = { ...this.#kept, ...change };
    this.#written = this.#shelf.put(this.#kept);
  }
}

function newlyKept({ id, actor, transport, createdAtMs }: SessionInfo): KeptSession {
  const nothing = { episodeId: null, reset: {}, running: null, control: null };
  return { id, actor, transport, createdAtMs, usedAtMs: createdAtMs, ...nothing };
}

/** The data that begins the same episode: by its own scenario and task, without the client's keys. */
export function resetToKeep(params: ResetParams, scenario: string, taskIdx: number | null): ResetParams {
  const rest = omit(params, 'llm_api_key', 'split', 'index');
  return { ...rest, scenario, ...(taskIdx !== null && { task_idx: taskIdx }) };
}
