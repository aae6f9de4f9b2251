import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { TablesPane } from './pages/tables-pane.ts';
import { SessionPage } from './pages/session-page.ts';
import { openSession, play } from './rest.ts';

type Calls = Parameters<typeof play>[2];

const price = (value: number, product = 1) => ({
  tool: 'set_price',
  arguments: { product_id: product, price: value },
});

async function open(page: Page, url: string, calls: Calls, query: string) {
  const id = await openSession(url, 'shop', 0);
  await play(url, id, calls);
  await page.goto(`${url}/web/sessions/${id}${query}`);
  const session = new SessionPage(page);
  await session.waitUntilLive();
  return { id, session, tables: new TablesPane(page) };
}

test('a table is sorted and searched; foreign keys lead to their row, and back by the rows that point to it', async ({
  page,
  shop,
}) => {
  const { tables } = await open(page, shop.httpUrl, [], '?tab=tables&table=products');
  const rows = tables.rows('products');
  await expect(rows).toHaveCount(4);
  const sort = page.getByRole('button', { name: 'Sort by price' });
  await sort.click();
  await expect(rows.first()).toContainText('Plate');
  await sort.click();
  await expect(rows.first()).toContainText('Pan');
  await expect(tables.grid('products').getByRole('columnheader', { name: /price/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await tables.search('products', 'bow');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('tabpanel').getByRole('status').first()).toHaveText('1 of 4 rows match');

  await rows.first().getByRole('link', { name: /Kiln/ }).click();
  await expect(tables.rows('makers')).toHaveCount(1);
  const maker = tables.row('makers', '2');
  await expect(maker).toContainText('Kiln');
  await maker.getByRole('link', { name: /^products\.maker_id/ }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows).toContainText(['Bowl', 'Plate']);
  await page.getByRole('button', { name: 'Take the filter away' }).click();
  await expect(rows).toHaveCount(4);
  await tables.choose('makers');
  await expect(tables.rows('makers')).toHaveCount(3);
});

test('what the step changed is marked in its rows; a row opens in full and says who wrote what', async ({
  page,
  shop,
}) => {
  const calls = [
    price(31),
    price(10, 3),
    price(36),
    { tool: 'remove_product', arguments: { product_id: 4 } },
  ];
  const { tables } = await open(page, shop.httpUrl, calls, '?tab=tables&table=products&step=3');
  const rows = tables.rows('products');
  await expect(rows.filter({ hasText: 'modified by this step' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Kettle' })).toContainText('modified by this step');
  await rows.filter({ hasText: 'Kettle' }).click();
  const row = tables.row('products', '1');
  await expect(row).toContainText('36.0');
  await row.getByRole('button', { name: 'Show who wrote what' }).click();
  await expect(row).toContainText('price was last written by');
  await expect(row).toContainText('name is as seeded');
  await row.getByRole('link', { name: 'step 1', exact: true }).click();
  await expect(page).toHaveURL(/step=1/);
  await expect(row).toContainText('31.0');
  await page.goBack();
  await expect(row).toContainText('36.0');

  await page.getByRole('link', { name: /^Step 4, / }).click();
  await expect(page.getByText('1 row was removed by this step')).toBeVisible();
  await expect(rows).toHaveCount(3);
});

test('a hundred thousand rows are read by the hundred, searched and sorted', async ({ page, shop }) => {
  const fill = { tool: 'fill_visits', arguments: { count: 100_000 } };
  const { tables } = await open(page, shop.httpUrl, [fill], '?tab=tables&table=visits');
  await expect(tables.grid('visits')).toHaveAttribute('aria-rowcount', '100001');
  await expect(tables.pages).toContainText('1–100 of 100,000');
  await tables.pages.getByRole('link', { name: 'Next 100' }).click();
  await expect(tables.pages).toContainText('101–200 of 100,000');
  await expect(tables.rows('visits').first()).toContainText('place 101');
  await page.goBack();
  await expect(tables.rows('visits').first()).toContainText('place 1');
  await tables.search('visits', 'place 99999');
  await expect(tables.rows('visits')).toHaveCount(1);
  await tables.search('visits', '');
  await page.getByRole('button', { name: 'Sort by id' }).click();
  await page.getByRole('button', { name: 'Sort by id' }).click();
  await expect(tables.rows('visits').first()).toContainText('place 100000');
  await page.getByRole('tab', { name: /^Changes/ }).click();
  const changes = page.getByRole('treegrid', { name: 'Changes' });
  await expect(changes).toContainText('+ 100000 added');
  // Far more rows than are drawn at once.
  await changes.getByRole('gridcell').first().press('Control+End');
  await expect(changes).toContainText('100 of 100000 changed rows are shown');
});

test('a cell that was written twice says so, and leads to the step that wrote it before', async ({
  page,
  shop,
}) => {
  const calls = [price(31), { tool: 'list_products', arguments: {} }, price(36)];
  const { session } = await open(page, shop.httpUrl, calls, '');
  await expect(session.tab('Changes')).toHaveAttribute('aria-selected', 'true');
  const grid = session.panel.getByRole('treegrid', { name: 'Changes' });
  await expect(grid.getByRole('deletion')).toHaveText('31.0');
  await expect(grid.getByRole('insertion')).toHaveText('36.0');
  await expect(grid).toContainText('price before this was last written by');
  await expect(grid).toContainText(/seed30\.0.*step 131\.0.*step 336\.0/);
  await grid.getByRole('link', { name: /step 1.*set_price/ }).click();
  await expect(page).toHaveURL(/step=1/);
  await expect(grid.getByRole('deletion')).toHaveText('30.0');
  await expect(grid).toContainText('price before this was as seeded');

  await page.goBack();
  await expect(grid.getByRole('deletion')).toHaveText('31.0');
  await session.panel.getByRole('radio', { name: 'Since start' }).click({ force: true });
  await expect(page).toHaveURL(/diff=start/);
  await expect(grid.getByRole('deletion')).toHaveText('30.0');
  await expect(grid.getByRole('insertion')).toHaveText('36.0');
});

test('a call that changes the schema shows what it changed', async ({ page, shop }) => {
  const { session } = await open(page, shop.httpUrl, [{ tool: 'add_colour', arguments: {} }], '?tab=changes');
  const grid = session.panel.getByRole('treegrid', { name: 'Changes' });
  await expect(grid).toContainText('~ 1 change');
  const line = grid.getByRole('gridcell').filter({ hasText: 'colour' }).first();
  await expect(line).toContainText('products changed');
  await expect(line).toContainText('colour added');
  await expect(line.getByRole('insertion')).toContainText('colour');
  await expect(session.panel).toContainText('Schema changed');
});
