import type { Locator, Page } from 'playwright/test';

/** The Tables tab of a session. */
export class TablesPane {
  readonly list: Locator;
  readonly pages: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('navigation', { name: 'Tables' });
    this.pages = page.getByRole('navigation', { name: 'Pages' });
  }

  grid(table: string): Locator {
    return this.#page.getByRole('grid', { name: table, exact: true });
  }

  /** Without the head. */
  rows(table: string): Locator {
    return this.grid(table)
      .getByRole('row')
      .filter({ has: this.#page.getByRole('gridcell') });
  }

  async choose(table: string): Promise<void> {
    await this.list.getByRole('link', { name: new RegExp(`\\b${table}\\b`) }).click();
    await this.grid(table).waitFor();
  }

  async search(table: string, words: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: `Search ${table}` }).fill(words);
  }

  /** One row in full. */
  row(table: string, key: string): Locator {
    return this.#page.getByRole('region', { name: `${table} ${key}`, exact: true });
  }
}
