import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/web/settings');
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
});

test('theme and density are chosen, kept, and there after a reload', async ({ page }) => {
  const html = page.locator('html');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('dark').click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radiogroup', { name: 'Density' }).getByText('comfortable').click();
  await expect(html).toHaveAttribute('data-density', 'comfortable');
  const tall = await page.getByRole('button', { name: 'Reset all keys' }).evaluate(heightOf);
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-density', 'comfortable');
  await expect(page.getByRole('radio', { name: 'dark' })).toBeChecked();
  await page.getByRole('radiogroup', { name: 'Density' }).getByText('compact').click();
  const low = await page.getByRole('button', { name: 'Reset all keys' }).evaluate(heightOf);
  expect(low).toBeLessThan(tall);
});

const heightOf = (element: Element): number => element.getBoundingClientRect().height;

test('a key is remapped, refused where it is taken, turned off, and given back', async ({ page }) => {
  const row = page.getByRole('row').filter({ hasText: /^Next row/ });
  await row.getByRole('button', { name: /^Change the key/ }).click();
  await page.keyboard.press('k');
  await expect(row.getByRole('status')).toContainText('is the key of');
  await page.keyboard.press('n');
  await expect(row).toContainText('Reset');
  await page.goto('/web/');
  const rows = page.getByRole('list', { name: 'Scenarios', exact: true }).getByRole('listitem');
  await rows.first().waitFor();
  await page.keyboard.press('j');
  await expect(rows.first().getByRole('link').first()).not.toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('link', { name: 'city_library' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Next row');
  await expect(page.getByRole('heading', { name: 'Keys on this page' })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.goto('/web/settings');
  await row.getByRole('button', { name: /^Turn off the key of/ }).click();
  await expect(row).toContainText('none');
  await page.getByRole('button', { name: 'Reset all keys' }).click();
  await expect(row.locator('kbd')).toHaveText('j');
});

test('without keys none does anything, but the browser’s', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Use keys' }).uncheck();
  await page.goto('/web/');
  const rows = page.getByRole('list', { name: 'Scenarios', exact: true }).getByRole('listitem');
  await rows.first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('button', { name: 'Go to…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
