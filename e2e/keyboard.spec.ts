import { expect, test } from './fixtures.ts';
import { goldOf } from './gold.ts';
import { tabTo } from './tab-to.ts';

test('a whole task is played with the keyboard alone', async ({ page, scenario, session }) => {
  test.setTimeout(120_000);
  const gold = goldOf('city_library', 0);
  await scenario.goto('city_library');
  await tabTo(page, 'Play task 0');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/web/sessions/*');
  await session.waitUntilLive();
  for (const [index, call] of gold.calls.entries()) {
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search tools' })).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(call.tool);
    await page.keyboard.press('Enter');
    await expect(session.form(call.tool)).toBeVisible();
    for (const [name, value] of Object.entries(call.arguments)) {
      await tabTo(page, name);
      await page.keyboard.type(String(value));
    }
    await page.keyboard.press('Control+Enter');
    await session.expectViewed(index + 1, call.tool);
    await session.form(call.tool).press('Escape');
  }

  await page.keyboard.press('F6');
  await page.keyboard.press('k');
  await expect(page.getByText(`Viewing step ${gold.calls.length - 1} of`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Viewing step/)).toBeHidden();

  await page.keyboard.press('Shift+V');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, 'Verify');
  await page.keyboard.press('Enter');
  await expect(session.verdict).toHaveText(/complete/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type(':done');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, 'End the episode');
  await page.keyboard.press('Enter');
  await expect(session.state).toContainText('done');
});
