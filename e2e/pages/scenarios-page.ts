import type { Locator, Page } from 'playwright/test';

export class ScenariosPage {
  readonly search: Locator;
  readonly rows: Locator;
  readonly count: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.search = page.getByRole('searchbox', { name: 'Search scenarios' });
    this.rows = page.getByRole('list', { name: 'Scenarios' }).getByRole('listitem');
    this.count = page.getByRole('status').filter({ hasText: ' of ' });
  }

  async goto(query = ''): Promise<void> {
    await this.#page.goto(`/web/${query}`);
    await this.count.waitFor();
  }

  row(key: string): Locator {
    return this.rows.getByRole('link', { name: key });
  }
}
