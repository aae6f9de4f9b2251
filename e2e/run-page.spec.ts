import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { expect, test as base } from './fixtures.ts';
import { goldOf } from './gold.ts';
import { RunPage } from './pages/run-page.ts';
import { SessionPage } from './pages/session-page.ts';
import { openSession, play } from './rest.ts';

const ANSWER = 'Both copies are on their way to Station Road.';

const test = base.extend<{ readonly run: RunPage }, { readonly sent: string }>({
  run: async ({ page }, use) => use(new RunPage(page)),
  sent: [
    async ({ studio }, use) => {
      const calls = [
        ...TRANSFERS.look,
        { tool: 'renew_loan', arguments: { loan_id: 999 }, message: 'Let me try this <b>first</b>.' },
        TRANSFERS.send(['HIL-00016', 'HIL-00017'], 4),
      ];
      const run = { experiment: 'grpo-7', train_step: 420, group: 'g1', sample: 3 };
      await use(
        await playAgentRun(studio.httpUrl, {
          scenario: 'city_library',
          taskIdx: 4,
          calls,
          finalAnswer: ANSWER,
          run,
        }),
      );
    },
    { scope: 'worker' },
  ],
});

test('a run is read from end to end: the agent’s words, what it called, what came of it, and every step has an address', async ({
  page,
  run,
  sent,
}) => {
  await run.goto(sent);
  await expect(page.getByRole('banner')).toContainText('done');
  await expect(run.head).toContainText('The Allotment Year');
  await expect(run.head).toContainText(ANSWER);
  await expect(run.head).toContainText('policy-8b');
  await expect(run.head).toContainText('grpo-7');
  await expect(run.head).toContainText('step 420');
  await expect(run.head).toContainText('complete');

  await expect(run.step(1)).toContainText('search_titles');
  await expect(run.step(1)).toContainText('First I need the title.');
  await expect(run.step(1)).toContainText('q The Allotment Year');
  // Text of an agent is text.
  await expect(run.step(3)).toContainText('Let me try this <b>first</b>.');
  await expect(run.step(3)).toContainText('404');
  await expect(run.step(4)).toContainText('+2');
  await expect(run.step(4)).toContainText('others → complete', { timeout: 20_000 });

  await run.step(4).getByRole('link').first().click();
  await expect(page).toHaveURL(/step=4/);
  await expect(run.tab('Changes')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/step=2/);
  await expect(run.viewedStep).toContainText('list_title_copies');
  await page.keyboard.press('Shift+G');
  await expect(page).toHaveURL(/step=6/);

  await run.goto(sent, '?step=2&tab=observation');
  await expect(run.viewedStep).toContainText('list_title_copies');
  await expect(page.getByRole('tabpanel').last()).toContainText('HIL-00016');
  await run.step(2).getByRole('button', { name: 'Open step 2' }).click();
  await expect(run.step(2).getByRole('group', { name: 'Answer' })).toContainText('"barcode"');
});

