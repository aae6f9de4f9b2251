import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of processes of ours that were killed; `name` captures the pid. What belongs to others is left. */
export async function removeLeftovers(dir: string, name: RegExp): Promise<void> {
  for (const entry of await readdir(dir)) {
    const pid = name.exec(entry)?.[1];
    if (pid === undefined || alive(Number(pid))) continue;
    await rm(join(dir, entry), { recursive: true, force: true }).catch(() => undefined);
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
