import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One episode's folder, as the reference keeps it: X.db, X_initial.db, server.py, server.log, trajectory.json. */
export interface SessionFolder {
  readonly dir: string;
  readonly dbPath: string;
  readonly initialPath: string;
  readonly logPath: string;
  readonly trajectoryPath: string;
}

/** Where an episode's files are; makes nothing. */
export function sessionFolderAt(root: string, scenario: string, name: string): SessionFolder {
  const dir = join(root, scenario, name);
  return {
    dir,
    dbPath: join(dir, `${scenario}.db`),
    initialPath: join(dir, `${scenario}_initial.db`),
    logPath: join(dir, 'server.log'),
    trajectoryPath: join(dir, 'trajectory.json'),
  };
}

/** Makes `<root>/<scenario>/<name>` (0700) with the session's database in it. */
export async function createSessionFolder(options: {
  readonly root: string;
  readonly scenario: string;
  readonly name: string;
  readonly templateDb: string;
}): Promise<SessionFolder> {
  const folder = sessionFolderAt(options.root, options.scenario, options.name);
  await mkdir(folder.dir, { recursive: true, mode: 0o700 });
  try {
    await copyFile(options.templateDb, folder.dbPath, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } catch (error) {
    await removeSessionFolder(folder);
    throw error;
  }
  return folder;
}

/**
 * The folder as a server before left it, with what is in it. Untrusted code wrote beside it: a link or a file in its
 * place goes, and a folder that is closed to us is opened.
 */
export async function takeSessionFolder({ dir }: SessionFolder): Promise<void> {
  const found = await lstat(dir).catch(() => undefined);
  if (found?.isDirectory() === false) await rm(dir, { force: true });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
}

export async function removeSessionFolder(folder: SessionFolder): Promise<void> {
  // Again where a process that is just being ended wrote one more file.
  await rm(folder.dir, { recursive: true, force: true, maxRetries: 3 });
}

/** Bytes of server.log that a step keeps, from its end. */
const LOG_SLICE = 64 * 1024;

export interface LogSlice {
  readonly logStart: number;
  readonly logEnd: number;
  readonly logText: string | null;
}

/**
 * What server.log got since byte `from`; from its beginning where the scenario cut it. Only a regular file is read, never
 * through a link: untrusted code writes in the folder.
 */
export function readLogSlice(folder: SessionFolder, from: number): LogSlice {
  const size = lstatSync(folder.logPath, { throwIfNoEntry: false })?.size ?? 0;
  const logStart = size < from ? 0 : from;
  const slice = { logStart, logEnd: size };
  if (size === logStart) return { ...slice, logText: null };
  let fd: number;
  try {
    fd = openSync(folder.logPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return { ...slice, logText: null };
  }
  try {
    if (!fstatSync(fd).isFile()) return { ...slice, logText: null };
    const bytes = Buffer.alloc(Math.min(LOG_SLICE, size - logStart));
    const length = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return { ...slice, logText: wholeLetters(bytes.subarray(0, length)) };
  } catch {
    return { ...slice, logText: null };
  } finally {
    closeSync(fd);
  }
}

/** UTF-8 without the rest of a letter that was cut at the beginning. */
function wholeLetters(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start);
}

/** Writes a file anew into a folder that untrusted code may write to: never through what that put in its place. */
export async function writeFresh(path: string, data: string | Buffer | Iterable<string>): Promise<void> {
  await rm(path, { recursive: true, force: true });
  const whole = typeof data === 'string' || Buffer.isBuffer(data);
  await writeFile(path, whole ? data : inLargePieces(data), { mode: 0o600, flag: 'wx' });
}

const PIECE_CHARACTERS = 1024 * 1024;

/** Each piece is a write of its own, some 0.2 ms: small ones are put together. */
function* inLargePieces(pieces: Iterable<string>): Generator<string> {
  let held = '';
  for (const piece of pieces) {
    held += piece;
    if (held.length < PIECE_CHARACTERS) continue;
    yield held;
    held = '';
  }
  if (held !== '') yield held;
}

/**
 * Copies a file that untrusted code wrote: only a regular file, never through a link.
 * @throws Error where it is anything else or larger than `maxBytes`
 */
export async function copyUntrusted(from: string, to: string, maxBytes: number): Promise<void> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const info = await source.stat();
    if (!info.isFile()) throw new Error(`${from} is not a regular file any more`);
    if (info.size > maxBytes)
      throw new Error(`${from} has ${String(info.size)} bytes; the limit is ${String(maxBytes)}`);
    await writeFresh(to, await source.readFile());
  } finally {
    await source.close();
  }
}

/**
 * server.py as the reference writes it beside a kept episode: the scenario's code bound to this folder's database and
 * started with an MCP mount. `port` is what uvicorn.run names.
 */
export function serverScript(code: string, dbPath: string, port: number): string {
  const lines = ['import warnings', 'warnings.filterwarnings("ignore", category=DeprecationWarning)'];
  for (const line of code.split('\n')) {
    const [left, right] = line.split('create_engine(', 2);
    let next = line;
    if (right !== undefined)
      next = `${left ?? ''}create_engine('sqlite:///${dbPath}', connect_args={'check_same_thread': False})`;
    if (line.includes('uvicorn.run(app')) {
      lines.push(
        '    from fastapi_mcp import FastApiMCP',
        '    mcp = FastApiMCP(app)',
        '    mcp.mount_http()',
      );
      next = `    uvicorn.run(app, host='127.0.0.1', port=${String(port)})`;
    }
    lines.push(next);
  }
  return lines.join('\n');
}
