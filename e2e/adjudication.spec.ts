import type { Page } from 'playwright/test';
import { axeFaults } from './axe.ts';
import { signAs } from './sign-as.ts';
import { expect, test as base } from './fixtures.ts';
import { type Disputes, makeDisputes } from './disputes.ts';
import { unreachable } from './reachable.ts';

const test = base.extend<object, { readonly disputes: Disputes }>({
  disputes: [
    async ({ studio }, use) => use(await makeDisputes(studio.httpUrl)),
    { scope: 'worker', timeout: 60_000 },
  ],
});

// One after another on one server: what the first decides, the others look at.
test.describe.configure({ mode: 'serial', timeout: 90_000 });

async function open(
  page: Page,
  project: string,
  place: 'disagreements' | 'grading',
  person = 'cy',
): Promise<void> {
  await signAs(page, person);
  await page.goto(`/web/annotate/projects/${project}/${place}`);
}

async function expectNoViolations(page: Page): Promise<void> {
  expect.soft(await axeFaults(page)).toEqual([]);
}

test('who labelled an item does not decide it', async ({ page, disputes }) => {
  await open(page, disputes.project, 'disagreements', 'ann');
  await expect(page.getByText('You labelled this run').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decide and next' })).toHaveCount(0);
});

test('names are hidden until a third decides, by keyboard alone, and the group follows', async ({
  page,
  disputes,
}) => {
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (/\/api\/annotation\/disagreements\/[0-9a-f]{32}(\/hold)?$/.test(response.url()))
      void response.text().then((text) => bodies.push(text));
  });
  await open(page, disputes.project, 'disagreements');
  const table = page.getByRole('table').first();
  await expect(table.getByText('order drawn at random')).toBeVisible();
  const groups = page.getByRole('navigation', { name: 'Disagreements by cause' });
  await expect(groups.getByRole('link')).toHaveCount(3);
  const section = groups.getByRole('region', { name: /^2\.1/ });
  await expect(section.getByRole('link')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Evidence of step 3' })).toBeVisible();
  for (const secret of ['"ann"', '"ben"', ...disputes.runs, 'submittedAtMs', '"reward"'])
    expect(bodies.join()).not.toContain(secret);
  await expectNoViolations(page);

  // The label that calls it incomplete, whichever letter it has today.
  const outcome = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Outcome' }) });
  const first = await outcome.getByRole('cell').first().innerText();
  await page.keyboard.press(first.includes('Incomplete') ? 'a' : 'b');
  const status = page.getByRole('status').filter({ hasText: 'rows decided' });
  await expect(status).toHaveText('4 of 4 ≠ rows decided, 3 from the outcome');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await expect(status).toHaveText('3 of 4 ≠ rows decided, 2 from the outcome');
  await page.keyboard.press(first.includes('Incomplete') ? 'a' : 'b');
  await page.keyboard.press('r');
  await page.keyboard.type('Hillside was asked for');
  await expect(page.getByText(/^✓ Saved/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('body').press('Tab');
  // Taken over to the other of the group, confirmed there.
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.keyboard.press('p');
  await expect(page.getByText(/Taking over the decision/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Hillside was asked for');
  await expect(status).toHaveText('4 of 4 ≠ rows decided, 2 from the outcome');
  await page.keyboard.press('Control+Enter');
  await expect(groups.getByRole('link')).toHaveCount(1);

  await page.getByRole('radiogroup', { name: 'Which items' }).getByText('Decided').click();
  await groups.getByRole('link').first().click();
  const told = page.getByRole('region', { name: 'Versions of the decision' });
  await expect(told).toContainText('ann');
  await expect(told).toContainText('ben');
  await expect(told).toContainText('Verifier said');
  await expectNoViolations(page);
});

test('a label is returned with a note, and a decision is made anew', async ({ page, disputes }) => {
  await open(page, disputes.project, 'disagreements');
  await page.getByRole('radiogroup', { name: 'Which items' }).getByText('Decided').click();
  const told = page.getByRole('region', { name: 'Versions of the decision' });
  await told.getByRole('button', { name: 'Return with note' }).first().click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Look at the branch again.');
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(page.getByText(/^Returned to (ann|ben)$/)).toBeVisible();
  await told.getByRole('button', { name: 'Decide anew' }).click();
  await expect(page.getByRole('button', { name: 'Decide and next' })).toBeVisible();
  await expect(told).toContainText('taken back by cy');
});

test('on a telephone, in the dark and in Chinese', async ({ page, disputes }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const place of ['disagreements', 'grading'] as const) {
    // Who has an item in hand is not told what verifiers said of it and others.
    await open(page, disputes.project, place, place === 'grading' ? 'lena' : 'cy');
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
    await expectNoViolations(page);
    await expect.soft.poll(() => unreachable(page), { timeout: 2_000 }).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(width).toBeLessThanOrEqual(0);
  }
  await page.addInitScript(() => localStorage.setItem('awm.language', 'zh-CN'));
  await open(page, disputes.project, 'disagreements');
  await expect(page.getByText('由结果填充其余各行')).toBeVisible();
});

test('from a false pass of the 2×2 into the workbench, and into a queue', async ({ page, disputes }) => {
  await open(page, disputes.project, 'grading', 'lena');
  await expect(page.getByRole('table', { name: 'Verdict against people' })).toBeVisible();
  await expectNoViolations(page);
  const wrong = page
    .getByRole('region', { name: /^False (passes|failures)$/ })
    .filter({ has: page.getByRole('link') });
  await wrong
    .first()
    .getByRole('button', { name: /^Make a queue/ })
    .click();
  await expect(page.getByText(/^The queue “False .* was made/)).toBeVisible();
  await wrong.first().getByRole('link', { name: 'Open in workbench' }).first().click();
  await expect(page).toHaveURL(/\/web\/verifiers\/city_library\/4\?mode=code&run=[0-9a-f]{32}/);
});
