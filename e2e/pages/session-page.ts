import { expect, type Locator, type Page } from 'playwright/test';
import type { TableCounts } from '../database.ts';

type Arguments = Readonly<Record<string, unknown>>;

export class SessionPage {
  readonly state: Locator;
  readonly timeline: Locator;
  /** Those of the timeline; the seed is not among them. */
  readonly steps: Locator;
  readonly viewedStep: Locator;
  /** `3 of 7` */
  readonly position: Locator;
  readonly verdict: Locator;
  readonly verifyButton: Locator;
  readonly doneButton: Locator;
  readonly callButton: Locator;
  readonly request: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.state = page.getByRole('banner').getByRole('status');
    this.timeline = page.getByRole('navigation', { name: 'Steps of the episode' });
    this.steps = this.timeline.getByRole('link', { name: /^Step \d+, / });
    this.position = this.timeline.getByRole('status');
    this.viewedStep = this.timeline.locator('[aria-current=step]');
    this.verdict = page
      .getByRole('region', { name: 'Task', exact: true })
      .getByText(/^(✓|✕|!)?\s*(complete|incomplete|others)$/);
    this.verifyButton = page.getByRole('banner').getByRole('button', { name: 'Verify' });
    this.doneButton = page.getByRole('banner').getByRole('button', { name: 'Done' });
    this.callButton = page.getByRole('button', { name: /^Call tool/ });
    this.request = page.getByRole('heading', { name: /^(Exact request|Request, held back)/ }).locator('..');
  }

  async goto(id: string, query = ''): Promise<void> {
    await this.#page.goto(`/web/sessions/${id}${query}`);
    await this.waitUntilLive();
  }

  async waitUntilLive(): Promise<void> {
    await expect(this.state).toContainText('live');
  }

  get id(): string {
    return new URL(this.#page.url()).pathname.split('/').at(-1) ?? '';
  }

  async chooseTool(name: string): Promise<void> {
    const change = this.#page.getByRole('button', { name: /^Chosen tool:/ });
    const search = this.#page.getByRole('searchbox', { name: 'Search tools' });
    await expect(change.or(search).first()).toBeVisible();
    if (!(await search.isVisible())) await change.click();
    await search.fill(name);
    await this.#page
      .getByRole('list', { name: 'Tools' })
      .getByRole('link')
      .filter({ hasText: name })
      .first()
      .click();
    await expect(this.form(name)).toBeVisible();
  }

  form(tool: string): Locator {
    return this.#page.getByRole('form', { name: tool, exact: true });
  }

  async fill(tool: string, args: Arguments): Promise<void> {
    for (const [name, value] of Object.entries(args)) await this.fillField(this.form(tool), name, value);
  }

  async fillField(form: Locator, name: string, value: unknown): Promise<void> {
    if (Array.isArray(value)) return this.#fillItems(form, name, value);
    const text = form.getByRole('textbox', { name, exact: true });
    const radios = form.getByRole('radiogroup', { name, exact: true });
    const select = form.getByRole('combobox', { name, exact: true });
    await expect(text.or(radios).or(select)).toBeVisible();
    const typed = typeof value === 'string' ? value : JSON.stringify(value);
    if (await text.isVisible()) await text.fill(typed);
    else if (await radios.isVisible()) await radios.getByText(typed, { exact: true }).click();
    else {
      await select.click();
      await this.#page.getByRole('option', { name: typed, exact: true }).click();
    }
  }

  /** Items of scalars have fields of their own; those of objects a group each. */
  async #fillItems(form: Locator, name: string, items: readonly unknown[]): Promise<void> {
    for (const [index, item] of items.entries()) {
      await form.getByRole('button', { name: `Add item to ${name}`, exact: true }).click();
      const itemName = `${name}[${String(index)}]`;
      if (typeof item !== 'object' || item === null) await this.fillField(form, itemName, item);
      else {
        const group = form.getByRole('group', { name: itemName, exact: true });
        for (const [key, value] of Object.entries(item)) await this.fillField(group, key, value);
      }
    }
  }

  /** Calls a tool through its form and waits for its step. */
  async call(tool: string, args: Arguments): Promise<void> {
    const before = await this.steps.count();
    await this.chooseTool(tool);
    await this.fill(tool, args);
    await this.callButton.click();
    await expect(this.steps).toHaveCount(before + 1);
    await expect(this.steps.last()).toHaveAccessibleName(nameOf(before + 1, tool));
  }

  /** Waits until the observe pane shows the state after a step of this tool. */
  async expectViewed(seq: number, what: string): Promise<void> {
    await expect(this.viewedStep).toHaveAccessibleName(nameOf(seq, what));
  }

  /** Holds the Changes tab of the newest step against what SQL found. */
  async expectChanges(tool: string, expected: ReadonlyMap<string, TableCounts>): Promise<void> {
    if (expected.size === 0) {
      await expect(this.tab('Changes')).toHaveText('Changes0');
      return;
    }
    await expect(this.tab('Changes')).toHaveAttribute('aria-selected', 'true');
    await expect(this.panel.getByRole('heading').first()).toContainText(tool);
    const heads = this.panel.getByRole('gridcell').filter({ hasText: /\d (added|modified|removed)$/ });
    await expect(heads).toHaveCount(expected.size);
    for (const [table, { inserted, updated, deleted }] of expected) {
      const counts = [
        inserted === 0 ? [] : `\\+ ${inserted} added`,
        updated === 0 ? [] : `~ ${updated} modified`,
        deleted === 0 ? [] : `− ${deleted} removed`,
      ].flat();
      const told = new RegExp(`^${table}.*${counts.join('.*')}$`);
      await expect(heads.filter({ hasText: told })).toHaveCount(1);
    }
  }

  tab(name: string): Locator {
    return this.#page.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  get panel(): Locator {
    return this.#page.getByRole('tabpanel');
  }

  async verify(finalAnswer: string | null): Promise<void> {
    await this.verifyButton.click();
    const dialog = this.#page.getByRole('dialog');
    if (finalAnswer !== null) await dialog.getByRole('textbox', { name: 'Final answer' }).fill(finalAnswer);
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await expect(this.steps.last()).toHaveAccessibleName(/, verify, /);
  }

  async done(): Promise<void> {
    await this.doneButton.click();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'End the episode' }).click();
    await expect(this.state).toContainText('done');
  }
}

/** How a step is called in the timeline. */
function nameOf(seq: number, what: string): RegExp {
  return new RegExp(`^Step ${seq}, ${what}, `);
}
