/**
 * What taking in session folders of a scenario that is here costs, with the states between the calls rebuilt by replay behind
 * the scenes, and how long any of the runs takes to open meanwhile, over HTTP.
 * Run: node bench/import-known.ts [how many]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Budgets } from './lib/budgets.ts';
import { importKept, KEPT_CALLS, keepFolders, PACK } from './lib/kept-folders.ts';
import { msToOpen, runningJobs } from './lib/rest.ts';
import { startStudio } from './lib/servers.ts';

const COUNT = Number(process.argv[2] ?? 1_000);
/** Somebody opens a run this often. */
const PAUSE_MS = 100;

const root = await mkdtemp(join(tmpdir(), 'bench-import-known-'));
try {
  const played = join(root, 'played');
  await keepFolders(played, COUNT);
  const homeDir = join(root, 'home');
  await using studio = await startStudio({ dataDir: PACK, homeDir });
  const url = studio.url.replace(/^ws/, 'http');
  const budgets = new Budgets();
  const imports = budgets.add(`import of ${String(COUNT)} folders, sent over HTTP`, 60_000);
  const opened = budgets.add('open any run while states are rebuilt', 500);
  const after = budgets.add('open any run afterwards', 500);
  const started = performance.now();
  const runs = await importKept(url, played);
  imports.push(performance.now() - started);
  let next = 0;
  const open = async (into: number[]) => {
    next = (next + 379) % runs.length;
    into.push(await msToOpen(url, runs[next] ?? '', KEPT_CALLS));
    await wait(PAUSE_MS);
  };
  while ((await runningJobs(url)) > 0) await open(opened);
  const rebuilt = performance.now() - started;
  for (let i = 0; i < 100; i++) await open(after);
  console.log(String(budgets));
  console.log(
    `${String(runs.length)} runs of ${String(KEPT_CALLS)} calls; all states rebuilt ${(rebuilt / 1_000).toFixed(1)} s after the start; ` +
      `load of the last minute ${loadavg()[0]?.toFixed(1) ?? '?'}`,
  );
} finally {
  await rm(root, { recursive: true, force: true });
}
