import { expect, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';
import { openSession } from './rest.ts';

test('what is typed into nested fields survives a reload, and a call that fails', async ({ page, shop }) => {
  const id = await openSession(shop.httpUrl, 'shop', 0);
  const session = new SessionPage(page);
  await page.goto(`${shop.httpUrl}/web/sessions/${id}`);
  await session.waitUntilLive();
  await session.chooseTool('place_order');
  const form = session.form('place_order');
  const address = form.getByRole('group', { name: 'address', exact: true });
  await session.fillField(address, 'street', 'Ropewalk 7');
  await session.fillField(form, 'lines', [
    { product_id: 2, quantity: 3 },
    { product_id: 77, quantity: 1 },
  ]);
  const second = form.getByRole('group', { name: 'lines[1]', exact: true });
  await second.getByRole('textbox', { name: 'quantity' }).fill('many');

  await page.reload();
  await session.waitUntilLive();
  await expect(address.getByRole('textbox', { name: 'street' })).toHaveValue('Ropewalk 7');
  await expect(second.getByRole('textbox', { name: 'product_id' })).toHaveValue('77');
  await expect(second.getByRole('textbox', { name: 'quantity' })).toHaveValue('many');
  await session.callButton.click();
  await expect(session.steps).toHaveCount(0);
  await second.getByRole('textbox', { name: 'quantity' }).fill('1');

  await session.callButton.click();
  await session.expectViewed(1, 'place_order');
  await expect(session.panel).toContainText('There is no product 77');
  await expect(second.getByRole('textbox', { name: 'product_id' })).toHaveValue('77');
  await second.getByRole('textbox', { name: 'product_id' }).fill('4');
  await session.callButton.click();
  await session.expectViewed(2, 'place_order');
  await expect(session.panel).toContainText('Ropewalk 7');

  await session.chooseTool('list_products');
  await session.chooseTool('place_order');
  await expect(address.getByRole('textbox', { name: 'street' })).toHaveValue('Ropewalk 7');
});
