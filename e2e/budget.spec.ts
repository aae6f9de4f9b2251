import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** Script that a page's HTML names, compressed (docs: budgets). */
const ENTRY_LIMIT = 250 * 1024;
/** What the session page loads beyond that by itself: the observe tab that it opens on, and at rest the other of a walk. */
const FIRST_TAB_LIMIT = 60 * 1024;

interface Script {
  readonly entry: number;
  readonly later: number;
}

/** Bytes of script by whether the page's HTML names it, once nothing more comes. */
async function scriptOf(page: Page, path: string): Promise<Script> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const html = await (await page.request.get(path)).text();
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script')
      .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
  );
  const sum = (named: boolean) =>
    loaded
      .filter(({ name }) => html.includes(name.split('/').at(-1) ?? name) === named)
      .reduce((total, { bytes }) => total + bytes, 0);
  return { entry: sum(true), later: sum(false) };
}

test('no page loads more script than its budget, nor anything from elsewhere', async ({
  page,
  scenario,
  session,
  studio,
}) => {
  await scenario.goto('city_library');
  await scenario.play(0);
  const sessionPath = `/web/sessions/${session.id}`;
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(studio.httpUrl) && !/^(data|blob|ws):/.test(url)) foreign.push(url);
  });
  for (const path of [
    '/web/',
    '/web/tasks',
    '/web/scenarios/city_library',
    '/web/sessions',
    '/web/runs',
    '/web/settings',
  ]) {
    const { entry, later } = await scriptOf(page, path);
    expect.soft(entry, path).toBeGreaterThan(50 * 1024);
    expect.soft(entry + later, path).toBeLessThan(ENTRY_LIMIT);
  }
  const { entry, later } = await scriptOf(page, sessionPath);
  expect.soft(entry, sessionPath).toBeLessThan(ENTRY_LIMIT);
  expect.soft(later, sessionPath).toBeLessThan(FIRST_TAB_LIMIT);
  expect(foreign).toEqual([]);
});
