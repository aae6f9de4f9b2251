import { createReadStream, existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { COLUMNS, FORMAT_VERSION, schemaHash } from './columns.ts';
import { createExportContext } from './export-context.ts';
import { checkSpec, rowsOf, Tally } from './export-rows.ts';
import { pushExport } from './push-export.ts';
import { previewLine } from './preview-line.ts';
import type { DatasetDeps, Datasets } from './types.ts';
import { writeExport } from './write-export.ts';

/** A preview shows so many rows, and counts no longer than this. */
const SHOWN = 20;
const PREVIEW_MS = 3_000;
/** The folder of an export, or of one that is being written. */
const OF_EXPORT = /^[0-9a-f]{32}(\.part)?$/;

export function createDatasets(deps: DatasetDeps): Datasets {
  const shelf = deps.store.training.exports;
  const known = (id: string): DatasetExport => {
    const made = shelf.get(id);
    if (made === undefined)
      throw new AppError('not_found', 'There is no such export; it may have been removed.');
    return made;
  };
  let swept: Promise<void> | undefined;
  return {
    async preview(spec, asker, signal) {
      checkSpec(deps, spec);
      const context = await createExportContext(deps, spec, asker, signal);
      const tally = new Tally();
      const rows: string[] = [];
      const until = performance.now() + PREVIEW_MS;
      let partial = false;
      for await (const row of rowsOf(context)) {
        tally.add(row);
        if (rows.length < SHOWN) rows.push(previewLine(COLUMNS[spec.shape], row.cells));
        partial = performance.now() > until;
        if (partial) break;
      }
      return {
        counts: tally.counts(context),
        partial,
        columns: [...COLUMNS[spec.shape]],
        schemaHash: schemaHash(spec.shape),
        formatVersion: FORMAT_VERSION,
        rows,
      };
    },
    make(spec, asker) {
      checkSpec(deps, spec);
      return deps.jobs.start({
        kind: 'label_export',
        title: spec.shape === 'labels' ? 'Exports all labels' : `Exports labels as ${spec.shape}`,
        work: async (progress) => {
          await (swept ??= sweep(deps.dir));
          const { id } = await writeExport(deps, spec, asker, progress);
          return { export: id };
        },
      });
    },
    list: (project) => shelf.list(project),
    get: known,
    zip: (id) => zipOf(deps.dir, known(id)),
    file(id, name) {
      const found = known(id).files.find((file) => file.name === name);
      if (found === undefined) throw new AppError('not_found', 'This export has no such file.');
      return createReadStream(join(deps.dir, id, found.name));
    },
    push(id, target, by) {
      const made = known(id);
      return deps.jobs.start({
        kind: 'label_push',
        title: `Pushes an export to ${target.repo}`,
        work: async (progress) => {
          const pushed = await pushExport(made, target, deps, progress);
          const now = known(id);
          shelf.put({
            ...now,
            pushes: [...now.pushes, { repo: pushed.repo, commit: pushed.commit, atMs: Date.now(), by }],
          });
          return pushed;
        },
      });
    },
    async sweep() {
      // No folder before the first export.
      const found = existsSync(deps.dir) ? await readdir(deps.dir) : [];
      for (const name of found)
        if (OF_EXPORT.test(name) && shelf.get(name) === undefined)
          await rm(join(deps.dir, name), { recursive: true, force: true });
    },
    async remove(id) {
      known(id);
      shelf.remove(id);
      await rm(join(deps.dir, id), { recursive: true, force: true });
    },
  };
}

/** Removes what a server that was killed had begun. */
async function sweep(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names)
    if (name.endsWith('.part')) await rm(join(dir, name), { recursive: true, force: true });
}

function zipOf(dir: string, { id, files }: DatasetExport): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  zip.outputStream.on('error', (error: Error) => out.destroy(error));
  zip.on('error', (error: Error) => out.destroy(error));
  for (const { name } of files)
    zip.addFile(join(dir, id, name), name, { compress: !name.endsWith('.parquet') });
  zip.end();
  return out;
}
