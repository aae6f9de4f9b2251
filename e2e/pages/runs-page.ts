import type { Locator, Page } from 'playwright/test';

/** The table of all runs. */
export class RunsPage {
  readonly filter: Locator;
  readonly table: Locator;
  readonly rows: Locator;
  readonly peek: Locator;
  readonly facets: Locator;
  readonly views: Locator;
  readonly selection: Locator;
  readonly plot: Locator;
  readonly dialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.filter = page.getByRole('combobox', { name: 'Filter runs' });
    this.table = page.getByRole('table', { name: 'Runs', exact: true });
    this.rows = this.table.locator('[data-row]');
    this.peek = page.getByRole('complementary', { name: 'Peek' });
    this.facets = page.getByRole('complementary', { name: 'Filters' });
    this.views = page.getByRole('navigation', { name: 'Saved views' });
    this.selection = page.getByRole('region', { name: 'Selected runs' });
    this.plot = page.getByRole('region', { name: 'Pass rate and mean reward by train_step' });
    this.dialog = page.getByRole('dialog');
  }

  async goto(query = ''): Promise<void> {
    await this.#page.goto(`/web/runs${query}`);
    await this.#page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  }

  /** How many match, as the page says it. */
  count(said: string): Locator {
    return this.#page.getByRole('status').filter({ hasText: said });
  }

  row(at: number): Locator {
    return this.table.locator(`[data-row="${String(at)}"]`);
  }
}
