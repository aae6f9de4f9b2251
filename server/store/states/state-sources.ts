import { AppError } from '../../../lib/contracts/errors.ts';
import { LiveFileReader } from '../live-file.ts';
import type { Snapshots } from '../snapshots.ts';
import { State } from './state.ts';
import { UnreadableState } from './sqlite-file.ts';
import type { StateSource } from './tasks.ts';

/** Bytes of states that stay open. */
const OPEN_BYTES = 64 << 20;
/** States opened ahead. */
const RUN = 32;
const RUN_BYTES = 24 << 20;
const MAX_FILE_BYTES = 256 << 20;

export const NOT_KEPT =
  'This state is not kept any more: the recording policy kept the calls and dropped the databases between. ' +
  'Pin a run, or record with the policy “full”, to keep every state';

/** Why a state is not there. */
export class MissingState extends Error {
  readonly code: 'not_kept' | 'unreadable';

  constructor(code: 'not_kept' | 'unreadable', message: string) {
    super(message);
    this.code = code;
  }
}

/** Opens states from the store, keeping those used last, and from files. */
export class StateSources {
  readonly #snapshots: Snapshots;
  readonly #files = new LiveFileReader(MAX_FILE_BYTES);
  readonly #open = new Map<string, State>();
  #bytes = 0;

  constructor(snapshots: Snapshots) {
    this.#snapshots = snapshots;
  }

  /** @throws MissingState, UnreadableState */
  open(source: StateSource): State {
    if ('path' in source) return this.#file(source.path);
    const { hash } = source;
    const found = this.#open.get(hash);
    this.#open.delete(hash);
    const state = found ?? this.#rebuild(hash);
    if (found === undefined) this.#bytes += state.file.bytes.length;
    this.#open.set(hash, state);
    for (const [name, { file }] of this.#open) {
      if (this.#bytes <= OPEN_BYTES || name === hash) break;
      this.#open.delete(name);
      this.#bytes -= file.bytes.length;
    }
    return state;
  }

  /**
   * One of a run of states. Those shortly before it are opened first, oldest first: each is one delta from the one before,
   * while going backwards each would be built from its keyframe.
   */
  openOf(run: readonly string[], i: number): State {
    const hash = run[i] ?? '';
    const known = this.#open.get(hash);
    if (known !== undefined) return this.open({ hash });
    const each = this.#open.get(run[i + 1] ?? '')?.file.bytes.length ?? 1 << 20;
    const room = Math.max(1, Math.min(RUN, Math.floor(RUN_BYTES / (each + 1))));
    let state: State | undefined;
    for (let at = Math.max(0, i - room + 1); at <= i; at++) state = this.open({ hash: run[at] ?? '' });
    return state ?? this.open({ hash });
  }

  #rebuild(hash: string): State {
    let bytes: Buffer;
    try {
      ({ bytes } = this.#snapshots.rebuild(hash));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') {
        throw new MissingState('not_kept', NOT_KEPT);
      }
      const why = error instanceof Error ? error.message : String(error);
      throw new MissingState(
        'unreadable',
        `The recorded state is damaged on disk: ${why}. Play the run again`,
      );
    }
    return new State(bytes);
  }

  #file(path: string): State {
    const read = this.#files.read(path);
    if (read.kind === 'refused') throw new UnreadableState(read.problem.message);
    return new State(Buffer.from(read.bytes));
  }
}
