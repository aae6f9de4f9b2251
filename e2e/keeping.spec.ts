import { axeFaults } from './axe.ts';
import { playAgentRun } from './agent-runs.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { looksRight } from './sound.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';

/** How long runs of an experiment are kept: the rule's editor in Settings. */

const RUNS = 3;

const test = base.extend<object, { readonly keeping: ServerProcess }>({
  keeping: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      for (let i = 0; i < RUNS; i += 1)
        await playAgentRun(studio.httpUrl, {
          scenario: 'city_library',
          taskIdx: 4,
          calls: [],
          finalAnswer: 'Nothing.',
          run: { experiment: 'warm-up' },
        });
      await use(studio);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ keeping }, use) => use(keeping.httpUrl),
});

test.describe.configure({ timeout: 120_000 });

test('a rule says what it would take, is saved, stands after a reload, and can be taken away', async ({
  page,
}) => {
  const answers: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/keeping'))
      answers.push(request.postData() ?? '');
  });
  await page.goto('/web/settings');
  const section = page.getByRole('region', { name: 'Keeping runs' });
  const item = section.getByRole('listitem').filter({ hasText: 'warm-up' });
  await expect(item).toContainText(`${String(RUNS)} runs, 0 marked to stay`);
  await expect(item).toContainText(/[1-9][\d.]* (B|KB|MB)/);
  await item.getByRole('button', { name: 'Add a rule' }).click();
  const days = item.getByRole('textbox', { name: /^Days to keep/ });
  const newest = item.getByRole('textbox', { name: /^Newest runs to keep/ });
  const megabytes = item.getByRole('textbox', { name: /^Megabytes to keep/ });
  await expect(item.getByText('States of runs that ended')).toBeVisible();
  const tryIt = item.getByRole('button', { name: 'What would go?' });
  const save = item.getByRole('button', { name: 'Save the rule' });

  await test.step('what cannot stand there is named at its field; what is right stays', async () => {
    await newest.fill('2');
    for (const [field, text, words] of [
      [days, '0', /above 0 and up to 36,500/],
      [days, 'a week', /above 0 and up to 36,500/],
      [days, '99999', /above 0 and up to 36,500/],
      [newest, '1.5', /whole number/],
      [megabytes, '-1', /from 0 up/],
    ] as const) {
      const before = await field.inputValue();
      await field.fill(text);
      await expect(field).toHaveAccessibleDescription(words);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(tryIt).toBeDisabled();
      await expect(save).toBeDisabled();
      await field.fill(before);
    }
    await expect(newest).toHaveValue('2');
    await days.fill('0');
    await looksRight(page);
    await days.fill('');
  });

  await test.step('what goes wrong at the server loses nothing', async () => {
    await page.route('**/api/keeping/dry-run', (route) => route.abort());
    await tryIt.click();
    await expect(item.getByRole('alert')).toContainText('That did not work');
    await expect(newest).toHaveValue('2');
    await page.unroute('**/api/keeping/dry-run');
  });

  await tryIt.click();
  const told = item.getByRole('status');
  await expect(told).toContainText(/Now it would delete 1 run \([1-9][\d.]* (B|KB|MB)\)/);
  await expect(item.getByRole('alert')).toHaveCount(0);
  // Another rule is asked about anew.
  await newest.fill('3');
  await expect(told).toHaveText('');
  await expect(save).toBeDisabled();
  await megabytes.fill('512');
  await tryIt.click();
  await expect(told).toContainText('Now it would delete 0 runs');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await axeFaults(page), theme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(answers).toEqual([]);
  await save.click();
  await expect(item).toContainText('the newest 3 runs kept · up to 512.0 MB');
  await expect(item.getByRole('button', { name: 'Change the rule' })).toBeFocused();

  await page.reload();
  await expect(item).toContainText('the newest 3 runs kept · up to 512.0 MB');
  await expect(item).toContainText(`${String(RUNS)} runs`);
  await item.getByRole('button', { name: 'Change the rule' }).click();
  await expect(days).toHaveValue('');
  await expect(newest).toHaveValue('3');
  await expect(megabytes).toHaveValue('512');
  await newest.fill('');
  await megabytes.fill('');
  await tryIt.click();
  await save.click();
  await expect(item.getByRole('button', { name: 'Add a rule' })).toBeVisible();
  expect(answers.map((text) => JSON.parse(text) as unknown)).toEqual([
    { experiment: 'warm-up', states: null, days: null, newest: 3, bytes: 512 * 1024 * 1024 },
    { experiment: 'warm-up', states: null, days: null, newest: null, bytes: null },
  ]);
});
