import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '..', '..');

it('is exported by the package as plain JavaScript with types, and needs nothing else', async () => {
  const work = await mkdtemp(join(tmpdir(), 'awm-package-'));
  try {
    const installed = join(work, 'node_modules', 'awm-studio');
    await mkdir(installed, { recursive: true });
    await cp(join(project, 'package.json'), join(installed, 'package.json'));
    const tsc = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [
      tsc,
      '-p',
      join(project, 'tsconfig.client.json'),
      '--outDir',
      join(installed, 'dist'),
    ]);
    await writeFile(
      join(work, 'use.ts'),
      `import { connect, OpenEnvConnectionError, type OpenEnvClient } from 'awm-studio/openenv-client';
const client: Promise<OpenEnvClient> = connect('http://127.0.0.1:9');
client.catch((error: unknown) => console.log(error instanceof OpenEnvConnectionError));
`,
    );
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
    const types = ['--lib', 'es2024,esnext.disposable,dom'];
    await run(process.execPath, [tsc, ...strict, ...types, join(work, 'use.ts')], { cwd: work });
    const { stdout } = await run(process.execPath, [join(work, 'use.ts')], { cwd: work });
    expect(stdout.trim()).toBe('true');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});
