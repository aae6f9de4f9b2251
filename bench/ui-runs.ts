import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumPath } from '../e2e/environment.ts';
import { Budgets } from './lib/budgets.ts';
import { insertOutcomes } from './lib/bulk-outcomes.ts';
import { insertRuns } from './lib/bulk-runs.ts';
import { fillOnce } from './lib/fill-once.ts';
import { importKept, KEPT_SCENARIO, keepFolders, PACK } from './lib/kept-folders.ts';
import { watchLongTasks } from './lib/page-times.ts';
import { startStudio } from './lib/servers.ts';
import { measureOpenImported, measureOutcomes, measureRunTable } from './lib/ui-runs.ts';
import { type Blocked, measureSteps, playLibrary } from './lib/ui-session.ts';

const USAGE = `node bench/ui-runs.ts [--homes DIR] [--runs N] [--rounds N]

Measures the run table, a run's page and the outcomes of a task in Chromium over 100,000 runs, and prints each budget beside what
was measured. Missed budgets do not fail the command. The pages must be built (npx next build).

  --homes DIR  keeps the libraries there, for the next time
  --runs N     (100000)
  --rounds N   loads of each page (10)`;

const { values: flags } = parseArgs({
  options: {
    homes: { type: 'string' },
    runs: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
});
const CALLS = 50;

/** A library of that many runs; with `oneTask` they are all of one task. */
async function fillHome(homeDir: string, runs: number, oneTask: boolean): Promise<void> {
  await fillOnce(homeDir, () => {
    insertRuns(homeDir, { runs, withWords: oneTask ? 0 : Math.min(runs, 20_000) });
    if (oneTask) insertOutcomes(homeDir, { scenario: KEPT_SCENARIO, taskIdx: 0, ends: 500 });
  });
}

async function main(): Promise<void> {
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const [rounds, count] = [Number(flags.rounds), Number(flags.runs)];
  const budgets = new Budgets();
  const folder = await mkdtemp(join(tmpdir(), 'bench-ui-runs-'));
  const [many, oneTask] = ['runs', 'outcomes'].map((name) => join(flags.homes ?? folder, name));
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchLongTasks);
    const blocked: Blocked = {
      loading: budgets.add('main thread blocked at once, a page loading', 50, 'ms', 'max'),
      inUse: budgets.add('main thread blocked at once, in use', 50, 'ms', 'max'),
    };
    if (many === undefined || oneTask === undefined) return;
    await fillHome(many, count, false);
    const kept = join(folder, 'kept');
    await keepFolders(kept, rounds);
    {
      await using studio = await startStudio({ dataDir: PACK, homeDir: many });
      const url = studio.url.replace(/^ws/, 'http');
      await measureRunTable(page, url, rounds, budgets, blocked);
      await measureOpenImported(page, url, await importKept(url, kept), budgets, blocked);
      const played = await playLibrary(url, KEPT_SCENARIO, CALLS);
      await measureSteps(page, url, played, 'run', rounds, budgets, blocked);
    }
    await fillHome(oneTask, count, true);
    await using studio = await startStudio({ dataDir: PACK, homeDir: oneTask });
    await measureOutcomes(page, studio.url.replace(/^ws/, 'http'), rounds, budgets, blocked);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(String(budgets));
  console.log(`\n${cpus().length} cores, load of the last minute ${loadavg()[0]?.toFixed(1) ?? '?'}`);
}

await main();
