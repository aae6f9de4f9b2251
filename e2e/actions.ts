import type { Locator, Page } from 'playwright/test';

/** What a person does, counted: each click, key chord and typed entry is one action. */
export class Actions {
  readonly #page: Page;
  readonly #done: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** In order, for the message where there were too many. */
  get done(): readonly string[] {
    return this.#done;
  }

  async click(locator: Locator): Promise<void> {
    this.#done.push(`click ${String(locator)}`);
    await locator.click();
  }

  async press(chord: string): Promise<void> {
    this.#done.push(`press ${chord}`);
    await this.#page.keyboard.press(chord);
  }

  async type(text: string): Promise<void> {
    this.#done.push(`type ${text}`);
    await this.#page.keyboard.type(text);
  }
}
