import { rm } from 'node:fs/promises';

/**
 * Removes a folder without being waited for. Its processes may still be ending and write one more file: it is tried a
 * few times, and what stays goes with the host's own folder.
 */
export function discard(dir: string): void {
  void rm(dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}
