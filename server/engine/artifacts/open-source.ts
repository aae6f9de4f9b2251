import { ArtifactError, type Source, type SourceFile } from './source.ts';
import { openZip } from './zip-source.ts';

/** A zip that is a file on this machine. @throws ArtifactError */
export function openDiskZip(file: SourceFile): Promise<Source> {
  if (file.diskPath === undefined)
    throw new ArtifactError('It is a zip in a zip, which is not opened: unpack the outer one');
  return openZip(file.diskPath, file.path);
}
