import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import { openFolder } from './folder-source.ts';
import { ArtifactError, type Source, type SourceFile } from './source.ts';
import { openZip } from './zip-source.ts';

/** A zip that is a file on this machine. @throws ArtifactError */
export function openDiskZip(file: SourceFile): Promise<Source> {
  if (file.diskPath === undefined)
    throw new ArtifactError('It is a zip in a zip, which is not opened: unpack the outer one');
  return openZip(file.diskPath, file.path);
}

/** What a path names: a folder, a zip, a file. @throws ArtifactError */
export async function openPath(path: string): Promise<Source> {
  const isFile = (await lstat(path).catch(() => undefined))?.isFile() === true;
  return isFile && path.toLowerCase().endsWith('.zip') ? openZip(path, basename(path)) : openFolder(path);
}
