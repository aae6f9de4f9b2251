import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantNamed } from '../server/engine/audits/testing/planted-pack.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { expectSound } from './sound.ts';
import { expect, startStudio, test as base } from './fixtures.ts';
import { AuditsPage } from './pages/audits-page.ts';
import { unreachable } from './reachable.ts';

const PLANTED = ['trivial', 'shadowed', 'missing_column'];

const test = base.extend<{ readonly audits: AuditsPage }, { readonly planted: ServerProcess }>({
  planted: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
    async ({}, use) => {
      const pack = await mkdtemp(join(tmpdir(), 'planted-'));
      try {
        await plantNamed(pack, PLANTED);
        await using studio = await startStudio([], [pack]);
        await use(studio);
      } finally {
        await rm(pack, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ planted }, use) => use(planted.httpUrl),
  audits: async ({ page }, use) => use(new AuditsPage(page)),
});

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an audit is run, its findings are looked at, accepted and taken back', async ({ page, audits }) => {
  test.setTimeout(180_000);
  await audits.open();
  await expect(page.getByText('Nothing was audited yet')).toBeVisible();
  await audits.run.click();
  await expect(audits.row(/says complete of the untouched database/)).toBeVisible({ timeout: 150_000 });
  await expect(audits.row(/no such column: frozen/)).toBeVisible();
  await expect(audits.row(/is never reached/)).toBeVisible();
  await expect(page.getByText(/3 of 3 scenarios audited/)).toBeVisible();

  await audits.row(/no such column: frozen/).click();
  await expect(audits.peek).toContainText('SELECT id FROM accounts WHERE frozen = 1');
  const verifier = audits.peek.getByRole('link', { name: /Verifier of task 0, line \d+/ });
  await expect(verifier).toHaveAttribute('href', /\/web\/verifiers\/missing_column\/0\?mode=code&line=\d+/);

  await audits.peek.getByRole('textbox', { name: 'Reason' }).fill('Mended in the next pack');
  await audits.peek.getByRole('button', { name: 'Accept as known' }).click();
  await expect(audits.peek).toContainText('Mended in the next pack');
  await page.reload();
  await expect(audits.peek).toContainText('Mended in the next pack');

  await audits.open('status:known');
  await expect(audits.rows).toHaveCount(1);
  await audits.row(/no such column: frozen/).click();
  await audits.peek.getByRole('button', { name: 'Take out of the baseline' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches “status:known”.' })).toBeVisible();
  await audits.open('status:new code:broken-query');
  await expect(audits.rows).toHaveCount(1);
});

test('rows are gone through by keys, and a file is taken away', async ({ page, audits }) => {
  await audits.open('severity:error');
  await expect(audits.rows.first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press(' ');
  await expect(audits.peek).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(audits.peek).toBeHidden();
  const response = await page.request.get('/api/audit-findings/file?format=sarif&severity=error');
  const sarif = (await response.json()) as { runs: { results: { ruleId: string }[] }[] };
  expect(new Set(sarif.runs[0]?.results.map(({ ruleId }) => ruleId))).toEqual(
    new Set(['trivial_verifier', 'shadowed_route']),
  );
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the screen is sound in ${scheme}, wide and narrow`, async ({ page, audits }) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await audits.open();
      await expect(audits.rows.first()).toBeVisible();
      await expectSound(page, `${scheme} ${String(width)}`);
      await audits.rows.first().getByRole('link').click();
      await expect(audits.peek).toBeVisible();
      await expectSound(page, `${scheme} ${String(width)} with the panel`);
      await expect.soft.poll(() => unreachable(page), { timeout: 2_000 }).toEqual([]);
    }
  });
}
