import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { chromiumPath } from '../e2e/environment.ts';
import { LABEL_SHAPES } from '../e2e/label-shapes.ts';
import { makeLabelQueue } from '../e2e/labelling-queue.ts';
import { playStarterRuns } from '../e2e/starter-runs.ts';
import { Budgets } from './lib/budgets.ts';
import { longestTask, mainThreadClock, msOfKey, msToShow, watchLongTasks } from './lib/page-times.ts';
import { startStudio } from './lib/servers.ts';

const USAGE = `node bench/labelling-ui.ts [--items N]

Labels runs of the starter pack in Chromium by keys alone, once waiting for each key's effect and once as fast as the keys go, and
prints each budget beside what was measured. Missed budgets do not fail the command. The pages must be built (npx next build).

  --items N   of the 50 runs (50)`;

const { values: flags } = parseArgs({
  options: { items: { type: 'string', default: '50' }, help: { type: 'boolean', default: false } },
});

const SUBMIT = 'ControlOrMeta+Enter';
const PAGE = '#content';
/** What changes a while after a key, when the label is saved by itself: its mark, and until when the item is reserved. */
const UNASKED = '[data-unasked]';
/** What keys are for: one budget each. */
const KINDS = [
  { name: 'a mark, and on to the next step', keys: /^[adf]$/ },
  { name: 'a mark for all unmarked steps', keys: /^Shift\+[ADF]$/ },
  { name: 'to the first or last step', keys: /^(g|Shift\+G)$/ },
  { name: 'outcome', keys: /^[1-9]$/ },
  { name: 'first error', keys: /^(e|Shift\+E)$/ },
  { name: 'tag', keys: /^[tmb]$/ },
  { name: 'confidence', keys: /^c$/ },
  { name: 'flag', keys: /^x$/ },
  { name: 'a letter of the rationale', keys: /^text$/ },
] as const;

function shapeOf(index: number) {
  const shape = LABEL_SHAPES[index % LABEL_SHAPES.length];
  if (shape === undefined) throw new Error('There is no way to label');
  return shape;
}

async function openQueue(page: Page, url: string, queue: string, person: string): Promise<void> {
  await page.addInitScript((name) => localStorage.setItem('awm.person', name), person);
  await page.goto(`${url}/web/annotate/queues/${queue}`);
  await page.getByRole('heading', { level: 1, name: 'Item 1' }).waitFor();
  await page.waitForTimeout(1_000);
}

/** Steps without a mark, as the list has them. */
function openSteps(page: Page): Promise<number> {
  return page
    .getByRole('group', { name: /^Mark of step/ })
    .filter({ hasNot: page.locator('[aria-pressed=true]') })
    .count();
}

/** From the key that submits to the frame with the next item, or with what is said where there is none. */
function msOfSubmit(page: Page, index: number, last: number): Promise<number> {
  const next =
    index < last
      ? { within: 'h1', text: `Item ${String(index + 1)}` }
      : { within: 'main', text: 'Nothing left to label' };
  return msToShow(page, 'keydown', next, () => page.keyboard.press(SUBMIT));
}

interface Measured {
  readonly page: Page;
  readonly url: string;
  readonly runs: readonly string[];
  readonly budgets: Budgets;
}

/** Each key is waited for, as somebody does who looks at what it did. */
async function measureCalmly({ page, url, runs, budgets }: Measured): Promise<void> {
  const submit = budgets.add('submit to next, each key looked at', 100);
  const computed = budgets.add('submit to next: computing of the main thread alone', 100);
  const kinds = KINDS.map(({ name, keys }) => ({ keys, measured: budgets.add(name, 50) }));
  const whole = budgets.add('interface time of an item of at most 15 steps', 5_000);
  const blocked = budgets.add('main thread blocked at once', 50, 'ms', 'max');
  const queue = await makeLabelQueue(url, 'Calm', { runs });
  await openQueue(page, url, queue, 'calm');
  const clock = await mainThreadClock(page);
  await longestTask(page);
  for (let index = 1; index <= runs.length; index += 1) {
    let sum = 0;
    for (const key of shapeOf(index).keys(await openSteps(page))) {
      const [stroke, rest] = typeof key === 'string' ? [key, ''] : [key.text.slice(0, 1), key.text.slice(1)];
      const ms = await msOfKey(page, stroke, PAGE, UNASKED);
      await page.keyboard.type(rest);
      // A key that begins another one, or moves the focus alone, changes nothing in sight.
      if (Number.isNaN(ms)) continue;
      kinds.find(({ keys }) => keys.test(typeof key === 'string' ? key : 'text'))?.measured.push(ms);
      sum += ms;
    }
    await clock();
    const ms = await msOfSubmit(page, index, runs.length);
    const ran = await clock();
    // Behind the last one the server is asked.
    if (index < runs.length) {
      submit.push(ms);
      computed.push(ran);
    }
    whole.push(sum + ms);
    blocked.push(await longestTask(page));
  }
}

/** No key waits for anything but the item. */
async function measureFast({ page, url, runs, budgets }: Measured): Promise<void> {
  const submit = budgets.add('submit to next, keys without a pause', 100);
  const queue = await makeLabelQueue(url, 'Fast', { runs });
  await openQueue(page, url, queue, 'fast');
  for (let index = 1; index <= runs.length; index += 1) {
    for (const key of shapeOf(index).keys(await openSteps(page))) {
      if (typeof key === 'string') await page.keyboard.press(key);
      else await page.keyboard.type(key.text);
    }
    const ms = await msOfSubmit(page, index, runs.length);
    if (index < runs.length) submit.push(ms);
  }
}

async function main(): Promise<void> {
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const budgets = new Budgets();
  const homeDir = await mkdtemp(join(tmpdir(), 'bench-labelling-'));
  try {
    await using studio = await startStudio({
      dataDir: resolve(import.meta.dirname, '../scenarios'),
      homeDir,
    });
    const url = studio.url.replace(/^ws/, 'http');
    const runs = (await playStarterRuns(url)).slice(0, Number(flags.items));
    const executablePath = chromiumPath();
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    try {
      for (const measure of [measureCalmly, measureFast]) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.addInitScript(watchLongTasks);
        await measure({ page, url, runs, budgets });
        await page.close();
      }
    } finally {
      await browser.close();
    }
  } finally {
    await rm(homeDir, { recursive: true, force: true });
  }
  console.log(String(budgets));
  console.log(`\n${cpus().length} cores, load of the last minute ${loadavg()[0]?.toFixed(1) ?? '?'}`);
}

await main();
