import type { Page } from 'playwright/test';
import { playAgentRun, TRANSFERS } from './agent-runs.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { annotationPost } from './labelling-queue.ts';
import { signAs } from './sign-as.ts';
import { looksRight } from './sound.ts';

/** Profiles: without accounts a name has the roles that its profile says. */
const PROFILES = { Vi: ['viewer'], Ann: ['annotator'], Jude: ['adjudicator'], Rita: ['researcher'] } as const;
type Name = keyof typeof PROFILES;

interface Played {
  readonly url: string;
  readonly run: string;
  readonly project: string;
  readonly queue: string;
}

const test = base.extend<object, { readonly played: Played }>({
  played: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      await using studio = await startStudio();
      const url = studio.httpUrl;
      const run = await playAgentRun(url, {
        scenario: 'city_library',
        taskIdx: 4,
        calls: [...TRANSFERS.look, TRANSFERS.send(['HIL-00016'], 4)],
      });
      const project = await annotationPost<{ readonly id: string }>(url, 'projects', { name: 'Roles' });
      const queue = await annotationPost<{ readonly id: string }>(url, 'queues', {
        project: project.id,
        name: 'Transfers',
        source: { from: 'runs', target: { ids: [run] } },
        everyone: true,
      });
      await fetch(`${url}/api/run-views`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Mine', query: 'task:4' }),
      });
      await fetch(`${url}/api/episodes/${run}/notes`, {
        method: 'POST',
        headers: { 'x-awm-person': 'lena' },
        body: JSON.stringify({ seq: 1, text: 'Look here.' }),
      });
      for (const [name, roles] of Object.entries(PROFILES)) {
        const saved = await fetch(`${url}/api/profiles/${name}`, {
          method: 'PUT',
          body: JSON.stringify({ roles }),
        });
        expect(saved.status, name).toBe(200);
      }
      await use({ url, run, project: project.id, queue: queue.id });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ played }, use) => use(played.url),
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Open = (page: Page, played: Played) => Promise<void>;
const at =
  (path: (played: Played) => string): Open =>
  async (page, played) => {
    await page.goto(path(played));
  };

/** What of a page only those see who may write; each is there for whoever may all. */
const WRITES: readonly {
  readonly name: string;
  readonly open: Open;
  readonly ready: (page: Page) => ReturnType<Page['getByText']>;
  readonly hidden: readonly (string | RegExp)[];
}[] = [
  {
    name: 'runs',
    open: async (page) => {
      await page.goto('/web/runs?q=task:4%20steps%3E0');
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('region', { name: 'Selected runs' }).getByRole('button', { name: 'More' }).click();
    },
    ready: (page) => page.getByText('1 selected'),
    hidden: [
      'Import',
      'Add to queue',
      /^Re-verify/,
      'Save view',
      'Edit views',
      'Pin',
      /^Replay/,
      /^Delete/,
      /^Set status of their/,
    ],
  },
  {
    name: 'run',
    open: async (page, { run }) => {
      await page.goto(`/web/runs/${run}?step=1&side=people`);
      await page.getByRole('button', { name: 'What can be done with this run' }).click();
    },
    ready: (page) => page.getByText('Look here.').first(),
    hidden: [
      'complete',
      'Add the note',
      /^Remove the note/,
      'Add to a queue for labelling',
      /^Pin/,
      /^Send step/,
    ],
  },
  {
    name: 'replay',
    open: at(({ run }) => `/web/runs/${run}?side=replay`),
    ready: (page) => page.getByText('The calls are made again'),
    hidden: ['Replay'],
  },
  {
    name: 'outcomes',
    open: at(() => '/web/scenarios/city_library?tab=outcomes&task=4'),
    ready: (page) => page.getByRole('list', { name: 'Outcomes of this task' }).getByText(/./).first(),
    hidden: ['Add to queue'],
  },
];

const sought = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('menuitem', { name, exact: true }))
    .or(page.getByRole('form', { name, exact: true }));

for (const { name, open, ready, hidden } of WRITES)
  test(`a viewer sees no way to write that would be refused: ${name}`, async ({ page, played, browser }) => {
    await signAs(page, 'Vi');
    await open(page, played);
    await expect(ready(page)).toBeVisible();
    await looksRight(page);
    for (const word of hidden) await expect.soft(sought(page, word), String(word)).toHaveCount(0);
    const context = await browser.newContext({ baseURL: played.url });
    const leads = await context.newPage();
    await signAs(leads, 'lena');
    await open(leads, played);
    await expect(ready(leads)).toBeVisible();
    for (const word of hidden) await expect.soft(sought(leads, word).first(), String(word)).toBeAttached();
    await context.close();
  });

/** Of buttons with one text, which are those of the rows of a list, so many are pressed: the settings have a hundred keys. */
const ALIKE = 10;

