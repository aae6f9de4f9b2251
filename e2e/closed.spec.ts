import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { RunPage } from './pages/run-page.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';

const test = base.extend<object, { readonly open: ServerProcess }>({
  open: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio(['--host', '0.0.0.0']);
      await use(studio);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('a studio that is open to others says that its library is closed; a run opens by its id', async ({
  page,
  open,
}) => {
  const url = open.httpUrl.replace('0.0.0.0', '127.0.0.1');
  const id = await playAgentRun(url, { scenario: 'city_library', taskIdx: 4, calls: TRANSFERS.look });
  await page.goto(`${url}/web/runs`);
  await expect(page.getByText('The library of runs is closed on this server')).toBeVisible();
  await expect(page.getByText(id.slice(0, 6))).toHaveCount(0);
  await page.goto(`${url}/web/settings`);
  await expect(page.getByRole('region', { name: 'Keeping runs' })).toContainText('its library is closed');
  const run = new RunPage(page);
  await page.goto(`${url}/web/runs/${id}`);
  await expect(run.head).toContainText('The Allotment Year');
});
