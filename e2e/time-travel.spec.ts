import { expect, test } from './fixtures.ts';
import { goldOf } from './gold.ts';
import { TablesPane } from './pages/tables-pane.ts';
import { openSession, play } from './rest.ts';

const SCENARIO = 'warehouse_inventory';

test('any state of the past is looked at from every side, and live is one key away', async ({
  page,
  session,
  studio,
}) => {
  const id = await openSession(studio.httpUrl, SCENARIO, 0);
  await play(studio.httpUrl, id, goldOf(SCENARIO, 0).calls);
  await session.goto(id);
  await expect(session.position).toHaveText('6 of 6');

  await session.steps.nth(2).click();
  await expect(page).toHaveURL(/step=3/);
  await expect(page.getByText('Viewing step 3 of 6')).toBeVisible();
  await expect(session.panel).toContainText('Step 3');
  await session.tab('Tables').click();
  const tables = new TablesPane(page);
  await tables.choose('stock');
  await expect(tables.rows('stock').filter({ hasText: 'RTM-A-05' }).first()).toBeVisible();

  await session.viewedStep.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/step=2/);
  await page.keyboard.press('Home');
  await expect(page.getByText('Viewing the seed')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page).not.toHaveURL(/step=/);
  await expect(session.position).toHaveText('6 of 6');
});

test('the lane shows where the verdict turns, and a step’s card says it in words', async ({
  page,
  session,
  studio,
}) => {
  const id = await openSession(studio.httpUrl, SCENARIO, 0);
  await play(studio.httpUrl, id, goldOf(SCENARIO, 0).calls);
  await session.goto(id);
  await expect(session.steps.nth(5)).toHaveAccessibleName(/Verdict complete$/, { timeout: 20_000 });
  await expect(session.steps.nth(4)).toHaveAccessibleName(/Verdict others$/);
  await session.viewedStep.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  const card = page.getByRole('tooltip');
  await expect(card).toContainText('block_bin');
  await expect(card).toContainText('others → complete');
  await expect(card).toContainText('with an empty answer');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});

for (const steps of [15, 50, 200]) {
  test(`a timeline of ${steps} steps`, async ({ page, session, studio }) => {
    test.setTimeout(90_000);
    const id = await openSession(studio.httpUrl, 'city_library', 0);
    const calls = Array.from({ length: steps }, (_, index) => ({
      tool: index % 7 === 6 ? 'no_such_tool' : 'search_members',
      arguments: { q: `q${index}` },
    }));
    await play(studio.httpUrl, id, calls);
    await session.goto(id);
    await expect(session.position).toHaveText(`${steps} of ${steps}`);
    await expect(session.viewedStep).toBeInViewport();
    await session.viewedStep.focus();
    await page.keyboard.press('Home');
    await expect(session.viewedStep).toHaveAccessibleName(/^Seed/);
    for (let seq = 1; seq <= 10; seq += 1) await page.keyboard.press('ArrowRight');
    await expect(session.position).toHaveText(`10 of ${steps}`);
    await expect(session.viewedStep).toBeInViewport();
    await session.expectViewed(10, 'search_members');
    await page.keyboard.press('End');
    await expect(session.position).toHaveText(`${steps} of ${steps}`);
    await expect(session.viewedStep).toBeInViewport();
  });
}

test('the bar between the panes is moved by arrow keys and remembered', async ({ page, session, studio }) => {
  const id = await openSession(studio.httpUrl, 'city_library', 0);
  await session.goto(id);
  const bar = page.getByRole('separator', { name: 'Width of the panes' });
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(bar).toHaveAttribute('aria-valuenow', '46');
  await page.reload();
  await expect(bar).toHaveAttribute('aria-valuenow', '46');
  await page.keyboard.press('f');
  await expect(bar).toBeHidden();
  await page.keyboard.press('f');
  await expect(bar).toBeVisible();
});
