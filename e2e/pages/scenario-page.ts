import type { Locator, Page } from 'playwright/test';

export class ScenarioPage {
  readonly tasks: Locator;
  readonly tools: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.tasks = page.getByRole('region', { name: /^Tasks/ }).getByRole('listitem');
    this.tools = page.getByRole('region', { name: /^Tools/ }).getByRole('listitem');
  }

  async goto(key: string): Promise<void> {
    await this.#page.goto(`/web/scenarios/${key}`);
    await this.tasks.first().waitFor();
  }

  /** Ends on the session's page. */
  async play(taskIdx: number): Promise<void> {
    await this.#page.getByRole('button', { name: `Play task ${taskIdx}`, exact: true }).click();
    await this.#page.waitForURL('**/web/sessions/*');
  }
}
