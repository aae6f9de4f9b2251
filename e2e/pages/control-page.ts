import type { Locator, Page } from 'playwright/test';

/** Who acts, as one page of a session shows it. */
export class ControlPage {
  readonly watching: Locator;
  readonly ask: Locator;
  readonly request: Locator;
  readonly handOver: Locator;
  readonly keep: Locator;
  readonly take: Locator;
  readonly menu: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.watching = page.getByText(/acts in this session; you watch/);
    this.ask = page.getByRole('button', { name: 'Ask for control' });
    this.request = page.getByRole('alert').filter({ hasText: 'asks for control' });
    this.handOver = page.getByRole('button', { name: 'Hand over' });
    this.keep = page.getByRole('button', { name: 'Keep' });
    this.take = page.getByRole('button', { name: 'Take control' });
    this.menu = page.getByRole('button', { name: 'You act' });
  }

  async choose(entry: string): Promise<void> {
    await this.menu.click();
    await this.#page.getByRole('menuitem', { name: entry }).click();
  }
}
