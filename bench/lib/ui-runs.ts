import type { Page } from 'playwright';
import type { Budgets } from './budgets.ts';
import { KEPT_SCENARIO, LAST_WRITE, nameOf } from './kept-folders.ts';
import { inTab, longestTask, mainThreadClock, msToShow, msUntil, type Shown } from './page-times.ts';
import { matchedRuns } from './rest.ts';
import type { Blocked } from './ui-session.ts';

const FILTERS = [
  'experiment:grpo-1',
  'reward<0.5',
  'verdict:others',
  'error:404',
  'pass suspicious',
  'train_step:100..200 actor:agent',
  'experiment:grpo-1 train_step:7..400 actor:agent verdict:others error:404 wrote:order*',
  'sort:steps steps>9',
] as const;
const ROW: Shown = { within: '[role=table] [data-row]', text: '' };
/** A page is at rest that long after it showed what was asked. */
const REST_MS = 1_000;

/** Rows, filter, facets' part in it, and the way to the last row. */
export async function measureRunTable(
  page: Page,
  url: string,
  rounds: number,
  budgets: Budgets,
  blocked: Blocked,
): Promise<void> {
  const rows = budgets.add('run table, first rows', 1_000);
  const filter = budgets.add('run table, filter', 150);
  const cpu = budgets.add('run table, filter: computing of the main thread alone', 150);
  const last = budgets.add('run table, from End to the last row', 1_000);
  const clock = await mainThreadClock(page);
  const all = await matchedRuns(url, '');
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${url}/web/runs`, { waitUntil: 'commit' });
    rows.push(await msUntil(page, ROW));
    await page.waitForTimeout(REST_MS);
    blocked.loading.push(await longestTask(page));
    const box = page.getByRole('combobox', { name: 'Filter runs' });
    for (const q of FILTERS) {
      const count = (await matchedRuns(url, q)).toLocaleString('en-US');
      await box.fill(q.slice(0, -1));
      await page.waitForTimeout(REST_MS);
      const shown: Shown = { within: 'main [role=status]', text: count };
      await clock();
      filter.push(await msToShow(page, 'keydown', shown, () => page.keyboard.type(q.slice(-1))));
      await page.waitForTimeout(REST_MS / 2);
      cpu.push(await clock());
    }
    await box.fill('');
    await page.waitForTimeout(REST_MS);
    await page.locator('[data-row="0"] a').first().focus();
    const end: Shown = { within: `[data-row="${String(all - 1)}"]`, text: '' };
    last.push(await msToShow(page, 'keydown', end, () => page.keyboard.press('End')));
    blocked.inUse.push(await longestTask(page));
  }
}

/** Runs that came from session folders, each another, at a call that wrote. */
export async function measureOpenImported(
  page: Page,
  url: string,
  runs: readonly string[],
  budgets: Budgets,
  blocked: Blocked,
): Promise<void> {
  const open = budgets.add('open an imported run', 500);
  for (const id of runs) {
    await page.goto(`${url}/web/runs/${id}?step=${String(LAST_WRITE)}`, { waitUntil: 'commit' });
    open.push(await msUntil(page, inTab(nameOf(LAST_WRITE), LAST_WRITE)));
    await page.waitForTimeout(REST_MS);
    blocked.loading.push(await longestTask(page));
  }
}

export async function measureOutcomes(
  page: Page,
  url: string,
  rounds: number,
  budgets: Budgets,
  blocked: Blocked,
): Promise<void> {
  const shown = budgets.add('outcomes of a task', 1_000);
  const passes = budgets.add('outcomes, from all runs to passes', 150);
  const list: Shown = { within: 'main ul[aria-label] li button[aria-expanded]', text: '' };
  for (let round = 0; round < rounds; round += 1) {
    const place = `${url}/web/scenarios/${KEPT_SCENARIO}?tab=outcomes&task=0`;
    await page.goto(place, { waitUntil: 'commit' });
    shown.push(await msUntil(page, list));
    await page.waitForTimeout(REST_MS);
    blocked.loading.push(await longestTask(page));
    const only = page.getByRole('radio', { name: 'Passes', exact: true });
    const said: Shown = { within: 'main [role=status]', text: 'passes,' };
    passes.push(await msToShow(page, 'click', said, () => only.click()));
    await page.waitForTimeout(REST_MS);
    blocked.inUse.push(await longestTask(page));
  }
}
