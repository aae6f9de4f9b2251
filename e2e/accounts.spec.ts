import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type FrameLocator, type Page } from 'playwright/test';
import { askControl } from '../server/access/index.ts';
import { startProvider, type TestProvider } from '../server/testing/test-provider.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { testChromiumPath } from './environment.ts';
import { axeFaults } from './axe.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { unreachable } from './reachable.ts';

interface Guarded {
  readonly studio: ServerProcess;
  readonly provider: TestProvider;
  /** A page of another site that shows the studio in a frame; `localhost` is another site than 127.0.0.1. */
  readonly holder: string;
}

/** A host name that is no loopback name to browsers, which take no Secure cookie from it over HTTP. */
const PLAIN_HOST = 'studio.test';

const test = base.extend<object, { readonly guarded: Guarded }>({
  guarded: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using provider = await startProvider();
      const holder = createServer((request, response) => {
        const shown = new URL(request.url ?? '/', 'http://localhost').searchParams.get('show') ?? '';
        response.setHeader('content-type', 'text/html');
        response.end(`<!doctype html><title>Holder</title><iframe title="Space" src="${shown}"
          style="width: 1200px; height: 700px; border: 0"></iframe>`);
      });
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const origin = `http://localhost:${String((holder.address() as AddressInfo).port)}`;
      await using studio = await startStudio([
        ...provider.flags,
        '--oidc-name',
        'Example',
        '--oidc-role',
        'viewer',
        '--allow-host',
        PLAIN_HOST,
        '--allow-frame',
        origin,
      ]);
      const { port } = new URL(studio.httpUrl);
      for (const host of [`127.0.0.1:${port}`, `${PLAIN_HOST}:${port}`])
        provider.allowRedirect(`http://${host}/api/sign-in/callback`);
      await use({ studio, provider, holder: origin });
      holder.closeAllConnections();
      holder.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ guarded }, use) => use(guarded.studio.httpUrl),
});

async function inviteFor({ studio }: Guarded, role: string, name?: string): Promise<string> {
  const text = await askControl(studio.homeDir, {
    command: 'invite',
    role,
    ...(name !== undefined && { name }),
  });
  return text?.split('\n')[0] ?? '';
}

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await axeFaults(page), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.soft.poll(() => unreachable(page), { timeout: 2_000 }).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

const places = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test('an invited annotator gets their own studio, and no more after signing out', async ({
  page,
  guarded,
}) => {
  const link = await inviteFor(guarded, 'annotator');
  await page.goto(link);
  await expect(page.getByText('You are invited as annotator')).toBeVisible();
  expect(page.url()).not.toContain('#');
  await expectNoViolations(page);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  let looks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/invites/look')) looks += 1;
  });
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page).toHaveURL(/\/web\/annotate/);
  const me = page.getByRole('button', { name: 'You: Ada Lovelace' });
  await expect(me).toContainText('AL');
  // It is used: asked for again it would be an error.
  expect(looks).toBe(0);
  await expect(places(page)).toHaveText(['A', 'Annotate', 'Settings']);
  // In the cookie alone: nothing that a script could read.
  const [cookie] = (await page.context().cookies()).filter(({ name }) => /^awm-[0-9a-f]{8}$/.test(name));
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'None' });
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('awms_');

  await page.goto('/web/runs');
  await expect(page.getByText('This page is not for Ada Lovelace')).toBeVisible();
  await page.goto('/web/settings');
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText('this one');
  await expect(page.getByRole('region', { name: 'People' })).toHaveCount(0);
  await me.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This invite was used already')).toBeVisible();
});

test('an admin gives roles, invites and takes back; tokens are shown once', async ({
  page,
  guarded,
  browser,
}) => {
  await page.goto(await inviteFor(guarded, 'admin', 'Root'));
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('button', { name: 'You: Root' }).waitFor();
  await page.goto('/web/settings');
  const invites = page.getByRole('region', { name: 'Invites' });
  await invites.getByLabel('Name (optional)').fill('Vi');
  await invites.getByRole('button', { name: 'Make invite' }).click();
  const link = await invites.getByLabel('Send this link. It is not shown again.').inputValue();
  const other = await browser.newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other.getByRole('button', { name: 'You: Vi' })).toBeVisible();

  await page.reload();
  const people = page.getByRole('region', { name: 'People' });
  await people.getByRole('group', { name: 'Roles of Vi' }).getByText('researcher').click();
  await expect(page.getByRole('region', { name: 'Access log' })).toContainText('Vi: annotator, researcher');
  await other.goto(`${guarded.studio.httpUrl}/web/runs`);
  await expect(places(other).filter({ hasText: 'Runs' })).toHaveCount(1);
  await people.getByRole('button', { name: 'Shut out Vi' }).click();
  await expect(people).toContainText('shut out');
  await other.reload();
  await expect(other.getByText('Sign in to see this page')).toBeVisible();
  await other.close();

  const tokens = page.getByRole('region', { name: 'API tokens' });
  await tokens.getByLabel('What it is for').fill('ci');
  await tokens.getByLabel('see runs').check();
  await tokens.getByRole('button', { name: 'Make token' }).click();
  const secret = await tokens.getByLabel('This is the token. It is not shown again.').inputValue();
  const asked = await page.request.get('/api/runs', { headers: { authorization: `Bearer ${secret}` } });
  expect(asked.status()).toBe(200);
  await page.reload();
  await expect(tokens).toContainText(secret.slice(0, 12));
  expect(await page.content()).not.toContain(secret);
  await expectNoViolations(page);
});

