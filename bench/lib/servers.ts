import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROJECT = resolve(import.meta.dirname, '..', '..');
const START_DEADLINE_MS = 60_000;

/** A server under measurement. */
export interface Target extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first answer of /health. */
  readonly startMs: number;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready) => probe.listen(0, '127.0.0.1', ready));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

async function start(
  name: string,
  command: readonly string[],
  options: { readonly port: number; readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Target> {
  const [program = '', ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)));
  const health = `http://127.0.0.1:${String(options.port)}/health`;
  while (performance.now() - started < START_DEADLINE_MS) {
    const answered = await fetch(health).then(
      (response) => response.ok,
      () => false,
    );
    if (answered && child.pid !== undefined) {
      return {
        name,
        url: `ws://127.0.0.1:${String(options.port)}`,
        pid: child.pid,
        startMs: performance.now() - started,
        async [Symbol.asyncDispose]() {
          child.kill('SIGTERM');
          const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
          await exited;
          clearTimeout(late);
        },
      };
    }
    if (child.exitCode !== null) break;
    await sleep(20);
  }
  child.kill('SIGKILL');
  throw new Error(`${name} did not answer ${health}; its messages are above`);
}

function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', ...more };
}

/** Our server with recording on, protocol and pages. */
export async function startStudio(options: {
  readonly dataDir: string;
  readonly moreData?: readonly string[];
  readonly homeDir: string;
}): Promise<Target> {
  const port = await freePort();
  // As bin/studio starts it.
  const command = [
    process.execPath,
    '--max-semi-space-size=8',
    join(PROJECT, 'server', 'main.ts'),
    '--port',
    String(port),
  ];
  const data = [options.dataDir, ...(options.moreData ?? [])].flatMap((dir) => ['--data', dir]);
  const paths = [...data, '--home', options.homeDir, '--no-check', '--log-level', 'warn'];
  return start('studio', [...command, ...paths], {
    port,
    cwd: PROJECT,
    env: environment({ MALLOC_ARENA_MAX: '2' }),
  });
}

/** The reference: a checkout of OpenEnv and a Python that has its locked packages. */
export async function startReference(options: {
  readonly checkout: string;
  readonly python: string;
  readonly dataDir: string;
}): Promise<Target> {
  const port = await freePort();
  const app = 'envs.agent_world_model_env.server.app:app';
  const command = [
    options.python,
    '-m',
    'uvicorn',
    app,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--log-level',
    'warning',
  ];
  const env = environment({ PYTHONPATH: 'src:envs', AWM_DATA_DIR: options.dataDir });
  return start('reference', command, { port, cwd: options.checkout, env });
}
