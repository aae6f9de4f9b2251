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
  await dialog(page).getByLabel('Name', { exact: true }).press('Enter');
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

test('runs of an end state, its representative, or some of each end go to a queue; so do those of a task', async ({
  page,
  played,
}) => {
  // The three before it changed nothing: the copy that they name is not there.
  await playAgentRun(played.url, {
    scenario: 'city_library',
    taskIdx: 4,
    calls: [TRANSFERS.send(['HIL-00016'], 4)],
  });
  await signAs(page, 'guest');
  await page.goto('/web/scenarios/city_library?tab=outcomes&task=4');
  const ends = page.getByRole('list', { name: 'Outcomes of this task' });
  await ends.getByRole('button', { name: /3 runs/ }).click();
  await ends.getByRole('button', { name: 'Add to queue' }).click();
  await expect(page.getByRole('heading', { name: 'Add 3 runs to a queue' })).toBeVisible();
  await dialog(page).getByRole('combobox', { name: 'Queue' }).click();
  await page.getByRole('option', { name: /^By hand/ }).click();
  await looksRight(page);
  const which = dialog(page).getByRole('combobox', { name: 'Which runs' });
  await which.click();
  await page.getByRole('option', { name: 'The run that stands for them' }).click();
  await expect(page.getByRole('heading', { name: 'Add 1 run to a queue' })).toBeVisible();
  await which.click();
  await page.getByRole('option', { name: 'Some of each end of the task' }).click();
  await expect(page.getByRole('heading', { name: 'Add 2 runs to a queue' })).toBeVisible();
  const each = dialog(page).getByLabel('Runs of each end state');
  await each.fill('1.5');
  await expect(dialog(page).getByText('A whole number from 1 to 1,000')).toBeVisible();
  await each.fill('2');
  await expect(page.getByRole('heading', { name: 'Add 3 runs to a queue' })).toBeVisible();
  await expect(
    dialog(page)
      .getByText(/^1 in the queue already|^\d items? from/)
      .first(),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/added to By hand/)).toBeVisible();

  await page.goto('/web/tasks?sel=city_library%2F4&peek=1');
  await page.getByRole('button', { name: 'Add to queue' }).click();
  await expect(page.getByRole('heading', { name: 'Add 4 runs to a queue' })).toBeVisible();
  await expect(which).toContainText('All runs of the task');
});

test('a queue fills itself from a saved view; pausing, closing and re-opening bring nothing back that was removed', async ({
  page,
  played,
}) => {
  await signAs(page, 'lea');
  const views = await page.request.get('/api/run-views');
  const { items } = (await views.json()) as { readonly items: readonly { readonly name: string }[] };
  expect(items.map(({ name }) => name)).toContain('Suspicious passes');
  await page.request.post('/api/run-views', { data: { name: 'Transfers', query: 'task:4' } });
  await page.goto(project);
  await page.getByRole('button', { name: 'New queue' }).first().click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Ever on');
  const source = dialog(page).getByRole('combobox', { name: 'Which runs' });
  await source.click();
  await page.getByRole('option', { name: 'Runs that match, from now on too' }).click();
  const saved = dialog(page).getByRole('combobox', { name: 'Take a saved view' });
  await saved.click();
  await page.getByRole('option', { name: /^Suspicious passes/ }).click();
  await expect(dialog(page).getByLabel('Filter, as in the run table')).not.toHaveValue('');
  await saved.click();
  await page.getByRole('option', { name: /^Transfers/ }).click();
  const perTask = dialog(page).getByLabel('Runs of a task a day, at most');
  await perTask.fill('0');
  await dialog(page).getByRole('button', { name: 'Make the queue' }).click();
  await expect(perTask).toBeFocused();
  await expect(dialog(page).getByText('A whole number from 1 to 1,000')).toBeVisible();
  await perTask.fill('50');
  await looksRight(page);
  await dialog(page).getByRole('button', { name: 'Make the queue' }).click();
  await expect(page.getByText('Fills itself with runs that match “task:4”')).toBeVisible();
  const list = page.getByRole('region', { name: 'Items' }).getByRole('listitem');
  await expect(list).toHaveCount(3);
  await page
    .getByRole('button', { name: /^Item of run/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove from the queue' }).click();
  await expect(list).toHaveCount(2);

  const count = (of: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(of, { exact: true }) })
      .getByRole('definition');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('It gives nothing out.')).toBeVisible();
  // A run that ends while it is paused joins; while it is closed it does not.
  const play = (branch: number) =>
    playAgentRun(played.url, {
      scenario: 'city_library',
      taskIdx: 4,
      calls: [...TRANSFERS.look, TRANSFERS.send(['HIL-0016'], branch)],
    });
  await play(2);
  await expect
    .poll(async () => {
      await page.reload();
      return count('Items').textContent();
    })
    .toBe('3');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Re-open' })).toBeVisible();
  await play(1);
  await page.getByRole('button', { name: 'Re-open' }).click();
  await expect(page.getByRole('button', { name: 'Re-open' })).toHaveCount(0);
  await expect
    .poll(async () => {
      await page.reload();
      return count('Items').textContent();
    })
    .toBe('4');
  await expect(count('Removed')).toHaveText('1');
});

