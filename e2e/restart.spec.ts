import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess, type ServerProcess } from '../server/testing/server-process.ts';
import { createTinyPack } from '../server/testing/tiny-pack.ts';
import { expect, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';

let homeDir: string;

test.beforeEach(async () => {
  homeDir = await mkdtemp(join(tmpdir(), 'awm-e2e-restart-'));
});

test.afterEach(() => rm(homeDir, { recursive: true, force: true }));

const start = (packs: readonly string[], port = '0'): Promise<ServerProcess> =>
  startServerProcess({ packs, homeDir, flags: ['--ui', '--port', port] });

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`after ${signal} the page goes on where it was, and says what happened`, async ({ page }) => {
    await using pack = await createTinyPack();
    const session = new SessionPage(page);
    let port: string;
    {
      await using server = await start([pack.dir]);
      ({ port } = new URL(server.httpUrl));
      await page.goto(`${server.httpUrl}/web/scenarios/tiny`);
      await page.getByRole('button', { name: 'Play task 0', exact: true }).click();
      await page.waitForURL('**/web/sessions/*');
      await session.waitUntilLive();
      await session.call('add_item', { name: 'wanted' });
      await session.call('list_items', {});
      await session.chooseTool('spin');
      await session.callButton.click();
      await expect(page.getByText('Running spin')).toBeVisible();
      server.child.kill(signal);
      await server.exited;
      await expect(page.getByText('The connection is lost')).toBeVisible();
      await expect(page.getByText(/Offline for \d+ s/)).toBeVisible();
      await expect(session.steps).toHaveCount(2);
      await expect(session.verifyButton).toBeDisabled();
    }
    await using again = await start([pack.dir], port);
    expect(new URL(again.httpUrl).port).toBe(port);
    await session.waitUntilLive();
    const notice = page.getByRole('status').filter({ hasText: 'The server restarted at' });
    await expect(notice).toContainText(/Restored from .*2 (recorded )?steps/);
    await expect(notice).toContainText('spin was lost');
    await expect(page.getByText('Running spin')).toBeHidden();
    await expect(session.steps).toHaveCount(2);
    await session.call('add_item', { name: 'after' });
    await expect(session.steps).toHaveCount(3);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toBeHidden();
    await page.reload();
    await session.waitUntilLive();
    await expect(session.steps).toHaveCount(3);
    await expect(notice).toBeHidden();
    await session.verify(null);
    await expect(session.verdict).toHaveText(/complete/);
  });
}
