import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { goldOf } from './gold.ts';

/** More stops than any of these screens has between two that matter. */
const MOST_STOPS = 150;

/** Presses Tab until the focus is on what is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator('*:focus');
    if ((await focused.count()) === 0) continue;
    const label = await focused.evaluate((element) => {
      const named = element.getAttribute('aria-label');
      if (named !== null) return named;
      const by = element.getAttribute('aria-labelledby');
      if (by !== null) {
        return by
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
      }
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
      return labels?.[0]?.textContent ?? element.textContent;
    });
    if (label.replace('*', '').trim().startsWith(name)) return;
  }
  throw new Error(`Tab does not come to ${name}`);
}

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
