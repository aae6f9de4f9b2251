import type { Page } from 'playwright/test';
import { PERSON_HEADER } from '../lib/contracts/route.ts';
import { expect, test } from './fixtures.ts';
import { makeLabelQueue, playGold } from './labelling-queue.ts';
import { LabellingPage } from './pages/labelling-page.ts';
import { SqlPane } from './pages/sql-pane.ts';
import { openSession } from './rest.ts';
import { looksRight } from './sound.ts';

/** One browser, two people, no accounts: each has their own work, and sees nothing of the other's. */

test.describe.configure({ timeout: 120_000 });

async function become(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^You: / }).click();
  await page.getByRole('menu').getByText(name, { exact: true }).click();
  await page.getByRole('button', { name: `You: ${name}` }).waitFor();
}

test('another profile in the same browser finds no draft, label, place or page of the one before', async ({
  page,
  studio,
}) => {
  const runs = [
    await playGold(studio.httpUrl, 'city_library', 4),
    await playGold(studio.httpUrl, 'event_ticketing', 7),
  ];
  const queue = await makeLabelQueue(studio.httpUrl, 'Shared laptop', { runs, settings: { overlap: 2 } });
  for (const name of ['ada', 'ben'])
    await page.request.put(`/api/profiles/${name}`, { data: { roles: ['annotator'] } });
  await page.goto('/web/annotate');
  await become(page, 'ada');
  const one = new LabellingPage(page);
  await page.goto(`/web/annotate/queues/${queue}`);
  await one.ready(1);
  await one.outcome('Complete').click();
  for (const marks of await one.steps.getByRole('group', { name: /^Mark of step/ }).all())
    await marks.getByRole('button').last().click();
  await one.rationale.fill('Ada submitted this');
  await one.submit();
  await one.ready(2);
  await one.outcome('Incomplete').click();
  await one.rationale.fill('Ada saved this');
  await expect(one.form.getByText(/^✓ Saved/)).toBeVisible();
  await page.getByRole('link', { name: 'My submitted' }).click();
  await expect(page.getByRole('link', { name: 'Item 1', exact: true })).toBeVisible();
  await page.goBack();
  await one.ready(2);
  const second = await page.context().newPage();
  const other = new LabellingPage(second);
  await second.goto(page.url());
  await other.ready(2);
  // What the server has not got yet is in the browser alone.
  await page.route(/\/draft$/, (route) => route.abort());
  await one.rationale.fill('Ada typed this');
  await expect(one.form.getByText(/^! Offline/)).toBeVisible();

  const written: string[] = [];
  page.on('request', (request) => {
    // Ada's page tries again until it is another's.
    const isBens = request.headers()[PERSON_HEADER] === 'ben';
    if (isBens && /\/(draft|submit|undo)$/.test(new URL(request.url()).pathname)) written.push(request.url());
  });
  await become(page, 'ben');
  await expect(page.getByText(/Ada (submitted|saved|typed)/)).toHaveCount(0);
  await expect(one.form).toHaveCount(0);
  await looksRight(page);
  // Its other tab hears of it.
  await expect(second.getByRole('button', { name: 'You: ben' })).toBeVisible();
  await expect(other.form).toHaveCount(0);
  await expect(second.getByText(/Ada (submitted|saved|typed)/)).toHaveCount(0);
  await second.close();
  await page.unroute(/\/draft$/);
  await page.getByRole('link', { name: 'Next item' }).click();
  await one.ready(1);
  await expect(one.form.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(one.rationale).toHaveValue('');
  expect(written).toEqual([]);
  // Nothing of Ada's to undo.
  await one.press('ControlOrMeta+z');
  await expect(one.form.getByRole('radio', { checked: true })).toHaveCount(0);
  expect(written.filter((url) => url.endsWith('/undo'))).toEqual([]);
  await page.goto(`/web/annotate/queues/${queue}?view=mine`);
  await expect(page.getByText('You have not submitted or skipped anything in this queue yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Item 1', exact: true })).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(page.getByText(/Ada (submitted|saved|typed)/)).toHaveCount(0);

  await become(page, 'ada');
  await page.goto(`/web/annotate/queues/${queue}`);
  await one.ready(2);
  await expect(one.rationale).toHaveValue('Ada typed this');
  await expect(one.outcome('Incomplete')).toBeChecked();
  await expect(one.form.getByText(/^✓ Saved/)).toBeVisible();
});

test('another profile in the same browser finds no query of the one before; who switches back does', async ({
  page,
  shop,
}) => {
  const SECRET = 'SELECT name AS suspect FROM products WHERE id = 2';
  for (const name of ['ada', 'ben'])
    await page.request.put(`${shop.httpUrl}/api/profiles/${name}`, {
      data: { roles: ['researcher'] },
    });
  const id = await openSession(shop.httpUrl, 'shop', 0);
  const at = `${shop.httpUrl}/web/sessions/${id}?tab=sql`;
  await page.goto(at);
  const sql = new SqlPane(page);
  await sql.editor.waitFor();
  await become(page, 'ada');
  await sql.editor.waitFor();
  await sql.run(SECRET);
  await expect(sql.rows).toHaveCount(1);
  await sql.write('SELECT 1 AS typed');
  const history = async () => {
    await page.getByRole('button', { name: 'History' }).click();
    const items = page.getByRole('menu', { name: 'History' }).getByRole('menuitem');
    await items.first().waitFor();
    const said = await items.allTextContents();
    await page.keyboard.press('Escape');
    return said;
  };
  expect(await history()).toEqual([SECRET]);

  await become(page, 'ben');
  await sql.editor.waitFor();
  await expect(page.getByText('suspect')).toHaveCount(0);
  await expect(page.getByText('AS typed')).toHaveCount(0);
  expect(page.url()).not.toContain('suspect');
  expect(await history()).toEqual(['Queries that you run on this scenario are kept here, in this browser.']);
  await page.goto(at);
  await sql.editor.waitFor();
  expect(await history()).toHaveLength(1);
  await expect(page.getByText(/suspect|AS typed/)).toHaveCount(0);
  await sql.run('SELECT 2 AS mine');
  await expect(sql.rows).toHaveCount(1);
  expect(await history()).toEqual(['SELECT 2 AS mine']);
  await looksRight(page);

  await become(page, 'ada');
  await page.goto(at);
  await sql.editor.waitFor();
  await expect(page.getByText('AS typed')).toBeVisible();
  expect(await history()).toEqual([SECRET]);
});
