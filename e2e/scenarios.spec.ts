import { expect, test } from './fixtures.ts';
import { STARTER_SCENARIOS } from './gold.ts';

test('the list is filtered by words of names, descriptions and tasks; the address holds the filter', async ({
  page,
  scenarios,
}) => {
  await scenarios.goto();
  await expect(scenarios.rows).toHaveCount(STARTER_SCENARIOS.length);
  await scenarios.filter.fill('renew his loan salt road');
  await expect(scenarios.rows).toHaveCount(1);
  await expect(scenarios.row('city_library')).toBeVisible();
  await expect(page).toHaveURL(/\?q=/);
  await page.reload();
  await expect(scenarios.rows).toHaveCount(1);
  await scenarios.filter.fill('no such thing anywhere');
  await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(scenarios.rows).toHaveCount(STARTER_SCENARIOS.length);
});

test('the filter syntax: fields, order, suggestions, and what is not understood is said', async ({
  page,
  scenarios,
}) => {
  await scenarios.goto();
  await scenarios.filter.fill('tables>17 sort:name');
  await expect(scenarios.rows).toHaveCount(1);
  await expect(scenarios.row('household_budget')).toBeVisible();

  await scenarios.filter.fill('tables>17 colour:red');
  await expect(page.getByRole('status').filter({ hasText: 'There is no field “colour”' })).toBeVisible();
  await expect(scenarios.rows).toHaveCount(1);
  await expect(scenarios.filter).toHaveValue('tables>17 colour:red');

  await scenarios.filter.fill('');
  await scenarios.filter.pressSequentially('categ');
  await page.getByRole('option', { name: 'category:' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(scenarios.filter).toHaveValue('category:');
  await page.getByRole('option', { name: 'healthcare' }).click();
  await expect(scenarios.filter).toHaveValue('category:healthcare ');
  await expect(scenarios.rows).toHaveCount(1);
  await expect(scenarios.row('clinic_scheduling')).toBeVisible();
});

test('facets write the filter and count what they would show; columns order the rows', async ({
  page,
  scenarios,
}) => {
  await scenarios.goto();
  await scenarios.facets.getByRole('checkbox', { name: 'logistics' }).check();
  await expect(scenarios.filter).toHaveValue('category:logistics');
  await expect(scenarios.rows).toHaveCount(1);
  await expect(scenarios.facets.getByText('healthcare')).toBeVisible();
  await scenarios.facets.getByRole('checkbox', { name: 'logistics' }).uncheck();
  await expect(scenarios.filter).toHaveValue('');
  await page.getByRole('button', { name: 'Tables' }).click();
  await expect(scenarios.filter).toHaveValue('sort:tables');
  await expect(scenarios.rows.first()).toContainText('household_budget');
  await page.getByRole('button', { name: 'Tables' }).click();
  await expect(scenarios.rows.last()).toContainText('household_budget');
});

test('the peek follows the selection; Back returns to row, filter and peek', async ({ page, scenarios }) => {
  await scenarios.goto('?q=tables%3E5');
  await scenarios.filter.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(scenarios.row('clinic_scheduling')).toBeFocused();
  await page.getByRole('button', { name: 'Peek', exact: true }).click();
  await expect(scenarios.peek.getByRole('heading', { name: 'clinic_scheduling' })).toBeVisible();
  await scenarios.peek.getByRole('button', { name: /Dr. Osei has a free half hour/ }).click();
  await expect(scenarios.peek.getByRole('button', { name: 'Play task 2', exact: true })).toBeVisible();
  await scenarios.row('clinic_scheduling').click();
  await page.waitForURL('**/web/scenarios/clinic_scheduling');
  await page.goBack();
  await expect(scenarios.peek.getByRole('heading', { name: 'clinic_scheduling' })).toBeVisible();
  await expect(scenarios.filter).toHaveValue('tables>5');
});

test('tasks are a list of their own: text, status, facets, peek, play', async ({
  page,
  scenarios,
  session,
}) => {
  await page.goto('/web/tasks');
  await expect(scenarios.count).toContainText(`of ${STARTER_SCENARIOS.length * 10}`);
  await scenarios.filter.fill('scenario:library "salt road"');
  await expect(scenarios.taskRows).toHaveCount(1);
  await expect(scenarios.taskRows.first()).toContainText('Tomasz Wrona is on the phone');
  await scenarios.filter.press('Enter');
  await page.getByRole('button', { name: 'Peek', exact: true }).click();
  await expect(scenarios.peek.getByRole('heading', { name: 'city_library, task 0' })).toBeVisible();
  await scenarios.peek.getByRole('button', { name: 'Play task 0', exact: true }).click();
  await page.waitForURL('**/web/sessions/*');
  await session.waitUntilLive();
});

test('a row leads to the scenario: tasks, verifiers, tools with schema and route', async ({
  page,
  scenarios,
  scenario,
}) => {
  await scenarios.goto();
  await scenarios.row('city_library').click();
  await page.waitForURL('**/web/scenarios/city_library');
  await expect(scenario.tasks).toHaveCount(10);
  await expect(scenario.tasks.first()).toContainText('code');
  await scenario.openTab('Tools');
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('renew_loan');
  await expect(scenario.tools.first()).toContainText('POST');
  await scenario.tools.first().getByRole('button').click();
  await expect(page).toHaveURL(/tool=renew_loan/);
  await expect(scenario.tools.first()).toContainText('required');
});

test('unknown addresses say so and lead on', async ({ page }) => {
  await page.goto('/web/scenarios/city_libary');
  await expect(page.getByRole('heading', { name: 'There is no scenario “city_libary”' })).toBeVisible();
  await page.getByRole('link', { name: 'city_library' }).click();
  await expect(page.getByRole('heading', { name: 'city_library', level: 2 })).toBeVisible();
  await page.goto('/web/sessions/00000000000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'This session has ended' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose a scenario' }).click();
  await expect(page.getByRole('combobox', { name: 'Filter scenarios' })).toBeVisible();
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
