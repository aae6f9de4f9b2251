import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditCase } from './types.ts';

/** States that no app would leave, as files; each is made once. */
export class MadeUpStates {
  readonly #case: AuditCase;
  readonly #empty: Promise<string>;
  #made = 0;

  constructor(audit: AuditCase) {
    this.#case = audit;
    this.#empty = this.#make([], [0]).then((paths) => paths[0] ?? '');
    // Whoever asks for it hears of it.
    this.#empty.catch(() => undefined);
  }

  /** The tables without rows. */
  empty(): Promise<string> {
    return this.#empty;
  }

  /** `count` different mixtures of the rows' values with `constants`. */
  mixed(constants: readonly (string | number)[], count: number): Promise<string[]> {
    return this.#make(
      constants,
      Array.from({ length: count }, (_, position) => position + 1),
    );
  }

  async #make(constants: readonly (string | number)[], seeds: readonly number[]): Promise<string[]> {
    const { deps, prepared, folder, signal } = this.#case;
    const run = { database: prepared.templateDb, constants, seeds };
    const states = await deps.host.makeStates(run, signal);
    return Promise.all(
      states.map(async (state) => {
        const path = join(folder, `made-up-${String(++this.#made)}.db`);
        await writeFile(path, state);
        return path;
      }),
    );
  }
}
