import type { Locator, Page } from 'playwright/test';

export type ScenarioTab = 'Tasks' | 'Tools' | 'Tables' | 'Schema' | 'Source' | 'Findings';

export class ScenarioPage {
  readonly tasks: Locator;
  readonly tools: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.tasks = page.getByRole('list', { name: 'Tasks' }).locator('> li');
    this.tools = page.getByRole('list', { name: 'Tools' }).locator('> li');
  }

  async goto(key: string): Promise<void> {
    await this.#page.goto(`/web/scenarios/${key}`);
    await this.tasks.first().waitFor();
  }

  async openTab(name: ScenarioTab): Promise<void> {
    await this.#page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await this.#page.getByRole('tabpanel', { name: new RegExp(`^${name}`) }).waitFor();
  }

  /** Ends on the session's page. */
  async play(taskIdx: number): Promise<void> {
    await this.#page.getByRole('button', { name: `Play task ${taskIdx}`, exact: true }).click();
    await this.#page.waitForURL('**/web/sessions/*');
  }
}
