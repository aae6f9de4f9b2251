import { expect, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';
import { TablesPane } from './pages/tables-pane.ts';
import { openSession, play } from './rest.ts';

test('an address restores step, tab, table, order, row and compared states; Back returns to each', async ({
  context,
  page,
  session,
  shop,
}) => {
  const id = await openSession(shop.httpUrl, 'shop', 0);
  await play(
    shop.httpUrl,
    id,
    [31, 32, 36].map((price) => ({ tool: 'set_price', arguments: { product_id: 1, price } })),
  );
  const address = `${shop.httpUrl}/web/sessions/${id}`;
  const tables = new TablesPane(page);
  await page.goto(address);
  await session.waitUntilLive();
  await session.steps.nth(1).click();
  await session.tab('Tables').click();
  await tables.choose('products');
  await page.getByRole('button', { name: 'Sort by price' }).click();
  await expect(tables.rows('products').first()).toContainText('Plate');
  await tables.rows('products').filter({ hasText: 'Kettle' }).click();
  await expect(tables.row('products', '1')).toContainText('32.0');

  const other = await context.newPage();
  await other.goto(page.url());
  const there = new TablesPane(other);
  await expect(other.getByText('Viewing step 2 of 3')).toBeVisible();
  await expect(there.rows('products').first()).toContainText('Plate');
  await expect(there.row('products', '1')).toContainText('32.0');
  await other.close();

  await page.goBack();
  await expect(tables.row('products', '1')).toBeHidden();
  await expect(tables.rows('products').first()).toContainText('Plate');
  await page.goBack();
  await expect(tables.rows('products').first()).toContainText('Kettle');

  await page.goto(`${address}?tab=changes&diff=1..3&tool=set_price`);
  const grid = page.getByRole('treegrid', { name: 'Changes' });
  await expect(page.getByRole('heading', { name: 'From step 1 to step 3' })).toBeVisible();
  await expect(grid.getByRole('deletion')).toHaveText('31.0');
  await expect(grid.getByRole('insertion')).toHaveText('36.0');
  await expect(new SessionPage(page).form('set_price')).toBeVisible();
  await session.tab('Observation').click();
  await expect(session.tab('Observation')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'From step 1 to step 3' })).toBeVisible();
});

test('tabs, steps and tables are links that open in a tab of their own', async ({ context, page, shop }) => {
  const id = await openSession(shop.httpUrl, 'shop', 0);
  await play(shop.httpUrl, id, [{ tool: 'list_products', arguments: {} }]);
  await page.goto(`${shop.httpUrl}/web/sessions/${id}?tab=tables&table=makers`);
  const session = new SessionPage(page);
  await session.waitUntilLive();
  for (const [link, address] of [
    [session.tab('Log'), /tab=log/],
    [page.getByRole('link', { name: /^Seed/ }), /step=0/],
    [
      page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: /products/ }),
      /table=products/,
    ],
  ] as const) {
    const opened = context.waitForEvent('page');
    await link.click({ modifiers: ['ControlOrMeta'] });
    const other = await opened;
    await expect(other).toHaveURL(address);
    await other.close();
  }
  await expect(page).toHaveURL(/tab=tables&table=makers$/);
});

test('a step and a tab chosen in quick succession both stay in the address', async ({
  page,
  session,
  shop,
}) => {
  const id = await openSession(shop.httpUrl, 'shop', 0);
  await play(
    shop.httpUrl,
    id,
    [31, 32].map((price) => ({ tool: 'set_price', arguments: { product_id: 1, price } })),
  );
  await page.goto(`${shop.httpUrl}/web/sessions/${id}`);
  await session.waitUntilLive();
  const links = [session.steps.nth(0), session.tab('Tables'), session.steps.nth(1), session.tab('Source')];
  const [first, tables, second, source] = await Promise.all(links.map((link) => link.elementHandle()));
  // Long enough that Next is in the midst of taking over one address when the next one is written.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  const lost = await page.evaluate(
    async (all) => {
      const passed = async (ms: number, look?: () => void): Promise<void> => {
        for (const from = performance.now(); performance.now() - from < ms; look?.())
          await new Promise((done) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(0);
          });
      };
      const gone: string[] = [];
      for (let round = 0; round < 16; round += 1) {
        const [step, tab] = round % 2 === 0 ? all.slice(0, 2) : all.slice(2);
        (step as HTMLElement).click();
        await passed(round / 2);
        (tab as HTMLElement).click();
        const written = window.location.search;
        const others = new Set<string>();
        await passed(150, () => {
          if (window.location.search !== written) others.add(window.location.search);
        });
        if (others.size > 0) gone.push([written, ...others].join(' then '));
      }
      return gone;
    },
    [first, tables, second, source],
  );
  expect(lost).toEqual([]);
});
