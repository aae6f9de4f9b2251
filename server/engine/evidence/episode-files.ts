import { AppError } from '../../../lib/contracts/errors.ts';
import type { RecordedState } from '../../store/types.ts';
import type { StateFiles, HeldFile } from './state-files.ts';
import type { EvidenceDeps } from './types.ts';

/** Files of an episode's states, rebuilt where they are not there yet. */
export class EpisodeFiles {
  readonly #store: EvidenceDeps['store'];
  readonly #files: StateFiles;

  constructor(store: EvidenceDeps['store'], files: StateFiles) {
    this.#store = store;
    this.#files = files;
  }

  /** @throws AppError not_found where it is not kept any more, storage_full */
  state(episodeId: string, { seq, hash }: Pick<RecordedState, 'seq' | 'hash'>): Promise<HeldFile> {
    return this.#files.hold(hash, (path) => this.#store.snapshotTo(episodeId, seq, path));
  }

  /** As seeded, before the app's own create_all: what verifiers get as the initial database. */
  seed(episodeId: string): Promise<HeldFile> {
    const record = this.#store.episode(episodeId);
    if (record === undefined) throw new AppError('not_found', 'No such episode.');
    return this.#files.hold(record.seedHash, (path) => this.#store.initialTo(episodeId, path));
  }
}
