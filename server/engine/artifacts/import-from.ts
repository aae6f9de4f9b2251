import type { JobProgress } from '../jobs/types.ts';
import { openFolder } from './folder-source.ts';
import { RunImporter, type ImportOptions } from './import-runs.ts';
import { openDiskZip } from './open-source.ts';
import { artifactProblem, leftOutLine, type Source, type SourceFile } from './source.ts';

type Progress = Pick<JobProgress, 'line' | 'now' | 'total' | 'signal'>;

/** Imports what lies at the paths; one that cannot be opened is a line of the report. */
export async function importFrom(
  options: Omit<ImportOptions, 'openZip'>,
  paths: readonly string[],
  progress: Progress,
): Promise<void> {
  await using importer = new RunImporter({ ...options, openZip: openDiskZip });
  await eachSource(paths, progress, (source) => importer.import(source, progress));
}

/** Hands over the files that lie at the paths, one by one; what is left out or cannot be opened is a line of the report. */
export async function sendFrom(
  paths: readonly string[],
  progress: Progress,
  send: (file: SourceFile) => Promise<void>,
): Promise<void> {
  await eachSource(paths, progress, async ({ files, skipped }) => {
    for (const left of skipped) progress.line(leftOutLine(left));
    for (const file of files) {
      progress.signal.throwIfAborted();
      await send(file);
    }
  });
}

async function eachSource(
  paths: readonly string[],
  progress: Progress,
  act: (source: Source) => Promise<void>,
): Promise<void> {
  for (const path of paths) {
    progress.signal.throwIfAborted();
    try {
      await using source = await openFolder(path);
      await act(source);
    } catch (error) {
      progress.signal.throwIfAborted();
      progress.line({ subject: path, outcome: 'failed', message: `${artifactProblem(error)}.` });
    }
  }
}
