import { expect, type Locator, type Page } from 'playwright/test';

export class WorkbenchPage {
  readonly code: Locator;
  readonly runs: Locator;
  readonly status: Locator;
  readonly save: Locator;
  readonly discard: Locator;
  readonly before: Locator;
  readonly after: Locator;
  readonly alert: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.code = page.getByRole('region', { name: 'Verifier code' });
    this.runs = page.getByRole('list', { name: 'Stored runs' }).getByRole('listitem');
    // Of the bar; while the first rows come, the list says too that it waits.
    this.status = page.getByRole('region', { name: 'Stored runs' }).getByRole('status').first();
    this.save = page.getByRole('button', { name: /^Save as version/ });
    this.discard = page.getByRole('button', { name: 'Discard' });
    this.before = page.getByRole('region', { name: /^Before: / });
    this.after = page.getByRole('region', { name: /^After: / });
    this.alert = page.getByRole('region', { name: 'Stored runs' }).getByRole('alert');
  }

  async goto(scenario: string, taskIdx: number, query = ''): Promise<void> {
    await this.#page.goto(`/web/verifiers/${scenario}/${String(taskIdx)}${query}`);
    await this.waitUntilRun();
  }

  /** All runs have been tried. */
  async waitUntilRun(): Promise<void> {
    await expect(this.status).toHaveText(/^\d+ runs? in /, { timeout: 30_000 });
  }

  /** Pastes a text in place of the draft; typed, the editor would indent it further. */
  async paste(code: string): Promise<void> {
    const input = this.code.getByRole('textbox', { name: 'Verifier code' });
    await input.focus();
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.#page.evaluate((text) => navigator.clipboard.writeText(text), code);
    await this.#page.keyboard.press('ControlOrMeta+v');
    await expect(this.save).toBeEnabled();
  }

  tab(name: RegExp): Locator {
    return this.#page.getByRole('radio', { name });
  }

  run(id: string): Locator {
    return this.runs.filter({ has: this.#page.getByRole('link', { name: id.slice(0, 6) }) });
  }

  detail(id: string): Locator {
    return this.#page.getByRole('region', { name: `Run ${id.slice(0, 6)}` }).first();
  }
}
