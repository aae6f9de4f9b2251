import type { Locator, Page } from 'playwright/test';

/** A finished run's page. */
export class RunPage {
  readonly transcript: Locator;
  readonly viewedStep: Locator;
  readonly people: Locator;
  readonly head: Locator;
  readonly forkButton: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.transcript = page.getByRole('list', { name: 'Transcript' });
    this.viewedStep = this.transcript.locator('[aria-current=step]');
    this.people = page.getByRole('tabpanel').filter({ has: page.getByRole('region', { name: 'Notes' }) });
    this.head = page.getByRole('region', { name: 'Task and answer' });
    this.forkButton = page.getByRole('button', { name: /^Fork here/ });
  }

  async goto(id: string, query = ''): Promise<void> {
    await this.#page.goto(`/web/runs/${id}${query}`);
    await this.head.waitFor();
  }

  step(seq: number): Locator {
    return this.transcript.locator(`li[data-seq="${String(seq)}"]`);
  }

  async openSide(name: string): Promise<void> {
    await this.#page.getByRole('tablist', { name: 'Transcript' }).getByRole('tab', { name }).click();
  }

  tab(name: string): Locator {
    return this.#page
      .getByRole('tablist', { name: 'Observe' })
      .getByRole('tab', { name: new RegExp(`^${name}`) });
  }
}
