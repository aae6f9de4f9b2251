import { expect, test } from './fixtures.ts';

/** Script of a first load, compressed (docs: budgets). */
const SCRIPT_LIMIT = 250 * 1024;

test('no page loads more script than its budget, nor anything from elsewhere', async ({
  page,
  scenario,
  session,
  studio,
}) => {
  await scenario.goto('city_library');
  await scenario.play(0);
  const pages = ['/web/', '/web/scenarios/city_library', `/web/sessions/${session.id}`, '/web/sessions'];
  for (const path of pages) {
    const foreign: string[] = [];
    const onRequest = (request: { url(): string }) => {
      const url = request.url();
      if (!url.startsWith(studio.httpUrl) && !url.startsWith('data:')) foreign.push(url);
    };
    page.on('request', onRequest);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('load');
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script')
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    page.off('request', onRequest);
    expect.soft(bytes, path).toBeGreaterThan(50 * 1024);
    expect.soft(bytes, path).toBeLessThan(SCRIPT_LIMIT);
    expect.soft(foreign.filter((url) => !url.startsWith('ws'))).toEqual([]);
  }
});
