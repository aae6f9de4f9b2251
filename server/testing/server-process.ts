import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR } from '../config.ts';

/** `studio serve` as a process of its own: for tests that kill it. */
export interface ServerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly homeDir: string;
  /** What its start took: how busy the machine is. */
  readonly startMs: number;
  /** What it wrote to stderr so far. */
  log(): string;
  /** Settles with the exit code, or the signal's name. */
  readonly exited: Promise<number | string>;
}

export interface ServerProcessOptions {
  readonly packs: readonly string[];
  readonly flags?: readonly string[];
  /** Kept when the process ends; else a new one that is removed on dispose. */
  readonly homeDir?: string;
  /** Runs it as this user (root may). */
  readonly uid?: number;
}

const START_DEADLINE_MS = 90_000;
/** A start takes less on a machine with nothing else to do. */
const QUIET_START_MS = 4_000;

/** @throws Error with the server's messages where it ends or does not serve in time */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const homeDir = options.homeDir ?? (await mkdtemp(join(tmpdir(), 'awm-home-')));
  if (options.homeDir === undefined && options.uid !== undefined)
    await chown(homeDir, options.uid, options.uid);
  const data = options.packs.flatMap((path) => ['--data', path]);
  const flags = [
    '--port',
    '0',
    '--home',
    homeDir,
    '--no-ui',
    '--no-check',
    '--log-level',
    'warn',
    ...data,
    ...(options.flags ?? []),
  ];
  const child = spawn(process.execPath, [join(PROJECT_DIR, 'server', 'main.ts'), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  const began = performance.now();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1)),
  );
  const served = new Promise<string>((resolve, reject) => {
    let stdout = '';
    const late = setTimeout(
      () => reject(new Error(`The server did not serve in time.\n${stderr}`)),
      START_DEADLINE_MS,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const url = /serves (http:\S+?)(?:web\/)?\s/.exec(stdout)?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      resolve(url);
    });
    void exited.then((code) => {
      clearTimeout(late);
      reject(new Error(`The server ended (${String(code)}) before it served.\n${stderr}`));
    });
  });
  const remove = async () => {
    if (options.homeDir === undefined) await rm(homeDir, { recursive: true, force: true });
  };
  try {
    const httpUrl = (await served).replace(/\/$/, '');
    return {
      child,
      pid: child.pid ?? 0,
      httpUrl,
      wsUrl: httpUrl.replace(/^http/, 'ws'),
      homeDir,
      startMs: performance.now() - began,
      log: () => stderr,
      exited,
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await exited;
        await remove();
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await remove();
    throw error;
  }
}

/** A limit that holds on a quiet machine, and as many times longer as this server's start took longer than there. */
export function limitOn({ startMs }: Pick<ServerProcess, 'startMs'>, quietMs: number): number {
  return quietMs * Math.max(1, startMs / QUIET_START_MS);
}

/** The parent of a process (Linux). @throws Error where there is no such process */
export function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** All processes below a pid, found by their parents (Linux). */
export function descendants(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = parentOf(Number(name));
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended while we read.
    }
  }
  const found: number[] = [];
  const queue = [root];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const below = children.get(next) ?? [];
    found.push(...below);
    queue.push(...below);
  }
  return found;
}

export function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; only its parent has not asked yet.
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}
