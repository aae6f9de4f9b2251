import { expect, test } from './fixtures.ts';
import { STARTER_SCENARIOS } from './gold.ts';

test('the list shows the starter pack and is searched by name, description and task', async ({
  page,
  scenarios,
}) => {
  await scenarios.goto();
  await expect(scenarios.rows).toHaveCount(STARTER_SCENARIOS.length);
  await scenarios.search.fill('renew his loan salt road');
  await expect(scenarios.rows).toHaveCount(1);
  await expect(scenarios.row('city_library')).toBeVisible();
  await expect(page).toHaveURL(/\?q=/);
  await page.reload();
  await expect(scenarios.rows).toHaveCount(1);
  await scenarios.search.fill('no such thing anywhere');
  await expect(page.getByRole('heading', { name: /No scenario matches/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(scenarios.rows).toHaveCount(STARTER_SCENARIOS.length);
});

test('a row leads to the scenario: tasks, verifiers, tools with their routes', async ({
  page,
  scenarios,
  scenario,
}) => {
  await scenarios.goto();
  await scenarios.row('city_library').click();
  await page.waitForURL('**/web/scenarios/city_library');
  await expect(scenario.tasks).toHaveCount(10);
  await expect(scenario.tasks.first()).toContainText('code');
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('renew_loan');
  await expect(scenario.tools.first()).toContainText('POST');
});

test('unknown addresses say so and lead on', async ({ page }) => {
  await page.goto('/web/scenarios/nobody');
  await expect(page.getByRole('heading', { name: 'The scenario did not load' })).toBeVisible();
  await page.goto('/web/sessions/00000000000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'This session has ended' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose a scenario' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search scenarios' })).toBeVisible();
  await page.goto('/web/nowhere');
  await expect(page.getByRole('heading', { name: 'Nothing is here' }).first()).toBeVisible();
});

test('live sessions are listed and lead back', async ({ page, scenario, session }) => {
  await scenario.goto('city_library');
  await scenario.play(3);
  await session.waitUntilLive();
  const { id } = session;
  await page.goto('/web/sessions');
  const row = page.getByRole('list', { name: 'Sessions' }).locator(`a[href$="${id}"]`);
  await expect(row).toContainText('city_library · Task 3');
  await row.click();
  await session.waitUntilLive();
});
