import type { Page } from 'playwright/test';
import { expect } from './fixtures.ts';
import { type Guarded, inviteFor, makeDispute, makeQueue, personOf, signIn, test } from './guarded.ts';
import { labelRecords } from './label-records.ts';
import { looksRight } from './sound.ts';
import { LabellingPage } from './pages/labelling-page.ts';

/** A tab whose sign-in ends under whoever works in it: nothing is lost, and nothing goes out as somebody else's. */

test.describe.configure({ timeout: 120_000 });

const over = (page: Page) => page.getByText(/Your sign-in is over/);

/** Ada has the first item open, marked and saved. */
async function begin(page: Page, queue: string): Promise<LabellingPage> {
  await page.goto('/web/sign-in');
  await signIn(page, 'ada@example.org');
  const one = new LabellingPage(page);
  await page.goto(`/web/annotate/queues/${queue}`);
  await one.ready(1);
  await one.outcome('Incomplete').click();
  await expect(one.form.getByText(/^✓ Saved/)).toBeVisible();
  return one;
}

async function labelAndSubmit(one: LabellingPage, why: string): Promise<void> {
  await one.outcome('Complete').click();
  for (const marks of await one.steps.getByRole('group', { name: /^Mark of step/ }).all())
    await marks.getByRole('button').last().click();
  await one.rationale.fill(why);
  await one.submit();
}

const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('awm.submitted.')).length);

test('an admin ends a sign-in: what is marked and submitted waits, and goes when the same person is back', async ({
  page,
  guarded,
}) => {
  const queue = await makeQueue(guarded);
  const one = await begin(page, queue);
  const ada = await personOf(guarded, 'ada');
  await guarded.lead('PATCH', `/people/${ada}`, { disabled: true });
  await expect(over(page)).toBeVisible({ timeout: 15_000 });
  await looksRight(page);
  await labelAndSubmit(one, 'kept while signed out');
  await expect.poll(() => stored(page)).toBe(1);
  await expect(page.getByText(/was not submitted/)).toHaveCount(0);
  expect(labelRecords(guarded.studio.homeDir, queue)).toEqual([]);

  await guarded.lead('PATCH', `/people/${ada}`, { disabled: false });
  // The provider, too, asks who it is.
  await page.context().clearCookies();
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await signIn(await opening, 'ada@example.org');
  await expect(over(page)).toBeHidden();
  await expect.poll(() => labelRecords(guarded.studio.homeDir, queue).length, { timeout: 20_000 }).toBe(1);
  expect(labelRecords(guarded.studio.homeDir, queue)).toMatchObject([
    { doc: { outcome: 'complete', rationale: 'kept while signed out' } },
  ]);
  await expect.poll(() => stored(page)).toBe(0);
});

test('a sign-in has expired: a submission says so and waits; nothing of it goes as another person', async ({
  page,
  guarded,
}) => {
  const queue = await makeQueue(guarded);
  const one = await begin(page, queue);
  await page.context().clearCookies();
  await labelAndSubmit(one, 'of Ada');
  await expect(over(page)).toBeVisible({ timeout: 15_000 });
  await expect.poll(() => stored(page)).toBe(1);

  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  const other = await opening;
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (/\/(draft|submit)$/.test(request.url())) sent.push(request.url());
  });
  await signIn(other, 'ben@example.org');
  await expect(page.getByRole('button', { name: 'You: ben' })).toBeVisible();
  await expect(page.getByText('of Ada')).toHaveCount(0);
  await expect(one.rationale.filter({ hasText: 'of Ada' })).toHaveCount(0);
  await page.goto('/web/annotate');
  await expect(page.getByText('Guarded').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);
  expect(await stored(page)).toBe(1);

  await page.context().clearCookies();
  await page.goto('/web/sign-in');
  await signIn(page, 'ada@example.org');
  await page.goto('/web/annotate');
  await expect.poll(() => labelRecords(guarded.studio.homeDir, queue).length, { timeout: 20_000 }).toBe(1);
  expect(labelRecords(guarded.studio.homeDir, queue)).toMatchObject([{ doc: { rationale: 'of Ada' } }]);
});

/** Ada, who adjudicates and leads, at a page of a project. */
async function openProject(page: Page, guarded: Guarded, path: string): Promise<string> {
  const project = await makeDispute(guarded);
  await page.goto('/web/sign-in');
  await signIn(page, 'ada@example.org');
  await guarded.lead('PATCH', `/people/${await personOf(guarded, 'ada')}`, {
    roles: ['adjudicator', 'lead'],
  });
  await page.goto(`/web/annotate/projects/${project}/${path}`);
  return project;
}

