import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The stripped sources are cached between starts; must stand before the first import of ours. Worker threads do not inherit
// the cache, only the environment.
// eslint-disable-next-line no-restricted-properties -- written for the threads; no option of ours
const { env } = process;
env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache(env['NODE_COMPILE_CACHE']);

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { runCommand } = await import('./cli/commands.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}
