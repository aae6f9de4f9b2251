import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The stripped sources are cached between starts; must stand before the first import of ours.
enableCompileCache();

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { runCommand } = await import('./cli/commands.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}
