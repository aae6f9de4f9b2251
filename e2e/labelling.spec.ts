import type { Page } from 'playwright/test';
import { englishLeft } from './english.ts';
import { axeFaults } from './axe.ts';
import { expect, test as base } from './fixtures.ts';
import { annotationPost, annotationPut, makeLabelQueue, playGold, queueItems } from './labelling-queue.ts';
import { LabellingPage } from './pages/labelling-page.ts';
import { unreachable } from './reachable.ts';

/** Of 8 steps that are marked and of 15, and two of one task that begin alike. */
interface Runs {
  readonly eight: string;
  readonly fifteen: string;
  readonly alike: readonly [string, string];
}

const LOOK = { tool: 'get_member', arguments: { member_id: 1 }, message: 'First the member, to be sure.' };
const LIST = { tool: 'list_venues', arguments: {} };
const FAILS = { tool: 'renew_loan', arguments: { loan_id: 999 } };

const test = base.extend<{ readonly labelling: LabellingPage }, { readonly runs: Runs }>({
  labelling: async ({ page }, use) => use(new LabellingPage(page)),
  runs: [
    async ({ studio }, use) => {
      const { httpUrl } = studio;
      // The answer is marked too.
      const eight = await playGold(httpUrl, 'city_library', 4, [LOOK, FAILS, LOOK]);
      const fifteen = await playGold(httpUrl, 'city_library', 9, [
        LOOK,
        FAILS,
        LOOK,
        FAILS,
        LOOK,
        LOOK,
        LOOK,
      ]);
      const alike = [
        await playGold(httpUrl, 'event_ticketing', 7, [LIST], 'One.'),
        await playGold(httpUrl, 'event_ticketing', 7, [LIST, LIST], 'Two.'),
      ] as const;
      await use({ eight, fifteen, alike });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

// One after another: one server and its runs serve them all.
test.describe.configure({ mode: 'default', timeout: 90_000 });

async function saved(labelling: LabellingPage): Promise<void> {
  await expect(labelling.form.getByText(/^✓ Saved/)).toBeVisible();
}

test('items are labelled by keys alone, within their actions, and the evidence never moves', async ({
  page,
  labelling,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Keys', { runs: [runs.eight, runs.fifteen] });
  await labelling.open(queue, 'ann');
  await labelling.ready(1);
  await expect(page.getByText('! 8 steps open')).toBeVisible();
  expect(await labelling.scriptBytes()).toBeLessThan(250 * 1024);
  await labelling.press('f', 'a', 'f', 'f', 'f');
  await expect(labelling.form.getByText('proposed from the first −1')).toBeVisible();
  await expect(labelling.form.getByText('Step 2', { exact: true })).toBeVisible();
  await expect(labelling.said).toContainText('Step 5: +1');
  await labelling.press('Shift+F', '1', 'c', 't', 'a');
  await expect(page.getByText('all steps marked')).toBeVisible();
  await expect(labelling.steps.locator('[data-by=bulk]')).toHaveCount(3);
  await expect(labelling.outcome('Complete')).toHaveAttribute('aria-checked', 'true');
  await saved(labelling);
  await labelling.submit();
  await labelling.ready(2);
  expect(labelling.actions).toBeLessThanOrEqual(13);

  labelling.actions = 0;
  await expect(page.getByText('! 15 steps open')).toBeVisible();
  await labelling.press('f', 'd', 'f', 'a', 'f', 'f', 'Shift+F', '2', 'e', 'c', 't', 'm', 'r');
  await page.keyboard.type('Paid twice');
  // Also in the text: an act is undone, and done again.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(labelling.rationale).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(labelling.rationale).toHaveValue('Paid twice');
  await labelling.submit();
  await expect(page.getByText('Nothing left to label')).toBeVisible();
  expect(labelling.actions).toBeLessThanOrEqual(20);
  expect(await labelling.shifts()).toEqual([]);

  // What was submitted is in reach, in order, and open to be edited.
  await page.getByRole('link', { name: 'My submitted' }).click();
  await expect(page.getByRole('link', { name: /^Item \d$/ })).toHaveText(['Item 2', 'Item 1']);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await labelling.ready(1);
  expect(await labelling.markOf(2)).toBe('−1');
  await labelling.press('2');
  await page.getByRole('button', { name: /^Submit again/ }).click();
  await expect(page.getByText('incomplete · 2 versions')).toBeVisible();
  expect(labelling.errors).toEqual([]);
});

test('the next item takes over the marks of the same steps, and they can be cleared', async ({
  page,
  labelling,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Shared', { runs: [runs.eight, ...runs.alike] });
  await labelling.open(queue, 'bob');
  for (const index of [1, 2]) {
    await labelling.ready(index);
    await labelling.press('Shift+F', '1');
    await saved(labelling);
    await labelling.submit();
  }
  await labelling.ready(3);
  await expect(page.getByText(/^Same task as before/)).toBeVisible();
  await labelling.press('i');
  await expect(page.getByText(/labels inherited$/)).toBeVisible();
  await expect(labelling.steps.locator('[data-by=inherited]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(labelling.steps.locator('[data-by=inherited]')).toHaveCount(0);
  // With nothing of this item left to undo, the last act is the submission before it.
  await labelling.press('ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+z');
  await labelling.ready(2);
  await expect(page.getByText('all steps marked')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Submit/ })).toBeEnabled();
});

test('what is missing is named and has the focus; comments, cited cells, skip, reveal', async ({
  page,
  labelling,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Parts', { runs: [runs.eight, runs.fifteen] });
  await labelling.open(queue, 'cy');
  await labelling.ready(1);
  await labelling.submit();
  await expect(page.getByRole('alert').filter({ hasText: 'Missing: Outcome' })).toBeVisible();
  await expect(labelling.outcome('Complete')).toBeFocused();

  await labelling.press('g', 'g', 'm');
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Why this one?');
  await page.getByRole('button', { name: 'Add' }).click();
  const change = page.getByRole('button', { name: /wrote|send_transfer/ }).last();
  await change.click();
  await labelling.evidence.getByRole('row').filter({ hasText: 'in_transit' }).first().focus();
  await page.keyboard.press('"');
  await expect(labelling.rationale).toHaveValue(/copies id 16, status: available → in_transit/);
  await labelling.press('b');
  await expect(labelling.drawer.getByRole('grid')).toBeVisible();
  await labelling.drawer.getByText('At the seed').click();
  await expect(page).toHaveURL(/at=seed/);
  await labelling.drawer.getByRole('tab', { name: 'Comments' }).click();
  await expect(labelling.drawer).toContainText('Why this one?');
  await page.reload();
  await labelling.ready(1);
  await expect(labelling.drawer).toContainText('Why this one?');
  await page.getByRole('main').focus();
  await labelling.press('Escape');
  await expect(labelling.drawer).toBeHidden();

  await page.getByRole('button', { name: 'Reveal now' }).click();
  await page.getByRole('button', { name: 'Reveal, and record it' }).click();
  await expect(page.getByRole('dialog')).toContainText('policy-8b');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('revealed, recorded on your label')).toBeVisible();

  await labelling.press('s');
  await page.keyboard.press('1');
  await labelling.ready(2);
  expect(await labelling.shifts()).toEqual([]);
});

test('nothing is lost: a server that is away, a reload, another device, another tab, a reservation that ended', async ({
  page,
  labelling,
  browser,
  context,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Safe', {
    runs: [runs.eight, runs.fifteen],
    settings: { reservationMinutes: 0.05 },
  });
  await labelling.open(queue, 'dee');
  await labelling.ready(1);
  // Away: kept here, said so, there again after a reload, saved when the server answers.
  const writes = /\/api\/annotation\/assignments\/[0-9a-f]+\/(draft|submit|renew)$/;
  await page.route(writes, (route) => route.abort());
  await labelling.press('f', 'f', '2');
  await expect(labelling.form.getByText('! Offline, 1 queued')).toBeVisible();
  await page.reload();
  await labelling.ready(1);
  expect(await labelling.markOf(2)).toBe('+1');
  await page.unroute(writes);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await saved(labelling);

  // Another tab shows it; both go on.
  const tab = new LabellingPage(await context.newPage());
  await tab.open(queue, 'dee', new URL(page.url()).search);
  await tab.ready(1);
  await tab.press('1');
  await saved(tab);
  await expect(page.getByText('Changed in another tab of yours, and shown here')).toBeVisible();
  await expect(labelling.outcome('Complete')).toHaveAttribute('aria-checked', 'true');
  await tab.page.close();

  // Another device: both are shown, nothing is taken over by itself.
  const device = await browser.newContext({ baseURL: studio.httpUrl });
  const other = new LabellingPage(await device.newPage());
  await other.open(queue, 'dee', new URL(page.url()).search);
  await other.ready(1);
  await labelling.press('3');
  await saved(labelling);
  await other.press('4');
  const conflict = other.page.getByRole('dialog', { name: 'This item was labelled in two places' });
  await expect(conflict.getByRole('row', { name: /Outcome/ })).toContainText('server_error');
  await expect(conflict.getByRole('row', { name: /Outcome/ })).toContainText('agent_error');
  await conflict.getByRole('button', { name: 'Take the other' }).click();
  await expect(other.outcome('Agent error')).toHaveAttribute('aria-checked', 'true');
  await device.close();

  // The reservation ran out and somebody else was faster: said so, and the label is still there.
  const item = new URL(page.url()).searchParams.get('item') ?? '';
  await page.route(writes, (route) => route.abort());
  await labelling.press('x');
  await page.waitForTimeout(3_200);
  const got = await annotationPost<{
    readonly assignment: { readonly id: string; readonly draft: { readonly revision: number } };
  }>(studio.httpUrl, `queues/${queue}/next`, {}, 'eve');
  await annotationPost(
    studio.httpUrl,
    `assignments/${got.assignment.id}/submit`,
    {
      baseRevision: got.assignment.draft.revision,
      doc: { outcome: 'complete' },
      activeMs: 1,
      key: 'eve-was-first',
    },
    'eve',
  );
  await page.unroute(writes);
  await labelling.submit();
  const refused = page.getByText(/^✕ Item 1 was not submitted|Item 1 was not submitted/).first();
  await expect(refused).toBeVisible();
  const open = page.getByRole('link', { name: 'Open it' });
  if ((await open.count()) > 0) await open.click();
  await expect(page).toHaveURL(new RegExp(`item=${item}`));
  await expect(labelling.outcome('Agent error')).toHaveAttribute('aria-checked', 'true');
  expect(await labelling.shifts()).toEqual([]);
});

test('an onboarding item answers at once; a returned one has its note and both versions', async ({
  page,
  labelling,
  studio,
  runs,
}) => {
  const { httpUrl } = studio;
  const school = await makeLabelQueue(httpUrl, 'School', {
    runs: [runs.eight, runs.fifteen],
    kind: 'onboarding',
    settings: { passMark: 0 },
  });
  for (const item of await queueItems(httpUrl, school)) {
    await annotationPut(httpUrl, `queues/${school}/items/${item.id}/gold`, {
      gold: { outcome: 'incomplete' },
      why: 'Look at the rows.',
    });
  }
  await labelling.open(school, 'gus');
  await labelling.ready(1);
  await labelling.press('1');
  await labelling.submit();
  const answer = page.getByRole('dialog', { name: /The gold label says otherwise/ });
  await expect(answer.getByRole('row').nth(1)).toContainText('incomplete');
  await expect(answer).toContainText('Look at the rows.');
  await page.keyboard.press('Enter');
  await labelling.ready(2);

  const queue = await makeLabelQueue(httpUrl, 'Returned', { runs: [runs.eight] });
  await labelling.open(queue, 'hal');
  await labelling.ready(1);
  await labelling.press('1');
  await labelling.submit();
  await expect(page.getByText('Nothing left to label')).toBeVisible();
  const [item] = await queueItems(httpUrl, queue);
  await annotationPost(httpUrl, `assignments/${item?.assignments[0]?.id ?? ''}/return`, {
    note: 'Which rows?',
  });
  await page.getByRole('link', { name: 'My submitted' }).click();
  await expect(page.getByText('sent back')).toBeVisible();
  await page.getByRole('link', { name: 'Item 1' }).click();
  await expect(page.getByText('Which rows?')).toBeVisible();
  await labelling.press('2');
  await page.getByRole('link', { name: 'Versions' }).click();
  const row = labelling.drawer.getByRole('row', { name: /^Outcome/ });
  await expect(row).toContainText('complete');
  await expect(row).toContainText('incomplete');
  await page.getByRole('button', { name: /^Submit again/ }).click();
  await expect(page.getByText('incomplete · 2 versions')).toBeVisible();
});

async function expectNoViolations(page: Page): Promise<void> {
  expect.soft(await axeFaults(page)).toEqual([]);
}

test('axe in both themes, narrow screens, no text under 12 px, and Chinese', async ({
  page,
  labelling,
  studio,
  runs,
}) => {
  const queue = await makeLabelQueue(studio.httpUrl, 'Looks', { runs: [runs.eight], language: 'zh' });
  await labelling.open(queue, 'fay');
  await labelling.ready(1);
  await labelling.press('f', 'a', '2', 't', 'm', 'Shift+D');
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
          ),
      )
      .filter((element) => parseFloat(getComputedStyle(element).fontSize) < 12)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(small).toEqual([]);
  await page.getByRole('button', { name: /^Request/ }).click();
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await labelling.press('b');
  await expect(labelling.drawer.getByRole('grid')).toBeVisible();
  await expectNoViolations(page);
  await labelling.press('b');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    for (const pane of ['Steps', 'Evidence', 'Label', 'Guide']) {
      await page.getByRole('tab', { name: new RegExp(`^${pane}`) }).click();
      await expect.soft
        .poll(() => unreachable(page), { message: `${pane} ${String(width)}`, timeout: 2_000 })
        .toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(wide, `${pane} at ${String(width)}`).toBeLessThanOrEqual(0);
      if (width === 390 && pane === 'Label') await expectNoViolations(page);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => localStorage.setItem('awm.language', 'zh-CN'));
  await page.reload();
  await expect(page.getByText('步未标').or(page.getByText('所有步骤已标'))).toBeVisible();
  // The task is the app's, in its own language.
  const task = await page.locator('dl dd').first().innerText();
  expect((await englishLeft(page)).filter((text) => !task.includes(text))).toEqual([]);
});
