import type { Locator, Page } from 'playwright/test';

/** The browser of scenarios, and that of tasks. */
export class ScenariosPage {
  readonly filter: Locator;
  readonly rows: Locator;
  readonly taskRows: Locator;
  readonly peek: Locator;
  readonly facets: Locator;
  readonly count: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.filter = page.getByRole('combobox', { name: /^Filter (scenarios|tasks)$/ });
    this.rows = page.getByRole('list', { name: 'Scenarios', exact: true }).locator('> li');
    this.taskRows = page.getByRole('list', { name: 'Tasks', exact: true }).locator('> li');
    this.peek = page.getByRole('complementary', { name: 'Peek' });
    this.facets = page.getByRole('complementary', { name: 'Filters' });
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
