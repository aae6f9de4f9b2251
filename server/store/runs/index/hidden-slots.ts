import { unpackIds } from '../selections.ts';
import type { RunColumns } from './run-columns.ts';
import type { HiddenRuns } from './tasks.ts';

/** Sets whose places are kept: people who label ask again and again. */
const KEPT = 64;
const NONE = new Uint32Array(0);

/** Where the runs stand that are hidden from whoever asks. */
export class HiddenSlots {
  readonly #columns: RunColumns;
  readonly #kept = new Map<string, { readonly members: number; readonly slots: Uint32Array }>();

  constructor(columns: RunColumns) {
    this.#columns = columns;
  }

  /** Of those that are there, each once. */
  of(hidden: HiddenRuns | undefined): Uint32Array {
    if (hidden === undefined || hidden.ids.length === 0) return NONE;
    const { key, ids } = hidden;
    const { members } = this.#columns;
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const found =
      kept?.members === members
        ? kept
        : {
            members,
            slots: Uint32Array.from(unpackIds(ids).flatMap((id) => this.#columns.slotOf(id) ?? [])),
          };
    this.#kept.set(key, found);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '');
    return found.slots;
  }
}
