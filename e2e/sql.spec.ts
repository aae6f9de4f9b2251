import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';
import { SqlPane } from './pages/sql-pane.ts';
import { openSession, play } from './rest.ts';

const SCENARIO = 'shop';
const price = (value: number) => ({ tool: 'set_price', arguments: { product_id: 1, price: value } });
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

async function open(page: Page, url: string, calls: Parameters<typeof play>[2]) {
  const id = await openSession(url, SCENARIO, 0);
  await play(url, id, calls);
  await page.goto(`${url}/web/sessions/${id}?tab=sql`);
  const sql = new SqlPane(page);
  await sql.editor.waitFor();
  return { session: new SessionPage(page), sql };
}

const cells = (row: Locator) => row.getByRole('gridcell');

test('SQL reads the viewed state and the seed; its errors are SQLite’s words; it never writes', async ({
  page,
  shop,
}) => {
  const { sql } = await open(page, shop.httpUrl, [price(36)]);
  await sql.run('SELECT p.price, s.price FROM products p JOIN initial.products s USING (id) WHERE id = 1');
  await expect(sql.rows).toHaveCount(1);
  await expect(cells(sql.rows.first())).toHaveText(['36.0', '30.0']);
  await expect(sql.summary).toContainText('at step 1');

  await page.getByRole('link', { name: /^Seed/ }).click();
  await expect(sql.summary).toContainText('at the seed');
  await expect(cells(sql.rows.first())).toHaveText(['30.0', '30.0']);

  await sql.run('SELECT prize FROM products');
  await expect(sql.problem).toContainText('no such column: prize');
  await sql.run('DELETE FROM products');
  await expect(sql.problem).toContainText('SQLite refused it');
  await sql.run('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 1001');
  await expect(page.getByText('The first 1000 rows: there are more.')).toBeVisible();
  await sql.run('SELECT count(*) FROM products');
  await expect(cells(sql.rows.first())).toHaveText(['4']);
});

test('an endless query ends at its second; a call of the same session answers meanwhile', async ({
  page,
  shop,
}) => {
  const { session, sql } = await open(page, shop.httpUrl, []);
  await session.chooseTool('list_products');
  const asked = page.waitForRequest((request) => request.url().endsWith('/sql'));
  const answered = page.waitForResponse((response) => response.url().endsWith('/sql'));
  await sql.run(ENDLESS);
  await asked;
  await session.callButton.click();
  const first = await Promise.race([
    expect(session.steps)
      .toHaveCount(1)
      .then(() => 'called'),
    answered.then(() => 'answered'),
  ]);
  expect(first).toBe('called');
  await expect(sql.problem).toContainText(/Stopped after 1(\.\d+)? s/);
  await sql.run('SELECT 1 AS one');
  await expect(cells(sql.rows.first())).toHaveText(['1']);
});

test('a copied link opens the same result in another tab, though the session went on', async ({
  context,
  page,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { session, sql } = await open(page, shop.httpUrl, [price(31)]);
  await sql.run('SELECT price FROM products WHERE id = 1');
  await expect(cells(sql.rows.first())).toHaveText(['31.0']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await session.call('set_price', price(99).arguments);

  const other = await context.newPage();
  await other.goto(link);
  const there = new SqlPane(other);
  await expect(cells(there.rows.first())).toHaveText(['31.0']);
  await expect(there.summary).toContainText('at step 1');
});
