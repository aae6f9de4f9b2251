import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openSession, play } from './rest.ts';

/** Opens it by its key and types; the first thing found is the active one. */
async function find(page: Page, words: string, what: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(what);
}

test('scenarios, tasks, places and actions are found by a few letters, with the keyboard alone', async ({
  context,
  page,
  scenarios,
}) => {
  await scenarios.goto();
  await find(page, '@clin', /clinic_scheduling/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/web/scenarios/clinic_scheduling');

  await find(page, 'salt road', /Tomasz Wrona is on the phone/);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  const task = await opened;
  await task.waitForURL('**/web/scenarios/city_library?task=0');
  await expect(task.getByRole('heading', { name: 'city_library', level: 2 })).toBeVisible();
  await task.close();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await find(page, ':theme dark', /dark/i);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await find(page, ':settings', /Settings/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/web/settings');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such thing anywhere');
  await expect(page.getByText('Nothing here is called “no such thing anywhere”.')).toBeVisible();
});

test('a session offers its tools, steps, tables and actions', async ({ page, session, studio }) => {
  const id = await openSession(studio.httpUrl, 'city_library', 0);
  await play(studio.httpUrl, id, [
    { tool: 'search_members', arguments: { q: 'Wrona' } },
    { tool: 'renew_loan', arguments: { loan_id: 1 } },
  ]);
  await session.goto(id);
  await expect(page.getByRole('list', { name: 'Tools' })).toBeVisible();
  await find(page, 'waive', /waive_fine/);
  await page.keyboard.press('Enter');
  await expect(session.form('waive_fine')).toBeVisible();
  await find(page, '>1', /Step 1 search_members/);
  await page.keyboard.press('Enter');
  await session.expectViewed(1, 'search_members');
  await session.tab('Tables').click();
  await expect(page.getByRole('navigation', { name: 'Tables' })).toBeVisible();
  await find(page, 'fines', /fines/);
  await page.getByRole('group', { name: 'Tables at this step' }).getByRole('option').first().click();
  await expect(page).toHaveURL(/table=fines/);
  await find(page, ':verify', /Verify/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Final answer' })).toBeVisible();
});
