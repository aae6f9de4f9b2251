import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_DIR } from '../config.ts';

const run = promisify(execFile);

/** The three generations of Python clients in the field, each in an environment of its own: they exclude one another. */
export const CLIENT_PACKAGES = {
  core030: 'openenv-core==0.3.0',
  openenv031: 'openenv==0.3.1',
  openenv010: 'openenv==0.10.0',
} as const;

export type ClientGeneration = keyof typeof CLIENT_PACKAGES;

/** Makes the environment where it is missing (about 20 s) and gives its bin folder. */
export async function clientEnvironment(generation: ClientGeneration): Promise<string> {
  const parent = join(PROJECT_DIR, '.toolchain', 'clients');
  const home = join(parent, `${generation}-${CLIENT_PACKAGES[generation].replace('==', '-')}`);
  const bin = join(home, 'bin');
  if (existsSync(bin)) return bin;
  const uv = join(PROJECT_DIR, '.venv', 'bin', 'uv');
  const python = join(PROJECT_DIR, '.venv', 'bin', 'python');
  // Made beside and moved into place, so that a broken installation is never taken for a whole one.
  const draft = `${home}.${String(process.pid)}`;
  await mkdir(parent, { recursive: true });
  try {
    await run(uv, ['venv', '--quiet', '--relocatable', '--python', python, draft]);
    await run(uv, [
      'pip',
      'install',
      '--quiet',
      '--python',
      join(draft, 'bin', 'python'),
      CLIENT_PACKAGES[generation],
    ]);
    await rename(draft, home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return bin;
}
