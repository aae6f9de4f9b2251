import type { Locator, Page } from 'playwright/test';

/** The screen of findings. */
export class AuditsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(query === '' ? '/web/audits' : `/web/audits?q=${encodeURIComponent(query)}`);
  }

  get run(): Locator {
    return this.page.getByRole('button', { name: 'Run audit', exact: true }).first();
  }

  get rows(): Locator {
    return this.page.getByRole('list', { name: 'Audits' }).getByRole('listitem');
  }

  row(message: string | RegExp): Locator {
    return this.page.getByRole('link', { name: message });
  }

  get peek(): Locator {
    return this.page.getByRole('complementary', { name: 'Peek' });
  }

  get filter(): Locator {
    return this.page.getByRole('combobox', { name: 'Search findings' });
  }
}
