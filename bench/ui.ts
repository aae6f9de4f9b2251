import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { chromiumPath } from '../e2e/environment.ts';
import { msOfKey, msUntil, scriptBytes, takeLongTasks, watchLongTasks } from './lib/page-times.ts';
import { startStudio } from './lib/servers.ts';
import { summarise, table } from './lib/stats.ts';
import { makePack } from './make-pack.ts';

const USAGE = `node bench/ui.ts [--data DIR] [--scenarios N] [--rounds N] [--calls N]

Measures the pages in Chromium against a server with a pack of 1,000 generated scenarios, or that of --data, and prints each
budget beside what was measured. The pages must be built (npx next build).`;

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    scenarios: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '10' },
    calls: { type: 'string', default: '50' },
    help: { type: 'boolean', default: false },
  },
});

interface Budget {
  readonly name: string;
  readonly limit: number;
  readonly unit: 'ms' | 'KB';
  readonly measured: number[];
}

const budgets: Budget[] = [];

function budget(name: string, limit: number, unit: Budget['unit'] = 'ms'): number[] {
  const measured: number[] = [];
  budgets.push({ name, limit, unit, measured });
  return measured;
}

/** @throws Error with the server's words */
async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return response.json();
}

/** Opens a session and lets it take a gold task's calls again and again. */
async function playSession(url: string, scenario: string, calls: number): Promise<string> {
  const file = resolve(import.meta.dirname, '../scenarios/city_library/tasks/0/gold.json');
  const { gold } = JSON.parse(await readFile(file, 'utf8')) as {
    gold: { calls: { tool: string; arguments: Record<string, unknown> }[] };
  };
  const { session } = (await post(`${url}/api/sessions`, { scenario, taskIdx: 0 })) as {
    session: { id: string };
  };
  for (let n = 0; n < calls; n += 1) {
    const call = gold.calls[n % gold.calls.length];
    if (call === undefined) break;
    const action = { type: 'call_tool', tool_name: call.tool, arguments: call.arguments };
    await post(`${url}/api/sessions/${session.id}/step`, { action });
  }
  return session.id;
}

async function measureScenarios(page: Page, url: string, rounds: number): Promise<void> {
  const rows = budget('scenario table, first rows', 1_000);
  const filter = budget('scenario table, filter', 150);
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${url}/web/`, { waitUntil: 'commit' });
    rows.push(await msUntil(page, 'main a[href*="/scenarios/"]'));
    const search = page
      .getByRole('main')
      .getByRole('searchbox')
      .or(page.getByRole('main').getByRole('combobox'))
      .first();
    await search.focus();
    await page.waitForTimeout(500);
    for (const letter of 'lib') {
      const ms = await msOfKey(page, letter);
      if (!Number.isNaN(ms)) filter.push(ms);
    }
  }
}

async function measureSession(page: Page, url: string, id: string, rounds: number): Promise<void> {
  const open = budget('open a session of many steps', 500);
  const step = budget('step switch', 50);
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${url}/web/sessions/${id}`, { waitUntil: 'commit' });
    open.push(await msUntil(page, '[aria-current=step]'));
    await page.waitForTimeout(1_000);
    // The first visit of a step reads its changes; the second switches among what is there.
    for (const key of ['k', 'k', 'j', 'j', 'k', 'k']) {
      const ms = await msOfKey(page, key);
      if (!Number.isNaN(ms)) step.push(ms);
    }
  }
}

async function main(): Promise<void> {
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const rounds = Number(flags.rounds);
  const folder = await mkdtemp(join(tmpdir(), 'bench-ui-'));
  try {
    const data = flags.data ?? join(folder, 'pack');
    if (flags.data === undefined) {
      const from = resolve(import.meta.dirname, '../scenarios');
      await makePack({ from, out: data, scenarios: Number(flags.scenarios) });
    }
    await using studio = await startStudio({ dataDir: data, homeDir: join(folder, 'home') });
    const url = studio.url.replace(/^ws/, 'http');
    const { items } = (await (await fetch(`${url}/api/scenarios`)).json()) as { items: { key: string }[] };
    const library = items.find(({ key }) => key.startsWith('city_library'));
    if (library === undefined) throw new Error(`${data} has no copy of city_library`);
    const id = await playSession(url, library.key, Number(flags.calls));
    const executablePath = chromiumPath();
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript(watchLongTasks);
      const paths = [
        '/web/',
        `/web/scenarios/${library.key}`,
        `/web/sessions/${id}`,
        '/web/sessions',
        '/web/settings',
      ];
      for (const path of paths) {
        await page.goto(url + path);
        await page.waitForLoadState('networkidle');
        budget(`script of ${path.replace(id, 'ID')}`, 250, 'KB').push((await scriptBytes(page)) / 1024);
      }
      const blocked = budget('main thread blocked at once, after the load', 50);
      await measureScenarios(page, url, rounds);
      blocked.push(...(await takeLongTasks(page)));
      await measureSession(page, url, id, rounds);
      blocked.push(...(await takeLongTasks(page)));
      if (blocked.length === 0) blocked.push(0);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const rows = budgets.map(({ name, limit, unit, measured }) => {
    const summary = summarise(measured);
    if (summary === undefined) return [name, `${limit} ${unit}`, '', '', '', 'not measured'];
    const figures = [summary.median, summary.p95].map((value) => value.toFixed(unit === 'KB' ? 1 : 0));
    return [name, `${limit} ${unit}`, ...figures, String(summary.n), summary.p95 <= limit ? 'pass' : 'FAIL'];
  });
  console.log(table(['budget', 'limit', 'median', 'p95', 'n', ''], rows));
}

await main();
