import { readFileSync, readdirSync } from 'node:fs';

/** What a process holds, read from /proc (Linux). */

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${String(pid)}/fd`).length;
}

export function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
