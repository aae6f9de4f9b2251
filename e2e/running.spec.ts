import { createTinyPack } from '../server/testing/tiny-pack.ts';
import { expect, startStudio, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';

test('a running call shows, survives a reload and can be cancelled; the session goes on', async ({
  page,
}) => {
  await using pack = await createTinyPack();
  await using studio = await startStudio([], [pack.dir]);
  const session = new SessionPage(page);
  await page.goto(`${studio.httpUrl}/web/scenarios/tiny`);
  await page.getByRole('button', { name: 'Play task 0', exact: true }).click();
  await page.waitForURL('**/web/sessions/*');
  await session.chooseTool('sleep');
  await session.fill('sleep', { seconds: 25 });
  await session.callButton.click();
  const running = page.getByRole('status').filter({ hasText: 'Running sleep' });
  await expect(running).toBeVisible();
  await expect(session.verifyButton).toBeDisabled();

  await page.reload();
  await expect(running).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(running).toBeHidden();
  await expect(session.steps).toHaveCount(1);
  await session.call('list_items', {});
  await session.expectViewed(2, 'list_items');
  await expect(session.panel).toContainText('tool_call_ok');
});

test('an answer too large for the live connection is read whole from the record', async ({ page }) => {
  await using pack = await createTinyPack();
  await using studio = await startStudio([], [pack.dir]);
  const session = new SessionPage(page);
  await page.goto(`${studio.httpUrl}/web/scenarios/tiny`);
  await page.getByRole('button', { name: 'Play task 0', exact: true }).click();
  await page.waitForURL('**/web/sessions/*');
  await session.call('big', { size: 100_000, text: 'four' });
  await expect(session.panel.getByRole('tree')).toContainText('string, 400000 characters');
  await session.panel.getByText('Raw', { exact: true }).click();
  const raw = session.panel.getByRole('group', { name: 'Raw', exact: true });
  await expect(raw).toContainText('fourfour');
  await raw.focus();
  await page.keyboard.press('End');
  await expect(raw).toContainText(/four\W+[\s\S]*\}$/);
});