/** What a person does at the provider. */
async function atProvider(window: Page, email: string): Promise<void> {
  await window.getByPlaceholder('Enter any login').fill(email);
  await window.getByPlaceholder('and password').fill('x');
  await window.getByRole('button', { name: 'Sign-in' }).click();
  await window.getByRole('button', { name: 'Continue' }).click();
}

test('signs in with an OpenID provider', async ({ page }) => {
  await page.goto('/web/sign-in');
  await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Sign in with Example' }).click();
  await atProvider(page, 'carol@example.org');
  await expect(page.getByText('You are signed in as carol')).toBeVisible();
  await page.goto('/web/runs');
  await expect(page.getByRole('button', { name: 'You: carol' })).toBeVisible();
});

test.describe('in a frame of another site, with third-party cookies blocked', () => {
  async function strict(use: (browser: Browser) => Promise<void>): Promise<void> {
    const executablePath = testChromiumPath();
    const browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--test-third-party-cookie-phaseout',
        `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
      ],
    });
    try {
      await use(browser);
    } finally {
      await browser.close();
    }
  }

  async function signInInFrame(page: Page, frame: FrameLocator, email: string): Promise<void> {
    const opening = page.waitForEvent('popup');
    await frame.getByRole('button', { name: 'Sign in with Example' }).click();
    const window = await opening;
    await atProvider(window, email);
    await expect(frame.getByText(/You are signed in as/)).toBeVisible();
  }

  test('a partitioned cookie carries the sign-in', async ({ guarded }) => {
    await strict(async (browser) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const inside = `${guarded.studio.httpUrl}/web/sign-in`;
      await page.goto(`${guarded.holder}/?show=${encodeURIComponent(inside)}`);
      const frame = page.frameLocator('iframe');
      await signInInFrame(page, frame, 'dan@example.org');
      const cookies = await context.cookies();
      const own = cookies.filter(({ name }) => /^awm-[0-9a-f]{8}$/.test(name));
      expect(own).toMatchObject([{ partitionKey: 'http://localhost' }]);
      await page.reload();
      await expect(frame.getByText('You are signed in as dan')).toBeVisible();
      // It is of this frame: the same studio at the top knows nobody.
      const alone = await context.newPage();
      await alone.goto(inside);
      await expect(alone.getByRole('button', { name: 'Sign in with Example' })).toBeVisible();
    });
  });

  test('a bearer does where no cookie is taken, and new tabs are handed it', async ({ guarded }) => {
    await strict(async (browser) => {
      const page = await browser.newPage();
      const inside = guarded.studio.httpUrl.replace('127.0.0.1', PLAIN_HOST);
      await page.goto(`${guarded.holder}/?show=${encodeURIComponent(`${inside}/web/sign-in`)}`);
      const frame = page.frameLocator('iframe');
      await signInInFrame(page, frame, 'erin@example.org');
      // Where the browser refuses a frame any storage, the bearer lasts as long as the page.
      await frame.getByRole('link', { name: 'Go on' }).click();
      await expect(frame.getByRole('button', { name: 'You: erin' })).toBeVisible();

      // At the top, by an invite; a second tab asks the first one.
      const first = await browser.newContext();
      const tab = await first.newPage();
      const link = await inviteFor(guarded, 'viewer', 'Fay');
      await tab.goto(`${inside}/web/invite#${link.split('#')[1] ?? ''}`);
      await tab.getByRole('button', { name: 'Join' }).click();
      await expect(tab.getByRole('button', { name: 'You: Fay' })).toBeVisible();
      const next = await first.newPage();
      await next.goto(`${inside}/web/runs`);
      await expect(next.getByRole('button', { name: 'You: Fay' })).toBeVisible();
      expect(await next.evaluate(() => JSON.stringify(localStorage))).not.toContain('awms_');
      expect(await first.cookies()).toEqual([]);
      await tab.getByRole('button', { name: 'You: Fay' }).click();
      await tab.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(next.getByText('Sign in to see this page')).toBeVisible();
    });
  });
});
