import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own that is soon full. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Leaves so many bytes free, or none. */
  fill(freeBytes?: number): void;
  /** Gives the space back. */
  free(): void;
}

/** A tmpfs; undefined where mounting is refused (it needs privileges). */
export function mountSmallDisk(mebibytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'awm-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(mebibytes)}m`, 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const ballast: string[] = [];
  return {
    path,
    fill(freeBytes = 0) {
      for (let size = 1 << 20; size >= 4096;) {
        const file = join(path, `ballast-${String(ballast.length)}`);
        try {
          writeFileSync(file, randomBytes(size));
          ballast.push(file);
        } catch {
          rmSync(file, { force: true });
          size /= 2;
        }
      }
      for (let freed = 0; freed < freeBytes && ballast.length > 0;) {
        const file = ballast.pop() ?? '';
        freed += 4096;
        rmSync(file, { force: true });
      }
    },
    free() {
      for (const file of ballast.splice(0)) rmSync(file, { force: true });
    },
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
