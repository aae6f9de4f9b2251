import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { chromiumPath } from '../e2e/environment.ts';
import { Budgets } from './lib/budgets.ts';
import { writeBulkPack } from './lib/bulk-scenario.ts';
import {
  inTab,
  longestTask,
  mainThreadClock,
  msOfKey,
  msUntil,
  scriptBytes,
  type Shown,
  watchLongTasks,
} from './lib/page-times.ts';
import { scenarioKeys } from './lib/rest.ts';
import { startStudio } from './lib/servers.ts';
import {
  type Blocked,
  measureBulk,
  measureCalls,
  measureSteps,
  playBulk,
  playLibrary,
} from './lib/ui-session.ts';
import { makePack } from './make-pack.ts';

const USAGE = `node bench/ui.ts [--data DIR] [--scenarios N] [--rounds N] [--calls N]

Measures the pages in Chromium against a server with a pack of 1,000 generated scenarios, or that of --data (a pack that
bench/make-pack.ts wrote), and prints each budget beside what was measured. Missed budgets do not fail the command. The pages
must be built (npx next build).

  --rounds N   loads of each page (10)
  --calls N    steps of the session that is opened (50)`;

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    scenarios: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '10' },
    calls: { type: 'string', default: '50' },
    help: { type: 'boolean', default: false },
  },
});

async function measureScenarios(
  page: Page,
  url: string,
  rounds: number,
  budgets: Budgets,
  blocked: Blocked,
): Promise<void> {
  const rows = budgets.add('scenario table, first rows', 1_000);
  const filter = budgets.add('scenario table, filter', 150);
  const cpu = budgets.add('scenario table, filter: computing of the main thread alone', 150);
  const clock = await mainThreadClock(page);
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${url}/web/`, { waitUntil: 'commit' });
    rows.push(await msUntil(page, { within: 'main a[href*="/scenarios/"]', text: '' }));
    const search = page
      .getByRole('main')
      .getByRole('searchbox')
      .or(page.getByRole('main').getByRole('combobox'))
      .first();
    await search.focus();
    await page.waitForTimeout(1_000);
    blocked.loading.push(await longestTask(page));
    for (const letter of 'lib') {
      await clock();
      const ms = await msOfKey(page, letter, 'main ul[aria-label]:has([data-row])');
      // A letter that leaves the rows as they are shows nothing.
      if (!Number.isNaN(ms)) filter.push(ms);
      cpu.push(await clock());
    }
    blocked.inUse.push(await longestTask(page));
  }
}

interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** What is there once the page shows what it is for. */
  readonly shown: Shown;
}

async function measureScripts(
  page: Page,
  url: string,
  pages: readonly MeasuredPage[],
  budgets: Budgets,
): Promise<void> {
  for (const { name, path, shown } of pages) {
    await page.goto(url + path);
    await msUntil(page, shown);
    const { entry, all } = await scriptBytes(page);
    budgets.add(`script of ${name}: named by its HTML`, 250, 'KB').push(entry / 1024);
    budgets.add(`script of ${name}: all that ran`, 250, 'KB').push(all / 1024);
  }
}

async function main(): Promise<void> {
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const rounds = Number(flags.rounds);
  const budgets = new Budgets();
  const folder = await mkdtemp(join(tmpdir(), 'bench-ui-'));
  try {
    const pack = flags.data ?? join(folder, 'pack');
    if (flags.data === undefined) {
      const from = resolve(import.meta.dirname, '../scenarios');
      await makePack({ from, out: pack, scenarios: Number(flags.scenarios) });
    }
    const bulkPack = join(folder, 'bulk');
    await writeBulkPack(bulkPack);
    const homeDir = join(folder, 'home');
    await using studio = await startStudio({ dataDir: pack, moreData: [bulkPack], homeDir });
    const url = studio.url.replace(/^ws/, 'http');
    const library = (await scenarioKeys(url)).find((key) => key.startsWith('city_library'));
    if (library === undefined) throw new Error(`${pack} has no copy of city_library`);
    const played = await playLibrary(url, library, Number(flags.calls));
    const bulk = await playBulk(url, Math.max(4, rounds));
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
      await measureScenarios(page, url, rounds, budgets, blocked);
      await measureSteps(page, url, played, 'session', rounds, budgets, blocked);
      await measureSteps(page, url, played, 'run', rounds, budgets, blocked);
      await measureCalls(page, url, library, rounds, budgets, blocked);
      await measureBulk(page, url, bulk, budgets, blocked);
      const link: Shown = { within: 'main a[href]', text: '' };
      const newest = inTab(played.shows.at(-1) ?? '', played.shows.length);
      const pages: readonly MeasuredPage[] = [
        { name: 'scenarios', path: '/web/', shown: link },
        { name: 'a scenario', path: `/web/scenarios/${library}`, shown: link },
        { name: 'a session', path: `/web/sessions/${played.id}`, shown: newest },
        { name: 'a run', path: `/web/runs/${played.recordId}`, shown: newest },
        { name: 'sessions', path: '/web/sessions', shown: link },
        { name: 'settings', path: '/web/settings', shown: { within: 'main h2', text: '' } },
      ];
      await measureScripts(page, url, pages, budgets);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(String(budgets));
  console.log(`\n${cpus().length} cores, load of the last minute ${loadavg()[0]?.toFixed(1) ?? '?'}`);
}

await main();
