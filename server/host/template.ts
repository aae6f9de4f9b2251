import { existsSync } from 'node:fs';
import { discard } from './discard.ts';
import type { CachedTemplate } from './learned-cache.ts';
import type { SeedError } from './types.ts';

/** A pair of template databases; its folder goes when it is retired and nobody holds it. */
export class Template {
  readonly initialDb: string;
  readonly templateDb: string;
  readonly seedErrors: readonly SeedError[];
  readonly readsClock: boolean;
  readonly builtAtMs = Date.now();
  readonly #dir: string;
  #timings: Readonly<Record<string, number>>;
  #holders = 0;
  #retired = false;

  /** `dir` is removed with it. */
  constructor(files: CachedTemplate, dir: string, timings: Readonly<Record<string, number>> = {}) {
    this.initialDb = files.initialDb;
    this.templateDb = files.templateDb;
    this.seedErrors = files.seedErrors;
    this.readsClock = files.readsClock;
    this.#timings = timings;
    this.#dir = dir;
  }

  /** Whether its files are still there. */
  get isWhole(): boolean {
    return existsSync(this.initialDb) && existsSync(this.templateDb);
  }

  /** The build's timings, for whoever waited for it; empty from then on. */
  takeTimings(): Readonly<Record<string, number>> {
    const timings = this.#timings;
    this.#timings = {};
    return timings;
  }

  hold(): void {
    this.#holders++;
  }

  release(): void {
    this.#holders--;
    this.#removeIfUnused();
  }

  retire(): void {
    this.#retired = true;
    this.#removeIfUnused();
  }

  #removeIfUnused(): void {
    if (this.#retired && this.#holders === 0) discard(this.#dir);
  }
}
