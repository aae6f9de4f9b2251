import type { Locator, Page } from 'playwright/test';

/** The SQL tab of a session. */
export class SqlPane {
  readonly editor: Locator;
  readonly rows: Locator;
  /** How many rows, how long it took, of which state. */
  readonly summary: Locator;
  /** Why there is no result. */
  readonly problem: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.editor = page.getByRole('textbox', { name: /^SQL, read-only/ });
    this.rows = page
      .getByRole('grid', { name: 'Result of the query' })
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') });
    this.summary = page
      .getByRole('tabpanel')
      .getByRole('status')
      .filter({ hasText: /at (step|the seed)/ });
    this.problem = page.getByRole('tabpanel').getByRole('alert');
  }

  async write(sql: string): Promise<void> {
    // The code editor's field is the only one once it has loaded.
    await this.#page.locator('.monaco-editor').first().waitFor();
    await this.editor.focus();
    await this.#page.keyboard.press('Control+a');
    await this.#page.keyboard.press('Delete');
    await this.#page.keyboard.insertText(sql);
  }

  async run(sql: string): Promise<void> {
    await this.write(sql);
    await this.#page.keyboard.press('Control+Enter');
  }
}
