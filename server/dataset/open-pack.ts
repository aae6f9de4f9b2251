import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { PACK_FILE_KINDS, PACK_FILES, REQUIRED_KINDS, type PackFileKind } from './jsonl/files.ts';
import { openJsonlPack } from './jsonl/jsonl-pack.ts';
import type { DatasetLog, Pack, PackOptions } from './pack.ts';
import { isScenarioFolder } from './source/read-scenario.ts';
import { SourcePack } from './source/source-pack.ts';

export interface OpenPackOptions extends PackOptions {
  readonly cacheDir: string;
  readonly log: DatasetLog;
  /** Undefined: files are not watched. */
  readonly onChange: ((keys: readonly string[]) => void) | undefined;
}

const PULL_HINT = "To get the public set, run 'studio data pull'.";

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function unreadable(path: string, error: unknown): AppError {
  const code = codeOf(error);
  const message =
    code === 'ENOENT'
      ? `Data folder ${path} does not exist. Give an existing folder with --data. ${PULL_HINT}`
      : code === 'EACCES' || code === 'EPERM'
        ? `Data folder ${path} cannot be read (${code}). Give the server's user the right to read it and its files.`
        : `Data folder ${path} cannot be read (${code}).`;
  return new AppError('pack_invalid', message, { cause: error });
}

async function listFolder(given: string): Promise<{ path: string; names: string[] }> {
  try {
    const path = await realpath(given);
    if (!(await stat(path)).isDirectory()) {
      throw new AppError(
        'pack_invalid',
        `${given} is a file. Give the folder that holds the data with --data.`,
      );
    }
    return { path, names: await readdir(path) };
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(given, error);
  }
}

/** Opens a folder as the kind of pack that it holds. @throws AppError pack_invalid */
export async function openPack(options: OpenPackOptions): Promise<Pack> {
  const { path, names } = await listFolder(options.path);
  const has = (kind: PackFileKind): boolean => names.includes(PACK_FILES[kind]);
  const present = PACK_FILE_KINDS.filter(has);
  if (present.length > 0) {
    const missing = REQUIRED_KINDS.filter((kind) => !has(kind)).map((kind) => PACK_FILES[kind]);
    if (missing.length > 0) {
      const begun = names.some((name) => name.endsWith('.part'));
      const what = begun
        ? "its download is not complete; run 'studio data pull' again to go on with it"
        : `add them. ${PULL_HINT}`;
      throw new AppError('pack_invalid', `Data folder ${path} lacks ${missing.join(', ')}: ${what}`);
    }
    return openJsonlPack({ ...options, path, present });
  }
  const folders = await Promise.all(names.map((name) => isScenarioFolder(join(path, name))));
  if (!folders.includes(true)) {
    const what = names.length === 0 ? 'is empty' : 'is no pack';
    const hint = names.includes('scenario.json') ? ' It is a single scenario: give the folder above it.' : '';
    throw new AppError(
      'pack_invalid',
      `Data folder ${path} ${what}: it has neither ${PACK_FILES.envs} and its sister files nor scenario folders with a scenario.json.${hint} ${PULL_HINT}`,
    );
  }
  const pack = new SourcePack({ name: options.name, path, trusted: options.trusted }, options.log);
  // First, so that what changes while it is read is read again.
  if (options.onChange !== undefined) pack.watch(options.onChange);
  try {
    await pack.load();
  } catch (error) {
    await pack[Symbol.asyncDispose]();
    throw error;
  }
  return pack;
}
