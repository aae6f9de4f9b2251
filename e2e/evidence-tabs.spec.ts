import type { Page } from 'playwright/test';
import { createTinyPack } from '../server/testing/tiny-pack.ts';
import { axeFaults } from './axe.ts';
import { expect, startStudio, test } from './fixtures.ts';
import { goldOf } from './gold.ts';

const SCENARIO = 'city_library';

/** A session of the gold calls of task 0 and one verify, as another program would play it. */
async function playGold(studioUrl: string): Promise<string> {
  const calls = [
    ...goldOf(SCENARIO, 0).calls.map(({ tool, arguments: args }) => ({ tool_name: tool, arguments: args })),
    { tool_name: 'verify', arguments: { verifier_mode: 'code' } },
  ];
  return play(studioUrl, { scenario: SCENARIO, taskIdx: 0 }, calls);
}

async function play(studioUrl: string, opening: object, calls: readonly object[]): Promise<string> {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(studioUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBeLessThan(300);
    return response.json();
  };
  const { session } = (await post('/api/sessions', opening)) as { session: { id: string } };
  for (const call of calls) {
    await post(`/api/sessions/${session.id}/step`, { action: { type: 'call_tool', ...call } });
  }
  return session.id;
}

async function axe(page: Page): Promise<void> {
  expect.soft(await axeFaults(page, '[role=tabpanel]')).toEqual([]);
}

function typeSql(page: Page) {
  return async (sql: string): Promise<void> => {
    await page.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(sql);
  };
}

test('SQL runs on the viewed state, says what is refused, and stops what does not end', async ({
  page,
  session,
  studio,
}) => {
  await session.goto(await playGold(studio.httpUrl), '?tab=sql');
  await page.locator('.monaco-editor').first().waitFor();
  const type = typeSql(page);
  const grid = page.getByRole('grid', { name: 'Result of the query' });

  await type('SELECT id, renewals FROM main.loans EXCEPT SELECT id, renewals FROM initial.loans');
  await page.keyboard.press('Control+Enter');
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expect(page.getByText(/^1 row · .* · at step 4$/)).toBeVisible();
  await axe(page);

  // The query goes along to another state: nothing had changed there.
  await page.getByRole('link', { name: /^Step 2, / }).click();
  await expect(page.getByRole('heading', { name: 'No rows' })).toBeVisible();
  await page.goBack();
  await expect(grid).toBeVisible();

  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByRole('region', { name: 'Query plan' })).toContainText('SCAN');

  await type('DELETE FROM loans');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('heading', { name: 'SQLite refused it' })).toBeVisible();

  await type('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('heading', { name: /^Stopped after/ })).toBeVisible({ timeout: 15_000 });

  // What was run is in the address, and comes back with it.
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'SQLite refused it' })).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(3);
});

test('a result is told apart by type, opened by row and taken away as CSV', async ({
  page,
  session,
  studio,
}) => {
  const sql = "SELECT NULL AS absent, '' AS empty, x'00ff' AS bytes, 1.0 AS real, '=1+1' AS formula";
  await session.goto(await playGold(studio.httpUrl), `?tab=sql&sql=${encodeURIComponent(sql)}`);
  const cells = page.getByRole('grid', { name: 'Result of the query' }).getByRole('gridcell');
  await expect(cells).toHaveText(['NULL', /empty text/, /x'00ff'/, '1.0', '=1+1']);
  await cells.first().click();
  await expect(page.getByRole('region', { name: 'Row 1' })).toContainText('=1+1');
  await page.getByRole('button', { name: 'CSV' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(
    "absent,empty,bytes,real,formula\r\n,\"\",x'00ff',1.0,'=1+1\r\n",
  );
  await expect(page.getByText(/got an apostrophe before it/)).toBeVisible();
});

test('the log, the source and the verifier of a step', async ({ page, session, studio }) => {
  const id = await playGold(studio.httpUrl);
  await session.goto(id, '?tab=log&step=3');
  await expect(page.getByRole('region', { name: 'Log of step 3' })).toContainText('POST /loans/1/renew');
  await axe(page);
  await page.getByRole('link', { name: 'Log of the step before' }).click();
  await expect(page.getByRole('region', { name: 'Log of step 2' })).toBeVisible();
  await page.goBack();

  await page.getByRole('tab', { name: 'Source' }).click();
  await expect(page.locator('.monaco-editor')).toBeVisible();
  await expect(page.locator('.editor-lit').first()).toBeVisible();
  await expect(page.locator('.view-lines')).toContainText('operation_id="renew_loan"');
  await axe(page);
  await page.getByRole('combobox', { name: 'Route' }).click();
  await page.getByRole('option', { name: /^search_members/ }).click();
  await expect(page.locator('.view-lines')).toContainText('operation_id="search_members"');

  await page.getByRole('tab', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: /^Verdict at step 3/ })).toContainText('complete');
  await expect(page.getByText(/^ended at line \d+$/)).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: /^Step 4, / }).click();
  await expect(page.getByRole('heading', { name: /verify answered/ })).toContainText('complete');
});

test('a traceback leads to the scenario’s line', async ({ page }) => {
  await using pack = await createTinyPack();
  await using studio = await startStudio([], [pack.dir]);
  const id = await play(studio.httpUrl, { scenario: pack.key }, [{ tool_name: 'fail', arguments: {} }]);
  await page.goto(`${studio.httpUrl}/web/sessions/${id}?tab=log`);
  await expect(page.getByRole('button', { name: 'RuntimeError: on purpose' })).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: /^line \d+ in fail$/ }).click();
  await expect(page.getByRole('tab', { name: 'Source' })).toHaveAttribute('aria-selected', 'true');
  const lit = page.locator('.editor-lit').first();
  await expect(lit).toBeVisible();
  const box = (await lit.boundingBox())!;
  const line = page.locator('.view-line').filter({ hasText: 'raise RuntimeError("on purpose")' });
  await expect(line).toBeVisible();
  expect(Math.abs((await line.boundingBox())!.y - box.y)).toBeLessThan(4);
});

test('nobody is caught in the editor, and it stands in both themes', async ({ page, session, studio }) => {
  await session.goto(await playGold(studio.httpUrl), '?tab=sql');
  const editor = page.locator('.monaco-editor').first();
  await editor.click();
  await page.keyboard.insertText('SELECT 1');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Run/ })).toBeFocused();
  const background = () =>
    page
      .locator('.monaco-editor-background')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await expect.poll(background).not.toBe(light);
});

test('without the editor’s script the text is there, and SQL can be written', async ({
  page,
  session,
  studio,
}) => {
  const id = await playGold(studio.httpUrl);
  await page.route('**/_next/static/chunks/**', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes('MonacoEnvironment')) await route.abort();
    else await route.fulfill({ response, body });
  });
  await session.goto(id, '?tab=sql');
  await expect(page.getByText(/^The editor did not load/)).toBeVisible();
  await page.getByRole('textbox', { name: /^SQL, read-only/ }).fill('SELECT 41 + 1 AS answer');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('gridcell')).toHaveText('42');
  await page.getByRole('tab', { name: 'Source' }).click();
  await expect(page.getByRole('region', { name: /^Source of/ })).toContainText('FastAPI');
});
