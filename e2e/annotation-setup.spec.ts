import type { Locator, Page } from 'playwright/test';
import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { englishLeft } from './english.ts';
import { signAs } from './sign-as.ts';
import { looksRight } from './sound.ts';
import { expect, startStudio, test as base } from './fixtures.ts';

/** From an empty studio to an open queue, and two editors of one schema, in the browser alone. */
const test = base.extend<object, { readonly played: { readonly url: string } }>({
  played: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      // The first and the last are the same, times aside.
      for (const branch of [4, 3, 4])
        await playAgentRun(studio.httpUrl, {
          scenario: 'city_library',
          taskIdx: 4,
          calls: [...TRANSFERS.look, TRANSFERS.send(['HIL-0016'], branch)],
        });
      await use({ url: studio.httpUrl });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ played }, use) => use(played.url),
});

// Each goes on where the one before left the project.
test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const dialog = (page: Page): Locator => page.getByRole('dialog');
let project = '';

test('a newcomer comes from an empty page to an open queue', async ({ page }) => {
  await signAs(page, 'lea');
  await page.goto('/web/annotate');
  await expect(page.getByText('3 runs in the library')).toBeVisible();
  await page
    .getByRole('region', { name: 'Label runs with other people' })
    .getByRole('button', { name: 'New project' })
    .click();
  await dialog(page).getByLabel('Name').fill('Library');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No queue yet')).toBeVisible();
  project = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'New queue' }).first().click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Transfers');
  await expect(dialog(page).getByText(/^2 items from 3 runs/)).toBeVisible();
  await expect(dialog(page).getByText('1 run is the same as another')).toBeVisible();
  await dialog(page).getByLabel('Add a person by name').fill('ann');
  await page.keyboard.press('Enter');
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'Make the queue' }).click();
  await expect(page.getByRole('heading', { name: 'Transfers' })).toBeVisible();
  await expect(page.getByText('0 of 4 labels')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('ann');
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('listitem')).toHaveCount(2);
  await looksRight(page);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('It gives nothing out.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page
    .getByRole('button', { name: /^Item of run/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Give it a gold label' }).click();
  await dialog(page).getByRole('radio', { name: 'Incomplete' }).click();
  await dialog(page).getByRole('button', { name: 'Save the gold label' }).click();
  await expect(page.getByRole('region', { name: 'Items' }).getByText('gold', { exact: true })).toBeVisible();

  await page.goto('/web/annotate');
  const mine = page.getByRole('region', { name: 'My queues' });
  await expect(mine.getByRole('link', { name: 'Transfers', exact: true })).toBeVisible();
});

test('runs of the table and of a run’s page go to a queue', async ({ page }) => {
  await signAs(page, 'guest');
  const made = await page.request.get('/api/annotation/projects');
  const { items } = (await made.json()) as { readonly items: readonly { readonly id: string }[] };
  await page.request.post('/api/annotation/queues', {
    data: { project: items[0]?.id, name: 'By hand', everyone: false },
  });
  await page.goto('/web/runs');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Add to queue' }).click();
  await dialog(page).getByRole('combobox', { name: 'Queue' }).click();
  await page.getByRole('option', { name: /^By hand/ }).click();
  await expect(dialog(page).getByText('1 item from 1 run')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 item added to By hand')).toBeVisible();
});

test('a schema is changed in the form, by keys, and comes back from YAML with its comments', async ({
  page,
}) => {
  await signAs(page, 'lea');
  await page.goto(`${project}/schema`);
  const outcomes = page.getByRole('region', { name: 'Outcomes' });
  const word = (at: number) => outcomes.getByRole('textbox', { name: 'Words' }).nth(at);
  await expect(word(0)).toHaveValue('Complete');
  await word(3).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(word(2)).toHaveValue('Server error');
  await expect(word(2)).toBeFocused();
  await page.getByRole('button', { name: 'Add a tag' }).click();
  const tags = page.getByRole('region', { name: 'What went wrong' });
  await tags.getByRole('textbox', { name: 'Key' }).last().fill('m');
  await tags.getByRole('textbox', { name: 'Words' }).last().fill('Too slow');
  await expect(page.getByText('Another has the key m')).toBeVisible();
  await expect(page.getByText('1 thing to mend')).toBeVisible();
  await tags.getByRole('textbox', { name: 'Key' }).last().fill('s');
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Too slow' })).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(page.getByText('Saved as version 2')).toBeVisible();

  await page.getByRole('tab', { name: 'YAML' }).click();
  const text = page.getByRole('textbox', { name: 'Schema as YAML' });
  const yaml = await text.inputValue();
  await text.fill(yaml.replace('means: server_error', 'means: nobody'));
  await expect(page.getByText(/^✕ Line \d+, column \d+: outcomes\.2\.means/)).toBeVisible();
  await text.fill(yaml.replace('steps: optional', 'steps: required # each of them'));
  await expect(page.getByText('Reads as a schema')).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Save as version 3' }).click();
  await expect(page.getByText('Saved as version 3')).toBeVisible();
  await page.getByRole('tab', { name: 'Form' }).click();
  await word(0).fill('All done');
  await page.getByRole('button', { name: 'Save as version 4' }).click();
  await expect(page.getByText('Saved as version 4')).toBeVisible();
  await page.getByRole('tab', { name: 'Versions' }).click();
  const changes = page.getByRole('region', { name: 'Version 4 as YAML' });
  await expect(changes.locator('ins')).toContainText('All done');
  await expect(changes).toContainText('steps: required # each of them');
  await looksRight(page);
});

test('the second of two editors chooses, and nothing of either is lost', async ({
  page,
  browser,
  played,
}) => {
  await signAs(page, 'lea');
  await page.goto(`${project}/guidelines`);
  const context = await browser.newContext({ baseURL: played.url });
  const other = await context.newPage();
  await signAs(other, 'max');
  await other.goto(`${project}/guidelines`);
  for (const [each, title] of [
    [page, 'All of it'],
    [other, 'Everything'],
  ] as const)
    await each.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(page.getByText('Guidelines saved as version 2')).toBeVisible();
  await other.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(other.getByText(/lea saved version 2 while you worked on version 1/)).toBeVisible();
  await looksRight(other);
  await other.getByRole('button', { name: 'Compare with mine' }).click();
  await expect(other.locator('ins')).toContainText('Everything');
  await other.getByRole('button', { name: 'Save mine on top' }).click();
  await expect(other.getByText('Guidelines saved as version 3')).toBeVisible();
  await expect(other.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(3);
  await context.close();
});

test('reads in Chinese, dark, and at 390 px', async ({ page }) => {
  await signAs(page, '李雷');
  await page.addInitScript(() => {
    localStorage.setItem('awm.language', 'zh-CN');
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, heading] of [
    ['/web/annotate', '标注'],
    [project, '队列'],
    [`${project}/schema`, '标注模式'],
    [`${project}/guidelines`, '指南'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await looksRight(page);
    // The project's own words stay as they were written.
    if (path === '/web/annotate') expect(await englishLeft(page)).toEqual([]);
  }
});
