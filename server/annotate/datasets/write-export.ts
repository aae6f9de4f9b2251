import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatasetExport, DatasetFile, DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import type { JobProgress } from '../../engine/jobs/types.ts';
import { storageError } from '../../store/index.ts';
import { cardOf } from './card.ts';
import { COLUMNS, FORMAT_VERSION, schemaHash } from './columns.ts';
import { createExportContext } from './export-context.ts';
import { rowsOf, Tally } from './export-rows.ts';
import { pythonOf } from './loading.ts';
import { createRowWriter, describeFile, type RowWriter } from './row-writer.ts';
import type { SplitName } from './split-of.ts';
import type { DatasetDeps, ExportAsker } from './types.ts';

const SPLITS: readonly SplitName[] = ['train', 'validation', 'test'];
const EVERY = 500;

/** Writes the files of an export and keeps it. What was begun is removed where it is cut off. */
export async function writeExport(
  deps: DatasetDeps,
  spec: DatasetSpec,
  asker: ExportAsker,
  progress: Pick<JobProgress, 'signal' | 'advance' | 'now'>,
): Promise<DatasetExport> {
  const id = randomBytes(16).toString('hex');
  const part = join(deps.dir, `${id}.part`);
  await mkdir(join(part, 'data'), { recursive: true });
  const writers = new Map<SplitName, RowWriter>();
  try {
    const context = await createExportContext(deps, spec, asker, progress.signal);
    const columns = COLUMNS[spec.shape];
    const tally = new Tally();
    const nameOf = (split: SplitName) => `data/${split}.${spec.format}`;
    const writerOf = async (split: SplitName): Promise<RowWriter> => {
      const known =
        writers.get(split) ?? (await createRowWriter(join(part, nameOf(split)), spec.format, columns));
      writers.set(split, known);
      return known;
    };
    // A file without rows has its columns all the same.
    await writerOf('train');
    for await (const row of rowsOf(context)) {
      progress.signal.throwIfAborted();
      await (await writerOf(row.split)).add(row.cells);
      tally.add(row);
      if (tally.rows % EVERY === 0) progress.advance(EVERY);
    }
    progress.advance(tally.rows % EVERY);
    progress.now('README.md');
    const files: DatasetFile[] = [];
    for (const split of SPLITS) {
      const writer = writers.get(split);
      if (writer === undefined) continue;
      await writer.end();
      writers.delete(split);
      files.push({
        name: nameOf(split),
        rows: writer.rows,
        ...(await describeFile(join(part, nameOf(split)))),
      });
    }
    const counts = tally.counts(context);
    const atMs = Date.now();
    const title = spec.project === null ? 'Preference pairs' : (deps.projects.name(spec.project) ?? 'Labels');
    await writeFile(join(part, 'README.md'), cardOf({ title, spec, counts, files, atMs }));
    const made: DatasetExport = {
      id,
      spec,
      counts,
      files: [...files, { name: 'README.md', rows: null, ...(await describeFile(join(part, 'README.md'))) }],
      schemaHash: schemaHash(spec.shape),
      formatVersion: FORMAT_VERSION,
      by: asker.name,
      atMs,
      python: pythonOf(
        spec.shape,
        spec.format,
        files.map(({ name }) => name),
      ),
      pushes: [],
    };
    await rename(part, join(deps.dir, id));
    deps.store.training.exports.put(made);
    return made;
  } catch (error) {
    for (const writer of writers.values()) await writer.end().catch(() => undefined);
    for (const left of [part, join(deps.dir, id)]) await rm(left, { recursive: true, force: true });
    throw storageError(error, deps.dir);
  }
}