/** Presses each button of a page, as curious people do, and notes what the server refused. */
async function refusals(page: Page, path: string): Promise<readonly string[]> {
  const refused: string[] = [];
  let pressed = 'opening';
  page.on('response', (response) => {
    // What a page asks for before it knows who looks is answered by nothing that they could press.
    if (pressed !== 'opening' && response.status() === 403 && response.url().includes('/api/'))
      refused.push(`${pressed}: ${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const main = page.locator('main');
  const texts = await main
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.textContent.trim() || button.ariaLabel));
  for (const [nth, text] of texts.entries()) {
    if (texts.slice(0, nth).filter((before) => before === text).length >= ALIKE) continue;
    const button = main.getByRole('button').nth(nth);
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    pressed = (await button.innerText()) || ((await button.getAttribute('aria-label')) ?? String(nth));
    await button.click({ timeout: 1_000 }).catch(() => undefined);
    for (const item of await page.getByRole('menuitem').all())
      refused.push(...(await isWrite(item.innerText())));
    await page.keyboard.press('Escape');
    if (new URL(page.url()).pathname !== path.split('?')[0]) await page.goto(path);
  }
  await page.waitForLoadState('networkidle');
  return refused;
}

/** Entries of menus are not pressed; their words tell. */
async function isWrite(text: Promise<string>): Promise<readonly string[]> {
  const words = await text;
  return /^(Import|Delete|Pin|Verify by)/.test(words) ? [words] : [];
}

test.describe('no button of a page is refused', () => {
  test.setTimeout(180_000);
  const pages = (played: Played): Readonly<Record<string, string>> => ({
    runs: '/web/runs',
    run: `/web/runs/${played.run}?step=1&side=people`,
    log: `/web/runs/${played.run}?side=log`,
    replay: `/web/runs/${played.run}?side=replay`,
    tasks: '/web/tasks?peek=1&sel=city_library/4',
    outcomes: '/web/scenarios/city_library?tab=outcomes&task=4',
    workbench: '/web/verifiers/city_library/4?mode=code',
    audits: '/web/audits',
    settings: '/web/settings',
  });
  for (const name of ['runs', 'run', 'log', 'replay', 'tasks', 'outcomes', 'workbench', 'audits', 'settings'])
    test(`to a viewer: ${name}`, async ({ page, played }) => {
      await signAs(page, 'Vi');
      expect(await refusals(page, pages(played)[name] ?? '')).toEqual([]);
    });

  for (const [person, places] of [
    ['Ann', ['', 'guidelines']],
    ['Jude', ['', 'guidelines', 'disagreements']],
    ['Rita', ['', 'queues', 'queue', 'guidelines', 'progress', 'grading']],
  ] as const satisfies readonly (readonly [Name, readonly string[]])[])
    test(`in Annotate, to ${PROFILES[person].join()}`, async ({ page, played }) => {
      await signAs(page, person);
      const project = `/web/annotate/projects/${played.project}`;
      for (const place of places) {
        const path =
          place === ''
            ? '/web/annotate'
            : place === 'queues'
              ? project
              : place === 'queue'
                ? `${project}?queue=${played.queue}`
                : `${project}/${place}`;
        expect.soft(await refusals(page, path), place).toEqual([]);
        page.removeAllListeners('response');
      }
    });
});

test.describe('no page asks for what is refused to whoever opens it', () => {
  for (const [person, places] of [
    ['Vi', ['/web', '/web/runs']],
    ['Ann', ['/web', '/web/annotate', 'label']],
    ['Jude', ['/web/annotate', 'disagreements']],
    ['Rita', ['/web', '/web/annotate']],
  ] as const satisfies readonly (readonly [Name, readonly string[]])[])
    test(`to ${PROFILES[person].join()}`, async ({ page, played }) => {
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() < 400 || !response.url().includes('/api/')) return;
        refused.push(`${String(response.status())} ${new URL(response.url()).pathname}`);
      });
      await signAs(page, person);
      for (const place of places) {
        await page.goto(
          place === 'label'
            ? `/web/annotate/queues/${played.queue}`
            : place === 'disagreements'
              ? `/web/annotate/projects/${played.project}/disagreements`
              : place,
        );
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect.soft(refused, place).toEqual([]);
        refused.length = 0;
      }
    });
});

test('who adjudicates finds their project, and in it only what is theirs', async ({ page, played }) => {
  await signAs(page, 'Jude');
  await page.goto('/web/annotate');
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page).toHaveURL(new RegExp(`${played.project}/disagreements`));
  const parts = page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link');
  await expect(parts).toHaveText(['Schema', 'Guidelines', 'Disagreements']);
  await page.goto(`/web/annotate/projects/${played.project}/schema`);
  await expect(page.getByText('This is for people with one of these roles: lead, admin.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a tag' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Save as version/ })).toHaveCount(0);
  await looksRight(page);
  await page.goto(`/web/annotate/projects/${played.project}/progress`);
  await expect(page.getByText(/^This is for people with one of these roles/)).toBeVisible();
});
