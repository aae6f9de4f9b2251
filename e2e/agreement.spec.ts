import type { Page } from 'playwright/test';
import { expectSound } from './sound.ts';
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

test.describe.configure({ timeout: 90_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function open(page: Page, project: string, place: string, person = 'lena'): Promise<void> {
  await signAs(page, person);
  await page.goto(`/web/annotate/projects/${project}/${place}`);
}

test('figures are told with intervals, and lead to the items behind them', async ({ page, disputes }) => {
  await open(page, disputes.project, 'agreement');
  const headline = page.getByRole('table', { name: 'Agreement' });
  // Two of four outcomes differ; the two complete ones and the two of the others.
  await expect(headline.getByRole('row', { name: /^Outcome/ })).toContainText('50 %');
  await expect(page.getByText('8 labels of 4 items by 2 annotators')).toBeVisible();
  await expect(page.getByText(/look at the guidelines|less than by chance/)).toBeVisible();

  const items = page.getByRole('table', { name: 'Items behind it' });
  await expect(items.getByRole('row')).toHaveCount(3);
  const cells = page.getByRole('table', { name: 'Who said what' });
  await cells.getByRole('link', { name: /^2: / }).first().click();
  await expect(page).toHaveURL(/value=/);
  await expect(items.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).not.toHaveURL(/value=/);

  const decide = items.getByRole('link', { name: 'Decide' }).first();
  const item = new URL((await decide.getAttribute('href')) ?? '', 'http://x').searchParams.get('item') ?? '';
  expect(item).toMatch(/^[0-9a-f]{32}$/);
  await headline.getByRole('link', { name: 'Step marks' }).click();
  await expect(items).toContainText('step 3');
  await page.getByRole('radio', { name: 'Guideline section' }).click();
  await expect(page.getByText('Do annotators agree on whether this section applies?')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Guideline section' })).toBeChecked();

  // To the very item, as somebody who may decide it.
  await page.goto(`/web/annotate/projects/${disputes.project}/agreement`);
  await decide.click();
  await expect(page).toHaveURL(new RegExp(`disagreements\\?item=${item}`));
  const groups = page.getByRole('navigation', { name: 'Disagreements by cause' });
  await expect(groups.locator('[aria-current="true"]')).toContainText(item.slice(0, 6));
});

test('the tolerance of first errors is the reader’s choice, and what differs over time has its table', async ({
  page,
  disputes,
}) => {
  await open(page, disputes.project, 'agreement');
  const first = page.getByRole('region', { name: 'First errors' });
  await expect(first).toContainText('none against a step');
  await first.getByRole('combobox', { name: 'Tolerance in steps' }).click();
  await page.getByRole('option', { name: '±3' }).click();
  await expect(page).toHaveURL(/k=3/);
  await expect(first).toContainText('Agree within ±3');
  const drift = page.getByRole('region', { name: 'Agreement over time' });
  await expect(drift).toContainText('Too few items to tell');
  await drift.getByRole('button', { name: 'As a table' }).click();
  await expect(drift.getByRole('table')).toBeVisible();
});

test('the lead sees who did how much, and annotators are refused', async ({ page, disputes, studio }) => {
  await open(page, disputes.project, 'progress');
  await expect(page.getByText('8 of 8 labels')).toBeVisible();
  await expect(page.getByText('All is labelled.')).toBeVisible();
  const people = page.getByRole('table', { name: 'Annotators' });
  await expect(people.getByRole('row')).toHaveCount(3);
  await expect(people.getByRole('row', { name: /ann/ })).toContainText('4');
  await page.getByRole('button', { name: 'As a table' }).click();
  await expect(page.getByRole('table', { name: 'Labels still to be given' })).toBeVisible();
  await people.getByRole('link', { name: 'ann' }).click();
  await expect(page).toHaveURL(/agreement\?person=local%3Aann/);

  const made = await fetch(`${studio.httpUrl}/api/profiles/novice`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ roles: ['annotator'] }),
  });
  expect(made.status, await made.text()).toBe(200);
  for (const path of ['agreement', 'progress', 'agreement/items', 'agreement/by/pair']) {
    const refused = await fetch(`${studio.httpUrl}/api/annotation/projects/${disputes.project}/${path}`, {
      headers: { 'x-awm-person': 'novice' },
    });
    expect(refused.status, path).toBe(403);
  }
});

for (const place of ['agreement', 'progress'] as const) {
  test(`${place}: sound in both themes, at 390 px, in Chinese`, async ({ page, disputes }) => {
    await open(page, disputes.project, place);
    await expect(page.getByRole('table').first()).toBeVisible();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
      await expectSound(page, `${place}, ${theme}`);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expectSound(page, `${place}, 390 px`);
    expect.soft(await unreachable(page), `${place}, 390 px`).toEqual([]);
    await page.evaluate(() => localStorage.setItem('awm.language', 'zh-CN'));
    await page.reload();
    await expect(
      page.getByRole('heading', { name: place === 'agreement' ? '首个错误' : '停滞的条目' }),
    ).toBeVisible();
  });
}
