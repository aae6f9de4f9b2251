import { pullPack } from '../dataset/index.ts';
import { formatBytes } from './format-bytes.ts';
import { reportFailure, type CliIo } from './io.ts';
import { createPullProgress } from './pull-progress.ts';

export interface DataPullArgs {
  /** Data set on the hub, `owner/name`. */
  readonly repo: string;
  /** Branch, tag or commit. */
  readonly revision: string;
  readonly endpoint: string;
  readonly token: string | undefined;
  /** Folder that becomes the pack. */
  readonly dest: string;
}

/** `studio data pull`. @returns the exit code: 0, 1 on failure, 130 when stopped */
export async function runDataPull(args: DataPullArgs, io: CliIo, signal: AbortSignal): Promise<number> {
  const progress = createPullProgress(io);
  try {
    const manifest = await pullPack({
      ...args,
      signal,
      onEvent: (event) => {
        progress.show(event);
      },
    });
    progress.end();
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    io.stdout.write(
      `${args.dest}: ${manifest.files.length} files, ${formatBytes(bytes)}, ${manifest.repo} at ${manifest.revision}\n`,
    );
    io.stdout.write(`Serve it with: studio serve --data ${args.dest}\n`);
    return 0;
  } catch (error) {
    progress.end();
    const code = reportFailure(io, error);
    return signal.aborted ? 130 : code;
  }
}
