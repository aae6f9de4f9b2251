import type { Page } from 'playwright/test';

/** From the next page on the browser says this name, as a studio without accounts takes it. */
export async function signAs(page: Page, name: string): Promise<void> {
  await page.addInitScript((said) => {
    localStorage.setItem('awm.person', said);
  }, name);
}
