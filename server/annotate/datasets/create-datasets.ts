import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { COLUMNS, schemaHash } from './columns.ts';
import { createExportContext } from './export-context.ts';
import { checkSpec, rowsOf, Tally } from './export-rows.ts';
import { pushExport } from './push-export.ts';
import { previewLine } from './preview-line.ts';
import type { DatasetDeps, Datasets } from './types.ts';
import { writeExport } from './write-export.ts';

/** A preview shows so many rows, and counts no longer than this. */
const SHOWN = 20;
const PREVIEW_MS = 3_000;

export function createDatasets(deps: DatasetDeps): Datasets {
  const shelf = deps.store.training.exports;
  const known = (id: string): DatasetExport => {
    const made = shelf.get(id);
    if (made === undefined)
      throw new AppError('not_found', 'There is no such export; it may have been removed.');
    return made;
  };
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
        rows,
      };
    },
    make(spec, asker) {
      checkSpec(deps, spec);
      return deps.jobs.start({
        kind: 'label_export',
        title: `Exports labels as ${spec.shape}`,
        work: async (progress) => {
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
        work: async ({ signal }) => {
          const pushed = await pushExport(made, target, deps, signal);
          const now = known(id);
          shelf.put({
            ...now,
            pushes: [...now.pushes, { repo: pushed.repo, commit: pushed.commit, atMs: Date.now(), by }],
          });
          return pushed;
        },
      });
    },
    async remove(id) {
      known(id);
      shelf.remove(id);
      await rm(join(deps.dir, id), { recursive: true, force: true });
    },
  };
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
