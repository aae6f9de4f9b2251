import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { IMPORT_LIMITS } from './limits.ts';
import { ArtifactError, shownName, tooLarge, type Source, type SourceFile } from './source.ts';

const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const PIECE = 1024 * 1024;

/** A file on this machine; links are not followed. */
export function diskFile(path: string, name: string, size: number): SourceFile {
  async function opened() {
    try {
      const file = await open(path, FLAGS);
      if ((await file.stat()).isFile()) return file;
      await file.close();
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new ArtifactError(`${shownName(name)} cannot be read (${why})`);
    }
    throw new ArtifactError(`${shownName(name)} is not a regular file`);
  }
  return {
    path: name,
    size,
    diskPath: path,
    async read(limit) {
      await using file = await opened();
      const { size: bytes } = await file.stat();
      if (bytes > limit) throw tooLarge(name, bytes, limit);
      const buffer = Buffer.allocUnsafeSlow(bytes);
      let length = 0;
      while (length < bytes) {
        const { bytesRead } = await file.read(buffer, length, bytes - length, length);
        if (bytesRead === 0) throw new ArtifactError(`${shownName(name)} changed while it was read`);
        length += bytesRead;
      }
      return buffer;
    },
    async stream() {
      const file = await opened();
      return file.createReadStream({ highWaterMark: PIECE }) as AsyncIterable<Buffer>;
    },
  };
}

/**
 * A folder with all that is in it, or one file. Links are left out and named; only regular files are read.
 * @throws ArtifactError where there is nothing, or too much
 */
export async function openFolder(path: string): Promise<Source> {
  const info = await lstat(path).catch(() => undefined);
  if (info === undefined) throw new ArtifactError(`There is no ${shownName(path)}`);
  if (info.isSymbolicLink())
    throw new ArtifactError(`${shownName(path)} is a symbolic link; name what it leads to`);
  const files: SourceFile[] = [];
  const skipped: { path: string; why: string }[] = [];
  if (info.isFile()) files.push(diskFile(path, basename(path), info.size));
  else if (info.isDirectory()) await walk(path, basename(path), { files, skipped });
  else throw new ArtifactError(`${shownName(path)} is neither a file nor a folder`);
  return { files, skipped, [Symbol.asyncDispose]: () => Promise.resolve() };
}

interface Found {
  readonly files: SourceFile[];
  readonly skipped: { path: string; why: string }[];
}

async function walk(root: string, rootName: string, found: Found): Promise<void> {
  const open = [{ path: root, name: rootName, depth: 0 }];
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    const entries: Dirent[] = await readdir(dir.path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const [path, name] = [join(dir.path, entry.name), `${dir.name}/${entry.name}`];
      if (entry.isSymbolicLink()) found.skipped.push({ path: name, why: 'it is a symbolic link' });
      else if (entry.isDirectory()) {
        if (dir.depth >= IMPORT_LIMITS.depth) found.skipped.push({ path: name, why: 'it lies too deep' });
        else open.push({ path, name, depth: dir.depth + 1 });
      } else if (!entry.isFile()) found.skipped.push({ path: name, why: 'it is not a regular file' });
      else found.files.push(diskFile(path, name, (await lstat(path)).size));
      if (found.files.length > IMPORT_LIMITS.files)
        throw new ArtifactError(
          `${shownName(rootName)} has more than ${String(IMPORT_LIMITS.files)} files; import a part at a time`,
        );
    }
  }
}