test('label and notes are signed by a name that is asked for once', async ({ page, run, sent }) => {
  await run.goto(sent, '?step=4');
  await run.step(4).getByRole('button', { name: 'Add a note on step 4' }).click();
  // Letter by letter: each makes another name, and the form stays.
  await run.step(4).getByRole('textbox', { name: 'Your name' }).pressSequentially('Ada', { delay: 80 });
  await run.step(4).getByRole('textbox', { name: 'A note on step 4' }).fill('Looks <i>right</i> to me');
  await run.step(4).getByRole('button', { name: 'Add the note' }).click();
  await expect(run.step(4)).toContainText('Looks <i>right</i> to me');
  await expect(run.step(4)).toContainText('Ada');

  await page.keyboard.press('Escape');
  await run.openSide('Label and notes');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeHidden();
  await page.getByRole('button', { name: 'incomplete' }).click();
  await expect(page.getByRole('button', { name: 'incomplete' })).toHaveAttribute('aria-pressed', 'true');
  await expect(run.head).toContainText('incomplete');
  await page.reload();
  await expect(page.getByRole('button', { name: 'incomplete' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Remove the note of Ada' }).click();
  await expect(page.getByText('Nobody noted anything on this run.')).toBeVisible();

  await page.goto('/web/settings');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada');
});

test('a run is forked at the viewed step, and the lineage leads from one to the other', async ({
  page,
  run,
  session,
  studio,
}) => {
  const { calls } = goldOf('warehouse_inventory', 0);
  const id = await playAgentRun(studio.httpUrl, { scenario: 'warehouse_inventory', taskIdx: 0, calls });
  await run.goto(id, '?step=3');
  await run.forkButton.click();
  await expect(page).toHaveURL(/\/sessions\//);
  await session.waitUntilLive();
  await expect(session.position).toHaveText('3 of 3');
  // The page that forked holds control: it plays on.
  for (const call of calls.slice(3)) await session.call(call.tool, call.arguments);
  await expect(session.position).toHaveText(`${String(calls.length)} of ${String(calls.length)}`);
  await session.verify(null);
  await expect(session.verdict.first()).toContainText('complete');
  await session.done();
  await page.getByRole('link', { name: 'Open as run' }).click();
  await expect(run.head).toContainText(`forked from ${id.slice(0, 6)} after step 3`);
  await run.openSide('Lineage');
  const lineage = page.getByRole('list', { name: 'Lineage' }).getByRole('listitem');
  await expect(lineage).toHaveCount(2);
  await expect(lineage.first()).toContainText(id.slice(0, 6));
  await expect(lineage.last()).toContainText('after step 3');
  await page.getByRole('link', { name: 'Compare 2 branches' }).click();
  await expect(page).toHaveURL(/\/compare\?ids=/);
});

test('J and K go along the list that a run was opened from', async ({ page, run, studio }) => {
  const group = `walk-${String(Date.now())}`;
  const ids: string[] = [];
  for (let sample = 0; sample < 3; sample += 1) {
    ids.push(
      await playAgentRun(studio.httpUrl, {
        scenario: 'city_library',
        taskIdx: 4,
        calls: TRANSFERS.look,
        run: { group, sample },
      }),
    );
  }
  const query = `from=${encodeURIComponent(`group:${group}`)}`;
  await run.goto(ids[1] ?? '', `?${query}&at=1`);
  const nav = page.getByRole('navigation', { name: 'The list that it was opened from' });
  await expect(nav).toContainText('2 of 3');
  await page.keyboard.press('Shift+J');
  await expect(nav).toContainText('3 of 3');
  await expect(page).toHaveURL(new RegExp(`/runs/${ids[0] ?? ''}`));
  await page.keyboard.press('Shift+K');
  await expect(nav).toContainText('2 of 3');
  await page.keyboard.press('Shift+K');
  await expect(page).toHaveURL(new RegExp(`/runs/${ids[2] ?? ''}`));
});

test('a run of more steps than a page holds is opened at any of them', async ({ page, run, studio }) => {
  test.setTimeout(120_000);
  const calls = Array.from({ length: 1_200 }, (_, n) => ({
    tool: 'search_members',
    arguments: { q: `q${String(n + 1)}` },
    message: `Words of call ${String(n + 1)}`,
  }));
  const id = await playAgentRun(studio.httpUrl, { scenario: 'city_library', taskIdx: 0, calls });
  await run.goto(id, '?step=1100');
  await expect(run.step(1100)).toContainText('Words of call 1100');
  await expect(run.viewedStep).toBeInViewport();
  await run.viewedStep.focus();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page).toHaveURL(/step=0/);
  await expect(run.step(1)).toContainText('Words of call 1');
  await page.keyboard.press('j');
  await expect(run.viewedStep).toContainText('search_members');
  expect(await run.transcript.getByRole('listitem').count()).toBeLessThan(60);
});

test('a run replays; what came out otherwise would be marked', async ({ page, run, studio }) => {
  const { calls } = goldOf('warehouse_inventory', 0);
  const options = { clock: { start: '2026-05-04T09:00:00Z' }, seed: 7 };
  const id = await playAgentRun(studio.httpUrl, {
    scenario: 'warehouse_inventory',
    taskIdx: 0,
    calls,
    options,
  });
  await run.goto(id, '?side=replay&step=1');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Result of the last replay' })).toContainText(
    'replays exactly',
    { timeout: 30_000 },
  );
  await expect(run.head).toContainText('replays exactly');
});

test('a run that goes on is followed, and leads to its session', async ({ page, run, studio }) => {
  const sessionId = await openSession(studio.httpUrl, 'city_library', 0);
  await play(studio.httpUrl, sessionId, [{ tool: 'search_members', arguments: { q: 'Wrona' } }]);
  const answer = await fetch(`${studio.httpUrl}/api/sessions/${sessionId}`);
  const { recordId } = (await answer.json()) as { readonly recordId: string };
  await run.goto(recordId);
  await expect(page.getByText('This run goes on')).toBeVisible();
  await play(studio.httpUrl, sessionId, [{ tool: 'renew_loan', arguments: { loan_id: 1 } }]);
  await expect(run.step(2)).toContainText('renew_loan');
  await page.getByRole('link', { name: 'Open the session' }).click();
  await new SessionPage(page).waitUntilLive();
});

test('what is not there is said', async ({ page }) => {
  await page.goto(`/web/runs/${'0'.repeat(32)}`);
  await expect(page.getByRole('heading', { name: 'There is no run 000000' })).toBeVisible();
});
