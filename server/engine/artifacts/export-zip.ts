import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { exportRun, type ExportedFile, type ExportSource } from './export-run.ts';

/** Entries have one time: two exports of a run are the same to the byte. */
const MTIME = new Date('2000-01-01T00:00:00Z');

/**
 * A zip of runs, made while it is read: one file of one run is held at a time. A run that is gone, or goes on, is left
 * out and named in skipped.txt.
 */
export function exportZip(source: ExportSource, ids: readonly string[]): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  zip.outputStream.on('error', (error: Error) => out.destroy(error));
  fill(zip, out, source, ids).catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}

async function fill(
  zip: ZipFile,
  out: Readable,
  source: ExportSource,
  ids: readonly string[],
): Promise<void> {
  const skipped: string[] = [];
  for (const id of ids) {
    // One run by itself that cannot be exported is an error of the request.
    try {
      for await (const file of exportRun(source, id)) await add(zip, out, file);
    } catch (error) {
      if (ids.length === 1 || out.destroyed) throw error;
      skipped.push(`${id}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  if (skipped.length > 0) await add(zip, out, { path: 'skipped.txt', compress: true, pieces: () => skipped });
  zip.end();
}

/** Settles when the file has been read to its end. */
async function add(zip: ZipFile, out: Readable, file: ExportedFile): Promise<void> {
  const done = Promise.withResolvers<undefined>();
  const give = (error: Error) => done.reject(error);
  const gone = () => done.reject(new Error('whoever asked has gone'));
  out.once('close', gone);
  zip.once('error', give);
  zip.addReadStreamLazy(file.path, { compress: file.compress, mtime: MTIME, mode: 0o100644 }, (open) => {
    const stream = Readable.from(turns(file.pieces()), { objectMode: false });
    stream.once('end', () => done.resolve(undefined));
    stream.once('error', give);
    open(null, stream);
  });
  try {
    if (out.destroyed) gone();
    await done.promise;
  } finally {
    out.off('close', gone);
    zip.off('error', give);
  }
}

/** Pieces as bytes; the event loop has its turn between them. */
async function* turns(
  pieces: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

const PIECE = 256 * 1024;
