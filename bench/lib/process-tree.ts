import { readFileSync, readdirSync } from 'node:fs';

/** What a server and all its children use, read from /proc (Linux). */

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly cpuTicks: number;
}

const TICKS_PER_SECOND = 100;

function entries(): readonly Entry[] {
  const found: Entry[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command's name may hold blanks and brackets; what follows its last bracket does not.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      found.push({
        pid: Number(name),
        parent: Number(fields[1]),
        cpuTicks: Number(fields[11]) + Number(fields[12]),
      });
    } catch {
      // It ended while we read.
    }
  }
  return found;
}

function tree(root: number): readonly Entry[] {
  const all = entries();
  const wanted = new Set([root]);
  for (let before = 0; before !== wanted.size;) {
    before = wanted.size;
    for (const entry of all) if (wanted.has(entry.parent)) wanted.add(entry.pid);
  }
  return all.filter((entry) => wanted.has(entry.pid));
}

/** Proportional set size of the whole tree, in MiB: shared pages are counted once. */
export function pssMib(root: number): number {
  let kib = 0;
  for (const { pid } of tree(root)) {
    try {
      kib += Number(
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
      );
    } catch {
      // It ended while we read.
    }
  }
  return kib / 1024;
}

/** CPU seconds of the tree's living processes, reaped children not counted. */
export function cpuSeconds(root: number): number {
  return tree(root).reduce((sum, entry) => sum + entry.cpuTicks, 0) / TICKS_PER_SECOND;
}

export function processCount(root: number): number {
  return tree(root).length;
}
