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

test('Play right after Peek goes to the session, and Back finds the peek', async ({
  page,
  scenarios,
  session,
}) => {
  const body = { scenario: 'city_library', taskIdx: 0 };
  const opened = await (await page.request.post('/api/sessions', { data: body })).text();
  // The session is there before the address of the list is written; its page, after.
  await page.route('**/api/sessions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ body: opened, contentType: 'application/json' })
      : route.fallback(),
  );
  await page.route('**/web/sessions/*_rsc*', async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  await page.goto('/web/tasks');
  await scenarios.filter.fill('scenario:library "salt road"');
  await expect(scenarios.taskRows).toHaveCount(1);
  await scenarios.filter.press('Enter');
  // As soon as it is there: quicker than an address is written.
  await page.getByRole('button', { name: 'Peek', exact: true }).evaluate(async (peek: HTMLElement) => {
    peek.click();
    for (;;) {
      const play = document.querySelector<HTMLElement>('[aria-label="Play task 0"]');
      if (play !== null) {
        play.click();
        return;
      }
      await new Promise(requestAnimationFrame);
    }
  });
  await page.waitForURL('**/web/sessions/*');
  await session.waitUntilLive();
  await page.goBack();
  await expect(scenarios.peek.getByRole('heading', { name: 'city_library, task 0' })).toBeVisible();
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
  await scenario.tools.first().getByRole('link', { name: 'To the source' }).click();
  await expect(page.getByRole('tabpanel', { name: /^Source/ })).toContainText('def renew_loan');
});

test('keys: / filters, j and k move, Space peeks, Escape closes, Enter opens', async ({
  page,
  scenarios,
}) => {
  await scenarios.goto();
  await scenarios.rows.first().waitFor();
  await page.keyboard.press('j');
  await expect(scenarios.row('city_library')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(scenarios.row('clinic_scheduling')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(scenarios.peek.getByRole('heading', { name: 'clinic_scheduling' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(scenarios.peek.getByRole('heading', { name: 'event_ticketing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(scenarios.peek).toBeHidden();
  await page.keyboard.press('/');
  await expect(scenarios.filter).toBeFocused();
  await page.keyboard.type('helpdesk');
  await expect(scenarios.rows).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(scenarios.row('support_helpdesk')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/web/scenarios/support_helpdesk');
});

test('seed data: foreign keys lead both ways, rows are sorted and searched', async ({ page, scenario }) => {
  await scenario.goto('city_library');
  await scenario.openTab('Tables');
  await page.getByRole('link', { name: /^loans/ }).click();
  const grid = page.getByRole('grid', { name: 'Rows of loans' });
  await expect(grid).toContainText('Tomasz Wrona');
  await grid
    .getByRole('link', { name: /Tomasz Wrona/ })
    .first()
    .click();
  const members = page.getByRole('grid', { name: 'Rows of members' });
  await expect(members.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/table=members/);
  await members.getByRole('link', { name: 'loans', exact: true }).first().click();
  await expect(grid.getByRole('row')).not.toHaveCount(2);
  await page.getByRole('link', { name: 'Show all rows' }).click();
  await grid.getByRole('link', { name: 'due_on' }).click();
  await expect(grid.getByRole('columnheader', { name: 'due_on' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('searchbox', { name: 'Search rows of loans' }).fill('no such loan');
  await expect(page.getByRole('heading', { name: 'No row matches.' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=due_on/);
});

test('the schema is drawn: tables lead to their rows; keys zoom; a list says the same', async ({
  page,
  scenario,
}) => {
  await scenario.goto('city_library');
  await scenario.openTab('Schema');
  const drawing = page.getByRole('group', { name: 'Diagram of 17 tables and 25 foreign keys' });
  await expect(drawing.getByRole('link')).toHaveCount(17);
  const loans = drawing.getByRole('link', { name: 'loans', exact: true });
  const before = await loans.boundingBox();
  await drawing.focus();
  await page.keyboard.press('+');
  await expect.poll(async () => (await loans.boundingBox())?.width ?? 0).toBeGreaterThan(before?.width ?? 0);
  await page.keyboard.press('0');
  await expect.poll(async () => (await loans.boundingBox())?.width ?? 0).toBe(before?.width);
  await loans.focus();
  await expect(loans).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Rows of loans' })).toBeVisible();
  await scenario.openTab('Schema');
  await page.getByRole('link', { name: 'As a list' }).click();
  await expect(page.getByText('references copies, members')).toBeVisible();
});

test('a baseline play is chosen beside Play', async ({ page, scenario, session }) => {
  await scenario.goto('city_library');
  await page.getByRole('button', { name: 'Other ways to start task 3' }).click();
  const opened = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/sessions'),
  );
  await page.getByRole('menuitem', { name: /^Baseline play/ }).click();
  expect((await opened).postDataJSON()).toMatchObject({ taskIdx: 3, options: { baseline: true } });
  await page.waitForURL('**/web/sessions/*');
  await session.waitUntilLive();
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
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
  await expect(row).toContainText('city_library · Task 3');
  await row.getByRole('link').first().click();
  await session.waitUntilLive();
});
