import type { Page } from 'playwright/test';
import { zh } from '../lib/client/messages/zh.ts';
import { englishLeft } from './english.ts';
import { expect, test } from './evidence-fixtures.ts';
import { openSession, play } from './rest.ts';

async function expectChinese(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect.poll(() => englishLeft(page)).toEqual([]);
}

test.beforeEach(async ({ page }) => {
  await page.goto('/web/settings');
  await expect.poll(() => englishLeft(page)).toContain('Language');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: zh.settings.keys, exact: true })).toBeVisible();
});

test('settings, lists, the scenario page and the palette speak Chinese, after a reload too', async ({
  page,
}) => {
  await page.reload();
  await page.getByText(zh.settings.sandbox).waitFor();
  await expectChinese(page);

  await page.goto('/web/?sel=city_library&peek=1');
  await page.getByRole('link', { name: 'city_library' }).first().waitFor();
  await expectChinese(page);
  await page.goto('/web/tasks');
  await page.getByText('Tomasz Wrona').first().waitFor();
  await expectChinese(page);
  await page.goto('/web/sessions');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectChinese(page);

  await page.goto('/web/scenarios/city_library');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(7);
  for (const tab of await tabs.all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expectChinese(page);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: zh.palette.title })).toBeVisible();
  await expectChinese(page);
});

test('a call is made and looked at from every side in Chinese', async ({ page, session, studio }) => {
  const id = await openSession(studio.httpUrl, 'city_library', 0);
  await play(studio.httpUrl, id, [
    { tool: 'renew_loan', arguments: { loan_id: 999 } },
    { tool: 'search_members', arguments: { q: 'Wrona' } },
    { tool: 'verify', arguments: {} },
  ]);
  await page.goto(`/web/sessions/${id}?tool=renew_loan`);
  const form = session.form('renew_loan');
  await expect(page.getByRole('tab')).toHaveCount(7);
  await form.getByRole('textbox', { name: 'loan_id' }).fill('x');
  await page.keyboard.press('Control+Enter');
  await expectChinese(page);
  await form.getByRole('textbox', { name: 'loan_id' }).fill('1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('treegrid', { name: zh.changes.grid })).toContainText('loans');
  for (const step of ['0', '1', '2', '3', '4']) {
    await page.goto(`/web/sessions/${id}?tool=renew_loan&step=${step}`);
    await expect(page.getByRole('tab')).toHaveCount(7);
    await page.getByRole('tabpanel').waitFor();
    await expectChinese(page);
  }
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expectChinese(page);
  }
  await page.keyboard.press('Shift+V');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectChinese(page);
});

test('runs, compare, outcomes, verifiers and audits speak Chinese', async ({ page, evidence }) => {
  test.setTimeout(120_000);
  const [right = '', , elsewhere = ''] = evidence.rollouts;
  const shows = async (path: string, stands: () => Promise<unknown>): Promise<void> => {
    await page.goto(path);
    await stands();
    await expectChinese(page);
  };
  const panel = (): Promise<void> => page.getByRole('tabpanel').first().waitFor();
  await shows(`/web/runs?peek=${elsewhere}`, () => page.getByRole('complementary').nth(1).waitFor());
  await page.getByRole('table').getByRole('checkbox').nth(1).click();
  await page.getByRole('region', { name: zh.runs.selection.title }).waitFor();
  await expectChinese(page);
  await page.getByRole('button', { name: zh.runs.import.button, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectChinese(page);

  await shows(`/web/runs/${elsewhere}?step=2`, () =>
    page.getByRole('list', { name: zh.run.transcript }).waitFor(),
  );
  for (const side of ['people', 'lineage', 'replay', 'whatif', 'log']) {
    await shows(`/web/runs/${elsewhere}?step=2&side=${side}`, panel);
  }

  await shows('/web/compare', () => page.getByRole('checkbox').first().waitFor());
  await shows(`/web/compare?ids=${right},${elsewhere}&at=${right}:3,${elsewhere}:3`, () =>
    page.getByRole('treegrid').waitFor(),
  );
  await shows(`/web/compare?ids=${evidence.rollouts.join(',')}&view=group`, () =>
    page.getByRole('treeitem').last().click(),
  );

  await shows('/web/scenarios/city_library?tab=outcomes&task=4', () =>
    page.getByRole('tabpanel').getByRole('listitem').first().waitFor(),
  );
  await shows('/web/tasks?sel=city_library%2F4&peek=1', () =>
    page.getByRole('complementary').nth(1).waitFor(),
  );
  await page.keyboard.press('3');
  await page.getByRole('dialog').waitFor();
  await expectChinese(page);

  await shows('/web/verifiers', () => page.getByRole('link', { name: 'city_library' }).first().waitFor());
  await shows(`/web/verifiers/city_library/4?run=${elsewhere}`, () =>
    page
      .getByRole('link', { name: elsewhere.slice(0, 6) })
      .first()
      .waitFor(),
  );
  await shows('/web/audits', () =>
    page.getByRole('list', { name: zh.audits.title }).getByRole('link').first().click(),
  );
  await page.goto('/web/settings');
  await page.getByRole('button', { name: zh.keeping.addRule }).first().click();
  await expectChinese(page);
});
