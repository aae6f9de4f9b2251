import type { Page } from 'playwright/test';

/** More stops than any of these screens has between two that matter. */
const MOST_STOPS = 150;

/** Presses Tab until the focus is on what is called so. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator('*:focus');
    if ((await focused.count()) === 0) continue;
    const label = await focused.evaluate((element) => {
      const named = element.getAttribute('aria-label');
      if (named !== null) return named;
      const by = element.getAttribute('aria-labelledby');
      if (by !== null) {
        return by
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
      }
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
      return labels?.[0]?.textContent ?? element.textContent;
    });
    if (label.replace('*', '').trim().startsWith(name)) return;
  }
  throw new Error(`Tab does not come to ${name}`);
}
