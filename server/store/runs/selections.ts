import { randomBytes } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { RunRow, RunSelection } from '../../../lib/contracts/runs.ts';
import type { TaskPlace } from '../../../lib/contracts/task-statuses.ts';
import type { Selected } from './index/tasks.ts';

const ID_BYTES = 16;
const KEPT_MS = 6 * 3_600_000;
const MAX_SELECTIONS = 200;
/** 16 bytes a run: 4 million runs in all. */
const MAX_BYTES = 64 << 20;

/** The ids are slices of one long text: 100,000 of them in some milliseconds. */
export function unpackIds(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
  const digits = 2 * ID_BYTES;
  return Array.from({ length: hex.length / digits }, (_, i) => hex.slice(i * digits, (i + 1) * digits));
}

/** 16 bytes a run. */
export function packIds(ids: readonly string[]): Uint8Array {
  return Buffer.from(ids.join(''), 'hex');
}

interface Kept {
  readonly info: RunSelection;
  readonly ids: Uint8Array;
  readonly places: readonly TaskPlace[];
}

/** Sets of runs that were fixed, in memory for some hours; where there is no room the oldest goes. */
export class Selections {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  keep(query: string, selected: Selected): RunSelection {
    const { ids, places } = selected;
    const named = { id: randomBytes(12).toString('hex'), query, madeAtMs: Date.now() };
    const info = this.describe(named, selected);
    this.#kept.set(info.id, { info, ids, places });
    this.#bytes += ids.length;
    for (const [id, { info: old }] of this.#kept) {
      const isOld = Date.now() - old.madeAtMs > KEPT_MS;
      const isCrowded = this.#kept.size > MAX_SELECTIONS || this.#bytes > MAX_BYTES;
      if (id === info.id || (!isOld && !isCrowded)) break;
      this.#drop(id);
    }
    return info;
  }

  /** What is told of a selection whose runs are `selected`. */
  describe(
    { id, query, madeAtMs }: Pick<RunSelection, 'id' | 'query' | 'madeAtMs'>,
    { revision, ids, tasks, kept, sample }: Selected,
  ): RunSelection {
    return {
      id,
      query,
      revision,
      count: ids.length / ID_BYTES,
      tasks,
      kept,
      sample: sample as RunRow[],
      madeAtMs,
    };
  }

  /** @throws AppError not_found */
  info(id: string): RunSelection {
    return this.#known(id).info;
  }

  /** Of its runs, each once. @throws AppError not_found */
  places(id: string): readonly TaskPlace[] {
    return this.#known(id).places;
  }

  /** 16 bytes a run. @throws AppError not_found */
  packed(id: string): Uint8Array {
    return this.#known(id).ids;
  }

  /** From a position on, at most `limit`. @throws AppError not_found */
  ids(id: string, offset = 0, limit = Infinity): string[] {
    const { ids } = this.#known(id);
    return unpackIds(ids.subarray(offset * ID_BYTES, Math.min(ids.length, (offset + limit) * ID_BYTES)));
  }

  #known(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept !== undefined && Date.now() - kept.info.madeAtMs <= KEPT_MS) return kept;
    this.#drop(id);
    throw new AppError(
      'not_found',
      'This selection is not kept any more (selections go after some hours, or when the server starts anew): select the runs again.',
    );
  }

  #drop(id: string): void {
    this.#bytes -= this.#kept.get(id)?.ids.length ?? 0;
    this.#kept.delete(id);
  }
}
