import type { Locator, Page } from 'playwright/test';

/** Runs beside each other, and a group as a tree. */
export class ComparePage {
  readonly grid: Locator;
  readonly divergence: Locator;
  readonly difference: Locator;
  readonly changes: Locator;
  readonly tree: Locator;
  readonly node: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.grid = page.getByRole('grid', { name: 'Steps of the runs, beside each other' });
    this.divergence = page.getByText('Here they part');
    this.difference = page.getByRole('region', { name: 'What differs between two states' });
    this.changes = page.getByRole('treegrid', { name: 'What differs between two states' });
    this.tree = page.getByRole('tree', { name: 'States of the group' });
    this.node = page.getByRole('region', { name: 'The state that is looked at' });
  }

  async goto(ids: readonly string[], query = ''): Promise<void> {
    await this.#page.goto(`/web/compare?ids=${ids.join(',')}${query}`);
  }

  /** The state after a step of the run in a column. */
  state(column: number, seq: number): Locator {
    const name = `Pick the state after step ${String(seq)} to compare states`;
    return this.grid
      .getByRole('row')
      .filter({ has: this.#page.getByRole('gridcell') })
      .locator(`[data-col="${String(column)}"]`)
      .getByRole('button', { name });
  }
}
