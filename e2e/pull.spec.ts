import { askControl } from '../server/access/index.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { playGold } from './labelling-queue.ts';
import { RunsPage } from './pages/runs-page.ts';
import { looksRight } from './sound.ts';

/** Runs of a studio with accounts come to one without, from the runs page. */

interface Other {
  readonly studio: ServerProcess;
  readonly token: string;
  readonly runs: readonly string[];
}

const test = base.extend<object, { readonly other: Other }>({
  other: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio(['--accounts']);
      const said = await askControl(studio.homeDir, { command: 'invite', role: 'admin', name: 'Ada' });
      const invite = said?.split('\n')[0]?.split('#')[1];
      const post = async (path: string, body: unknown, bearer?: string) => {
        const response = await fetch(`${studio.httpUrl}${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          },
          body: JSON.stringify(body),
        });
        return (await response.json()) as { readonly bearer: string; readonly secret: string };
      };
      const { bearer } = await post('/api/invites/use', { invite });
      const body = { name: 'pull', scopes: ['read'] };
      const { secret: token } = await post('/api/tokens', body, bearer);
      const runs = [await playGold(studio.httpUrl, 'city_library', 4)];
      await use({ studio, token, runs });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.describe.configure({ timeout: 120_000 });

test('runs are pulled from another studio with a token that stays nowhere', async ({
  page,
  studio,
  other,
}) => {
  const runs = new RunsPage(page);
  const { dialog } = runs;
  await runs.goto();
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await dialog.getByText('Another studio', { exact: true }).click();
  const address = dialog.getByRole('textbox', { name: 'Address' });
  const token = dialog.getByLabel('API token');
  const start = dialog.getByRole('button', { name: 'Pull', exact: true });
  await address.fill('studio.example.org');
  await expect(address).toHaveAccessibleDescription(/begins with http:\/\/ or https:\/\//);
  await expect(start).toBeDisabled();
  await address.fill(other.studio.httpUrl);
  await dialog.getByRole('textbox', { name: 'Filter' }).fill('scenario:city_library');
  await token.fill('not a token');
  await start.click();
  await expect(dialog.getByRole('alert')).toContainText('Not an API token');
  // What was typed is still there.
  await expect(address).toHaveValue(other.studio.httpUrl);
  await expect(token).toHaveAttribute('type', 'password');
  await looksRight(page);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await looksRight(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await token.fill('');
  await start.click();
  await expect(dialog.getByText(/it wants an API token that may read/)).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Pull more' }).click();
  await expect(address).toHaveValue(other.studio.httpUrl);
  await token.fill(other.token);
  await start.click();
  await expect(dialog.getByText('1 ok · 0 with warnings')).toBeVisible({ timeout: 40_000 });
  await dialog.getByRole('button', { name: 'Pull more' }).click();
  await expect(token).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(
    page.getByRole('link', { name: new RegExp(other.runs[0]?.slice(0, 6) ?? '') }).first(),
  ).toBeVisible();
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage).map((key) => storage.getItem(key)))
      .concat(document.URL)
      .join('\n'),
  );
  expect(kept).not.toContain(other.token);
  expect(studio.log()).not.toContain(other.token);
});
