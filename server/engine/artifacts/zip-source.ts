import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fromFd, type Entry, type ZipFile } from 'yauzl';
import { IMPORT_LIMITS } from './limits.ts';
import { ArtifactError, shownName, tooLarge, unsafePath, type Source, type SourceFile } from './source.ts';

const TYPE_MASK = 0o170000;
const LINK = 0o120000;
const ENCRYPTED = 0x1;

/**
 * A zip as a source. Nothing of it is unpacked to disk, so no name in it can lead anywhere; a zip whose names try to, that
 * holds links, is encrypted, names a file twice or unpacks to too much is refused as a whole.
 * @throws ArtifactError
 */
export async function openZip(path: string, name: string): Promise<Source> {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    throw new ArtifactError(`${shownName(name)} cannot be opened`);
  }
  let zip: ZipFile | undefined;
  try {
    const info = fstatSync(fd);
    if (!info.isFile()) throw new ArtifactError(`${shownName(name)} is not a regular file`);
    zip = await openCatalog(fd, name);
    const files = await listFiles(zip, name, info.size);
    const opened = zip;
    return {
      files,
      skipped: [],
      [Symbol.asyncDispose]() {
        opened.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    // yauzl closes the descriptor once it has it.
    if (zip === undefined) closeSync(fd);
    else zip.close();
    throw error instanceof ArtifactError ? error : zipError(name, error);
  }
}

function zipError(name: string, error: unknown): ArtifactError {
  const why = error instanceof Error ? error.message : String(error);
  return new ArtifactError(`${shownName(name)} is not a zip that can be read: ${shownName(why)}`);
}

function openCatalog(fd: number, name: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names are checked by us, so that what is refused can be named.
    const options = {
      lazyEntries: true,
      autoClose: false,
      validateEntrySize: true,
      strictFileNames: true,
      decodeStrings: false,
    };
    fromFd(fd, options, (error, zip) => {
      if (error !== null) {
        reject(zipError(name, error));
        return;
      }
      // Faults come with each read; without a listener they would end the process.
      zip.on('error', () => undefined);
      resolve(zip);
    });
  });
}

async function listFiles(zip: ZipFile, zipName: string, zipBytes: number): Promise<SourceFile[]> {
  if (zip.entryCount > IMPORT_LIMITS.files)
    throw new ArtifactError(
      `${shownName(zipName)} has ${String(zip.entryCount)} entries; the limit is ${String(IMPORT_LIMITS.files)}. Import it in parts`,
    );
  const files = new Map<string, SourceFile>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const path = nameOf(entry);
    const inZip = `${shownName(path)} in ${shownName(zipName)}`;
    const why = unsafePath(path.replace(/\/$/, ''), IMPORT_LIMITS.pathCharacters);
    if (why !== undefined) throw new ArtifactError(`${inZip} ${why}: the zip was not read`);
    if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === LINK)
      throw new ArtifactError(`${inZip} is a symbolic link: the zip was not read`);
    if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
      throw new ArtifactError(
        `${inZip} is encrypted: unpack the zip with its password and import the folder`,
      );
    if (path.endsWith('/')) continue;
    if (files.has(path)) throw new ArtifactError(`${inZip} is there twice: the zip was not read`);
    unpacked += entry.uncompressedSize;
    files.set(path, zipFile(zip, entry, path));
  }
  const allowed = Math.max(IMPORT_LIMITS.zipRatioFrom, zipBytes * IMPORT_LIMITS.zipRatio);
  if (unpacked > Math.min(allowed, IMPORT_LIMITS.zipBytes))
    throw new ArtifactError(
      `${shownName(zipName)} has ${String(zipBytes)} bytes and would unpack to ${String(unpacked)}: it was not read`,
    );
  return [...files.values()];
}

/** UTF-8 where it is that, else Latin-1: any bytes have a name. */
function nameOf(entry: Entry): string {
  const raw = entry.fileName as unknown as Buffer;
  const utf8 = raw.toString('utf8');
  return Buffer.from(utf8, 'utf8').equals(raw) ? utf8 : raw.toString('latin1');
}

function zipFile(zip: ZipFile, entry: Entry, path: string): SourceFile {
  const stream = async (): Promise<Readable> => {
    try {
      return await zip.openReadStreamPromise(entry, {});
    } catch (error) {
      throw zipError(path, error);
    }
  };
  return {
    path,
    size: entry.uncompressedSize,
    async read(limit) {
      if (entry.uncompressedSize > limit) throw tooLarge(path, entry.uncompressedSize, limit);
      const pieces: Buffer[] = [];
      let length = 0;
      try {
        for await (const piece of (await stream()) as AsyncIterable<Buffer>) {
          length += piece.length;
          if (length > limit) throw tooLarge(path, length, limit);
          pieces.push(piece);
        }
      } catch (error) {
        throw error instanceof ArtifactError ? error : zipError(path, error);
      }
      return Buffer.concat(pieces, length);
    },
    stream: async () => (await stream()) as AsyncIterable<Buffer>,
  };
}
