import type { JobProgress } from '../jobs/types.ts';
import { openFolder } from './folder-source.ts';
import { RunImporter, type ImportOptions } from './import-runs.ts';
import { openDiskZip } from './open-source.ts';
import { artifactProblem } from './source.ts';

/** Imports what lies at the paths; one that cannot be opened is a line of the report. */
export async function importFrom(
  options: Omit<ImportOptions, 'openZip'>,
  paths: readonly string[],
  progress: Pick<JobProgress, 'line' | 'now' | 'total' | 'signal'>,
): Promise<void> {
  await using importer = new RunImporter({ ...options, openZip: openDiskZip });
  for (const path of paths) {
    progress.signal.throwIfAborted();
    try {
      await using source = await openFolder(path);
      await importer.import(source, progress);
    } catch (error) {
      progress.signal.throwIfAborted();
      progress.line({ subject: path, outcome: 'failed', message: `${artifactProblem(error)}.` });
    }
  }
}
