import type { Locator, Page } from 'playwright/test';
import { evidenceOf, watchEvidence } from '../evidence-watch.ts';
import { signAs } from '../sign-as.ts';

/** The screen that annotators sit in, as they and their screen readers see it. Counts what an annotator does. */
export class LabellingPage {
  readonly page: Page;
  readonly steps: Locator;
  readonly current: Locator;
  readonly evidence: Locator;
  readonly form: Locator;
  readonly drawer: Locator;
  readonly submitButton: Locator;
  readonly rationale: Locator;
  readonly said: Locator;
  readonly toFix: Locator;
  /** Keys that do something; a sequence is one for each of its keys. */
  actions = 0;
  /** What the page threw, the server's drawing of it included. */
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', ({ message }) => this.errors.push(message));
    this.steps = page.getByRole('list', { name: 'Steps of the run' });
    this.current = this.steps.locator('[aria-current=step]');
    this.evidence = page.locator('[data-evidence]');
    this.form = page.getByRole('form', { name: 'Your label' });
    this.drawer = page.getByRole('region', { name: 'Tables, SQL and comments' });
    this.submitButton = page.getByRole('button', { name: /^Submit/ });
    this.rationale = page.getByRole('textbox', { name: 'Rationale' });
    this.said = page.locator('[data-said]');
    this.toFix = page.getByRole('button', { name: /^To a fix queue/ });
  }

  /** Signs as a person and opens a queue. Watches the evidence from the start. */
  async open(queue: string, person: string, query = ''): Promise<void> {
    await signAs(this.page, person);
    await watchEvidence(this.page);
    await this.page.goto(`/web/annotate/queues/${queue}${query}`);
  }

  /** Waits until an item is there. */
  async ready(index: number): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: `Item ${String(index)}` }).waitFor();
    await this.current.waitFor();
  }

  /** Opens an item that was submitted, from the page that says that nothing is left. */
  async openSubmitted(index: number): Promise<void> {
    await this.page.getByRole('link', { name: 'My submitted' }).click();
    await this.page.getByRole('link', { name: `Item ${String(index)}`, exact: true }).click();
    await this.ready(index);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.actions += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** A text, as one action. */
  async type(text: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.type(text);
  }

  async submit(): Promise<void> {
    await this.press('ControlOrMeta+Enter');
  }

  /** Marks of a row: `−1`, `0`, `+1`, or '' where there is none. */
  async markOf(step: number | 'Final answer'): Promise<string> {
    const marks = this.steps.getByRole('group', { name: new RegExp(`^Mark of step ${String(step)}(,|$)`) });
    const set = marks.locator('[aria-pressed=true]');
    return (await set.count()) === 0 ? '' : set.innerText();
  }

  outcome(label: string): Locator {
    return this.form.getByRole('radio', { name: new RegExp(`^${label}`) });
  }

  /** Where the evidence moved, or a part of it while one step was shown. */
  async shifts(): Promise<readonly string[]> {
    const { shifts, moves } = await evidenceOf(this.page);
    return [...shifts, ...moves];
  }

  /** Compressed script that the page loaded so far. */
  async scriptBytes(): Promise<number> {
    return this.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script')
        .reduce((total, entry) => total + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
  }
}
