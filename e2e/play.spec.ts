import { plainCounts, readLiveDatabase } from './database.ts';
import { expect, test } from './fixtures.ts';
import { goldOf, STARTER_SCENARIOS } from './gold.ts';

test.describe('a starter task is played to complete through the page', () => {
  for (const key of STARTER_SCENARIOS) {
    test(key, async ({ scenario, session, studio }) => {
      const gold = goldOf(key, 0);
      await scenario.goto(key);
      await scenario.play(0);
      await session.waitUntilLive();
      const recordId = await recordOf(studio.httpUrl, session.id);
      let before = readLiveDatabase(studio.homeDir, key, recordId);
      for (const call of gold.calls) {
        await session.call(call.tool, call.arguments);
        const after = readLiveDatabase(studio.homeDir, key, recordId);
        await session.expectChanges(call.tool, await plainCounts(before, after));
        before = after;
      }
      await session.verify(gold.final_answer);
      await expect(session.verdict).toHaveText(/complete/);
      await session.done();
      await expect(session.callButton).toBeDisabled();
    });
  }
});

async function recordOf(studioUrl: string, sessionId: string): Promise<string> {
  const response = await fetch(`${studioUrl}/api/sessions/${sessionId}`);
  const { recordId } = (await response.json()) as { readonly recordId: string };
  return recordId;
}

test('a task whose answer counts', async ({ scenario, session }) => {
  const gold = goldOf('support_helpdesk', 5);
  await scenario.goto('support_helpdesk');
  await scenario.play(5);
  for (const call of gold.calls) await session.call(call.tool, call.arguments);
  await session.verify('I did not look');
  await expect(session.verdict).toHaveText(/others/);
  await session.verify(gold.final_answer);
  await expect(session.verdict).toHaveText(/complete/);
});

test('a reload comes back to the same session, with its steps and what was typed', async ({
  page,
  scenario,
  session,
}) => {
  const gold = goldOf('city_library', 0);
  const [first, second, ...rest] = gold.calls;
  await scenario.goto('city_library');
  await scenario.play(0);
  await session.call(first!.tool, first!.arguments);
  await session.chooseTool(second!.tool);
  await session.fill(second!.tool, second!.arguments);
  const address = page.url();

  await page.reload();
  await session.waitUntilLive();
  expect(page.url()).toBe(address);
  await expect(session.steps).toHaveCount(1);
  await session.callButton.click();
  await expect(session.steps).toHaveCount(2);

  for (const call of rest) await session.call(call.tool, call.arguments);
  await session.verify(gold.final_answer);
  await expect(session.verdict).toHaveText(/complete/);
});

test('a second tab sees each step as it happens', async ({ context, page, scenario, session }) => {
  await scenario.goto('city_library');
  await scenario.play(0);
  await session.waitUntilLive();
  const { SessionPage } = await import('./pages/session-page.ts');
  const watcher = new SessionPage(await context.newPage());
  await watcher.goto(session.id);
  await page.bringToFront();
  await session.call('search_members', { q: 'Wrona' });
  await expect(watcher.steps).toHaveCount(1);
  await watcher.expectViewed(1, 'search_members');
});

test('an unfit form is never sent, and keeps what was typed', async ({ page, scenario, session }) => {
  await scenario.goto('city_library');
  await scenario.play(0);
  await session.chooseTool('renew_loan');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/step')) sent.push(request.postData() ?? '');
  });
  await session.callButton.click();
  await expect(page.getByText('1 field to fix: loan_id')).toBeVisible();
  const field = session.form('renew_loan').getByRole('textbox', { name: 'loan_id' });
  await expect(field).toBeFocused();
  for (const draft of ['one', '1.5', '1,5', '9007199254740993']) {
    await field.fill(draft);
    await field.press('Control+Enter');
    await expect(field).toHaveValue(draft);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent).toEqual([]);
  await field.fill('1');
  await field.press('Control+Enter');
  await expect(session.steps).toHaveCount(1);
  expect(JSON.parse(sent[0]!)).toMatchObject({
    action: { tool_name: 'renew_loan', arguments: { loan_id: 1 } },
  });
});

test('the URL names the tool and the step; Back undoes', async ({ page, scenario, session }) => {
  await scenario.goto('city_library');
  await scenario.play(0);
  await session.call('search_members', { q: 'Wrona' });
  await session.call('search_members', { q: 'Suzuki' });
  await expect(session.panel).toContainText('Suzuki');
  await session.steps.first().click();
  await expect(page).toHaveURL(/step=1/);
  await session.expectViewed(1, 'search_members');
  await expect(session.panel).toContainText('Wrona');
  await expect(page.getByText('Viewing step 1 of 2')).toBeVisible();
  await page.goBack();
  await expect(session.panel).toContainText('Suzuki');
  await expect(page).toHaveURL(/tool=search_members/);
});
