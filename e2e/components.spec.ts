import type { Page } from 'playwright/test';
import { axeFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';

const SECTIONS = [
  'buttons',
  'inputs',
  'choices',
  'badges',
  'marks',
  'feedback',
  'type',
  'table',
  'folds',
  'empty',
  'error',
  'loading',
  'lost',
] as const;

/** Letters may be drawn a little differently by another machine's fonts library; a changed size, colour or edge is more. */
const SAME = { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.01, scale: 'css' } as const;

async function openSheet(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/web/dev/components');
  await page.getByRole('heading', { name: 'Components' }).waitFor();
  await page.getByText('Loading staking_positions at step 7').waitFor();
  await page.evaluate(() => document.fonts.ready);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every primitive looks as it should', async ({ page }) => {
      await openSheet(page);
      for (const section of SECTIONS) {
        await expect
          .soft(page.locator(`#${section}`))
          .toHaveScreenshot(`${section}-${colorScheme}.png`, SAME);
      }
    });

    test('axe finds nothing, whatever is open', async ({ page }) => {
      await openSheet(page);
      const check = async (part: string): Promise<void> => {
        expect.soft(await axeFaults(page, part), part).toEqual([]);
      };
      await check('html');
      await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
      await page.getByRole('menu').waitFor();
      await check('#overlays');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Pool', exact: true }).click();
      await page.getByRole('listbox').waitFor();
      await check('#choices');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('dialog').waitFor();
      await check('[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Step 6', exact: true }).focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await page.getByRole('group', { name: 'Step 6' }).waitFor();
      await check('#overlays');
      await page.getByRole('button', { name: 'Failed' }).click();
      await page.getByText('Verify failed').waitFor();
      await check('section[aria-label=Notifications]');
      await page.getByRole('button', { name: 'End session…' }).click();
      await page.getByRole('dialog').waitFor();
      await check('[role=dialog]');
    });
  });
}

for (const density of ['Compact', 'Comfortable'] as const) {
  test(`${density} rows and controls`, async ({ page }) => {
    await openSheet(page);
    await page.getByText(density, { exact: true }).click();
    for (const section of ['buttons', 'table'] as const) {
      await expect
        .soft(page.locator(`#${section}`))
        .toHaveScreenshot(`${section}-${density.toLowerCase()}.png`, SAME);
    }
  });
}

test('a density sets the height of rows and controls', async ({ page }) => {
  await openSheet(page);
  const heights = async (): Promise<readonly number[]> =>
    Promise.all(
      ['#table tbody tr >> nth=0', '#buttons button >> nth=0'].map(async (selector) => {
        const box = await page.locator(selector).boundingBox();
        return Math.round(box!.height);
      }),
    );
  expect(await heights()).toEqual([28, 28]);
  await page.getByText('Compact', { exact: true }).click();
  expect(await heights()).toEqual([24, 28]);
  await page.getByText('Comfortable', { exact: true }).click();
  expect(await heights()).toEqual([36, 32]);
});

test('a menu is worked by keyboard alone', async ({ page }) => {
  await openSheet(page);
  const button = page.getByRole('button', { name: 'Copy', exact: true }).last();
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'JSON' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Clear' })).toBeFocused();
  await page.keyboard.press('p');
  await expect(page.getByRole('menuitem', { name: 'Python' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'python' })).toBeVisible();
  await expect(button).toBeFocused();
});

test('a select is worked by keyboard alone', async ({ page }) => {
  await openSheet(page);
  const box = page.getByRole('combobox', { name: 'Pool', exact: true });
  await box.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: '3 SOL Standard Pool' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await expect(box).toContainText('3 SOL Standard Pool');
  await page.keyboard.press('4');
  await expect(box).toContainText('4 SOL High-Yield Pool');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(box).toContainText('3 SOL Standard Pool');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('tabs have one focus stop and move by arrows', async ({ page }) => {
  await openSheet(page);
  await page.getByRole('tab', { name: 'Changes' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Observation' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Changes' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel')).toHaveText('The panel of observation');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(page.getByRole('tabpanel')).toHaveText('The panel of tables');
});

test('toasts go by themselves, but not under the focus', async ({ page }) => {
  await page.clock.install();
  await openSheet(page);
  const note = page.getByRole('button', { name: 'Note' });
  const toast = page.getByText('Copied as Python');
  await note.click();
  await expect(toast).toBeVisible();
  await page.keyboard.press('F6');
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
  await expect(note).toBeFocused();
  await note.click();
  await page.clock.runFor(7_000);
  await expect(toast).toBeHidden();
});

test('a tooltip comes with the focus and goes with Escape', async ({ page }) => {
  await openSheet(page);
  await page.getByRole('button', { name: 'Fork here', exact: true }).last().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toContainText('Fork here');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
});

for (const width of [390, 320]) {
  test(`nothing overflows at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openSheet(page);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#content section > *, #content button, #content input')]
        .filter((element) => element.closest('[role=region], [role=tablist]') === null)
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 160)),
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
