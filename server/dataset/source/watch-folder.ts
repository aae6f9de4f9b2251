import { watch } from 'node:fs';

const QUIET_MS = 120;
const LONGEST_MS = 1000;

export interface FolderWatcher {
  close(): void;
}

/**
 * Tells which direct subfolders changed, once their files have been quiet for 120 ms (an editor writes a file in several
 * steps), after 1 s at the latest. `undefined` in the set: the system did not say where.
 */
export function watchFolder(
  path: string,
  onChange: (subfolders: ReadonlySet<string | undefined>) => void,
  onError: (error: Error) => void,
): FolderWatcher {
  let changed = new Set<string | undefined>();
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(quiet);
    clearTimeout(longest);
    quiet = undefined;
    longest = undefined;
    const now = changed;
    changed = new Set();
    onChange(now);
  };
  const watcher = watch(path, { recursive: true, persistent: false });
  watcher.on('change', (_event, name) => {
    changed.add(typeof name === 'string' ? name.split(/[\\/]/)[0] : undefined);
    clearTimeout(quiet);
    quiet = setTimeout(flush, QUIET_MS).unref();
    longest ??= setTimeout(flush, LONGEST_MS).unref();
  });
  watcher.on('error', onError);
  return {
    close: () => {
      clearTimeout(quiet);
      clearTimeout(longest);
      watcher.close();
    },
  };
}
