import type { Page } from 'playwright/test';
import { connectRaw } from '../server/testing/raw-client.ts';
import { createRestClient } from '../server/testing/rest-client.ts';
import { expect, test } from './fixtures.ts';
import { ControlPage } from './pages/control-page.ts';
import { SessionPage } from './pages/session-page.ts';

interface Tab {
  readonly page: Page;
  readonly session: SessionPage;
  readonly control: ControlPage;
}

async function tab(page: Page, url: string): Promise<Tab> {
  await page.goto(url);
  const session = new SessionPage(page);
  await session.waitUntilLive();
  return { page, session, control: new ControlPage(page) };
}

test('one of two tabs acts; control is asked for, kept, handed over and let go', async ({
  studio,
  context,
}) => {
  const { id } = await createRestClient(studio.httpUrl).open('city_library');
  const url = `${studio.httpUrl}/web/sessions/${id}`;
  const one = await tab(await context.newPage(), url);
  await one.session.call('search_members', { q: 'one' });
  const two = await tab(await context.newPage(), url);
  await expect(two.control.watching).toContainText('Tab 1 acts');
  await expect(two.session.verifyButton).toBeDisabled();
  await two.session.chooseTool('search_members');
  await expect(two.session.callButton).toBeDisabled();

  await two.control.ask.click();
  await expect(one.control.request).toContainText('Tab 2 asks for control');
  await one.control.keep.press('Enter');
  await expect(one.control.request).toBeHidden();
  await expect(two.control.watching).toBeVisible();

  await two.control.ask.click();
  await one.control.handOver.press('Enter');
  await expect(one.control.watching).toContainText('Tab 2 acts');
  await two.session.call('search_members', { q: 'two' });
  await expect(one.session.steps).toHaveCount(2);

  await two.control.choose('Hand over to Tab 1');
  await expect(two.control.watching).toBeVisible();
  await one.control.choose('Let go of control');
  await expect(two.control.take).toBeVisible();
  await two.session.call('search_members', { q: 'three' });
  await expect(one.control.watching).toContainText('Tab 2 acts');

  // A reload keeps control; a tab that is closed lets it go.
  await two.page.reload();
  await two.session.waitUntilLive();
  await expect(one.control.watching).toContainText('Tab 2 acts');
  await two.page.close();
  await one.control.ask.click();
  await one.session.call('search_members', { q: 'four' });
});

test('a duplicated tab is another page', async ({ studio, context }) => {
  const { id } = await createRestClient(studio.httpUrl).open('city_library');
  const url = `${studio.httpUrl}/web/sessions/${id}`;
  const one = await tab(await context.newPage(), url);
  const opened = context.waitForEvent('page');
  // Such a page begins with a copy of its opener's storage, as a duplicated tab does.
  await one.page.evaluate((address) => void window.open(address), url);
  const page = await opened;
  const two = { session: new SessionPage(page), control: new ControlPage(page) };
  await two.session.waitUntilLive();
  await expect(two.control.watching).toContainText('Tab 1 acts');
  await expect(one.control.watching).toBeHidden();
});

test('a trainer’s session is listed and watched live, and nobody else acts in it', async ({
  studio,
  page,
}) => {
  const trainer = await connectRaw(studio.wsUrl);
  const { data } = await trainer.reset({ scenario: 'city_library', task_idx: 0 });
  const { session_id: id } = data['metadata'] as { session_id: string };
  await page.goto(`${studio.httpUrl}/web/sessions`);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
  await expect(row).toContainText('unnamed client');
  await expect(row).toContainText('0');
  await trainer.call('search_members', { q: 'seen' });
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await row.getByRole('link').first().click();
  const session = new SessionPage(page);
  await session.waitUntilLive();
  await expect(page.getByText('Watching: unnamed client acts')).toBeVisible();
  await expect(session.steps).toHaveCount(1);
  await trainer.call('search_members', { q: 'live' });
  await expect(session.steps).toHaveCount(2);
  await expect(session.verifyButton).toBeDisabled();
  await trainer[Symbol.asyncDispose]();
  await expect(session.state).toContainText('ended');
});
