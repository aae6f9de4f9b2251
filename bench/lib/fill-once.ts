import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createStore } from '../../server/store/index.ts';

/** Makes the home and fills its catalog, the first time; a home that is kept stays as it is. */
export async function fillOnce(homeDir: string, fill: () => void): Promise<void> {
  if (existsSync(join(homeDir, 'catalog.db'))) return;
  await (await createStore({ homeDir }))[Symbol.asyncDispose]();
  fill();
}