test('how a queue is given out is explained, refused beside the field, and holds once it is saved', async ({
  page,
}) => {
  await signAs(page, 'lea');
  await page.goto(project);
  await page
    .getByRole('link', { name: /Ever on/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const order = page.getByRole('combobox', { name: 'Order' });
  await order.click();
  await page.getByRole('option', { name: 'Most disputed first' }).click();
  await expect(page.getByText('contradict each other come first')).toBeVisible();
  await page.getByLabel('Labels per person (0: no limit)').fill('2');
  await page.getByRole('button', { name: 'Gold, repeats, times' }).click();
  const repeats = page.getByLabel('One in … comes again (0: none)');
  await repeats.fill('1001');
  await expect(page.getByText('A whole number from 0 to 1,000')).toBeVisible();
  await expect(repeats).toHaveAttribute('aria-invalid', 'true');
  await looksRight(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(repeats).toBeFocused();
  await repeats.fill('5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('it holds for what is given out from now on')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(order).toContainText('Most disputed first');
  await expect(page.getByLabel('Labels per person (0: no limit)')).toHaveValue('2');
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

test('what is not saved survives a reload, a lost tab and a server that is away, and is discarded when asked', async ({
  page,
  context,
}) => {
  await signAs(page, 'lea');
  await page.goto(`${project}/schema`);
  const outcomes = page.getByRole('region', { name: 'Outcomes' });
  const first = outcomes.getByRole('textbox', { name: 'Words' }).first();
  await expect(first).not.toHaveValue('');
  const was = await first.inputValue();
  await first.fill('Half done');
  await page.route('**/api/annotation/projects/*/schema', (route) => route.abort());
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'server' })).toBeVisible();
  await page.unroute('**/api/annotation/projects/*/schema');
  // As it is typed, also where it breaks the rules.
  await outcomes.getByRole('textbox', { name: 'Words' }).nth(1).fill('');
  await expect(page.getByText('Not saved yet; kept in this browser')).toBeVisible();
  await page.reload();
  await expect(first).toHaveValue('Half done');
  await expect(page.getByText(/thing to mend|things to mend/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(first).toHaveValue(was);
  await page.reload();
  await expect(first).toHaveValue(was);

  // YAML that does not read.
  await page.goto(`${project}/schema?view=yaml`);
  const text = page.getByRole('textbox', { name: 'Schema as YAML' });
  const yaml = await text.inputValue();
  await text.fill(`${yaml}\n: [`);
  await page.reload();
  await expect(text).toHaveValue(`${yaml}\n: [`);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(text).toHaveValue(yaml);

  await page.goto(`${project}/guidelines`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Nearly everything');
  await page.getByRole('textbox', { name: 'What changed and why' }).fill('softer');
  await expect(page.getByText('Not saved yet; kept in this browser')).toBeVisible();
  // The tab is gone without a word; another one takes it up.
  await page.close();
  const next = await context.newPage();
  await signAs(next, 'lea');
  await next.goto(`${project}/guidelines`);
  await expect(next.getByRole('textbox', { name: 'Title' })).toHaveValue('Nearly everything');
  await expect(next.getByRole('textbox', { name: 'What changed and why' })).toHaveValue('softer');

  // Another lead saves meanwhile: it is told before anything is sent, and after a reload too.
  const whole = await next.request.get(project.replace('/web/annotate', '/api/annotation'));
  const { guidelines, guidelinesVersion } = (await whole.json()) as {
    readonly guidelinesVersion: number;
    readonly guidelines: { readonly doc: { readonly sections: readonly object[] } };
  };
  const { sections } = guidelines.doc;
  await next.request.post(`${project.replace('/web/annotate', '/api/annotation')}/guidelines`, {
    headers: { 'x-awm-person': 'max' },
    data: { base: guidelinesVersion, doc: { sections: sections.slice(0, -1) }, note: '' },
  });
  await next.reload();
  await expect(next.getByText(/max saved version \d+ while you worked on version \d+/)).toBeVisible();
  await expect(next.getByRole('textbox', { name: 'Title' })).toHaveValue('Nearly everything');
  await looksRight(next);
  await next.getByRole('button', { name: 'Save mine on top' }).click();
  await expect(next.getByText(/Guidelines saved as version/)).toBeVisible();
  await expect(next.getByText('Not saved yet')).toHaveCount(0);
  await next.reload();
  await expect(next.getByRole('textbox', { name: 'Title' })).toHaveValue('Nearly everything');
  await expect(next.getByRole('button', { name: 'Discard changes' })).toBeDisabled();

  // On a shared machine, somebody else does not find it.
  await next.getByRole('textbox', { name: 'Title' }).fill('Lea’s alone');
  await next.close();
  const others = await context.newPage();
  await signAs(others, 'max');
  await others.goto(`${project}/guidelines`);
  await expect(others.getByRole('textbox', { name: 'Title' })).toHaveValue('Nearly everything');
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
