import { join } from 'node:path';
import { createStore } from '../index.ts';
import { makeSeed, startOn, tempDir } from '../testing.ts';
import type { EpisodeStart } from '../types.ts';

/** A store on a small shop, in a folder that goes with it. */
export async function openLibrary() {
  const dir = tempDir();
  const seed = join(dir.path, 'seed.db');
  makeSeed(seed, 20);
  const homeDir = join(dir.path, 'home');
  const store = await createStore({ homeDir });
  return {
    homeDir,
    store,
    runs: store.runs,
    /** The session's live database is at `dbPath`. */
    begin: (over: Partial<EpisodeStart> = {}) => {
      const start = startOn(seed, dir.path, over);
      return { dbPath: start.dbPath, recorder: store.begin(start) };
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}