async function signInAgain(page: Page, email: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await signIn(await opening, email);
}

const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason' });

async function chooseA(page: Page, why: string): Promise<void> {
  await page.getByRole('button', { name: /^(Begin|Go on)/ }).click();
  await page.getByRole('button', { name: 'A', exact: true }).first().click();
  await reason(page).fill(why);
  await expect(page.getByText(/^✓ Saved/)).toBeVisible();
}

test('a decision under work stays on the page when its adjudicator is signed out, and is decided when they are back', async ({
  page,
  guarded,
}) => {
  await openProject(page, guarded, 'disagreements');
  await chooseA(page, 'The venue was');
  const ada = await personOf(guarded, 'ada');
  await guarded.lead('PATCH', `/people/${ada}`, { disabled: true });
  await expect(over(page)).toBeVisible({ timeout: 15_000 });
  await reason(page).fill('The venue was named');
  await expect(page.getByText('Signed out, kept in this browser')).toBeVisible();
  // Trying to decide loses nothing either.
  await page.getByRole('button', { name: 'Decide and next' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /sign/i })).toBeVisible();
  await expect(reason(page)).toHaveValue('The venue was named');
  await looksRight(page);

  await guarded.lead('PATCH', `/people/${ada}`, { disabled: false });
  // The provider, too, asks who it is.
  await page.context().clearCookies();
  await signInAgain(page, 'ada@example.org');
  await expect(over(page)).toBeHidden();
  await expect(page.getByText(/^✓ Saved/)).toBeVisible();
  await expect(reason(page)).toHaveValue('The venue was named');
  await page.getByRole('button', { name: 'Decide and next' }).click();
  await page.getByRole('radiogroup', { name: 'Which items' }).getByText('Decided').click();
  await expect(page.getByRole('region', { name: 'Versions of the decision' })).toContainText(
    'The venue was named',
  );
});

test('a decision whose page was closed while signed out is taken up by its author, and seen by nobody else', async ({
  page,
  guarded,
}) => {
  const project = await openProject(page, guarded, 'disagreements');
  await chooseA(page, 'Seen in');
  await page.context().clearCookies();
  await reason(page).fill('Seen in the table');
  await expect(over(page)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Signed out, kept in this browser')).toBeVisible();
  await signInAgain(page, 'ben@example.org');
  await expect(page.getByRole('button', { name: 'You: ben' })).toBeVisible();
  await expect(reason(page)).toHaveCount(0);
  await expect(page.getByText('Seen in')).toHaveCount(0);
  await expect(page.getByText(/This (page )?is (not )?for/).first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/web/sign-in');
  await signIn(page, 'ada@example.org');
  await page.goto(`/web/annotate/projects/${project}/disagreements`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(reason(page)).toHaveValue('Seen in the table');
  await expect(page.getByText(/^✓ Saved/)).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('awm.document.'))),
  ).toEqual([]);
});

for (const [place, field] of [
  ['guidelines', 'Title'],
  ['schema', 'Words'],
] as const)
  test(`what is typed into the ${place} stays when its author is signed out, and is saved when they are back`, async ({
    page,
    guarded,
  }) => {
    await openProject(page, guarded, place);
    const text = page.getByRole('textbox', { name: field }).first();
    await text.fill('Half of it');
    await page.context().clearCookies();
    await page.getByRole('button', { name: /^Save as version/ }).click();
    await expect(over(page)).toBeVisible({ timeout: 15_000 });
    await text.fill('Half of it, or less');
    await looksRight(page);
    await signInAgain(page, 'ada@example.org');
    await expect(over(page)).toBeHidden();
    await expect(text).toHaveValue('Half of it, or less');
    await page.getByRole('button', { name: /^Save as version/ }).click();
    await expect(page.getByText(/saved as version 2/i)).toBeVisible();
    await page.reload();
    await expect(text).toHaveValue('Half of it, or less');
  });

test('an invite that has expired, and one that is none, say so', async ({ page, guarded }) => {
  const link = await inviteFor(guarded.studio, 'annotator', { expiresInHours: 0.0002 });
  await expect(async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText('This invite has expired')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  await looksRight(page);
  await page.goto('about:blank');
  await page.goto(`${link.slice(0, -8)}AAAAAAAA`);
  await expect(page.getByRole('alert').filter({ hasText: 'This invite does not work' })).toBeVisible();
});

test('a sign-in whose window is lost says so, with the way to try again', async ({ page }) => {
  await page.goto('/web/sign-in?back=lost');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with Example' })).toBeEnabled();
  await looksRight(page);
});
