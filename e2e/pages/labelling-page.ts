import type { Locator, Page } from 'playwright/test';

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
  /** Keys that do something; a sequence is one for each of its keys. */
  actions = 0;

  constructor(page: Page) {
    this.page = page;
    this.steps = page.getByRole('list', { name: 'Steps of the run' });
    this.current = this.steps.locator('[aria-current=step]');
    this.evidence = page.locator('[data-evidence]');
    this.form = page.getByRole('form', { name: 'Your label' });
    this.drawer = page.getByRole('region', { name: 'Tables, SQL and comments' });
    this.submitButton = page.getByRole('button', { name: /^Submit/ });
    this.rationale = page.getByRole('textbox', { name: 'Rationale' });
    this.said = page.locator('[data-said]');
  }

  /** Signs as a person and opens a queue. Watches for layout shifts of the evidence from the start. */
  async open(queue: string, person: string, query = ''): Promise<void> {
    await this.page.addInitScript((name) => {
      localStorage.setItem('awm.person', name);
      const shifts: string[] = [];
      Object.assign(window, { evidenceShifts: shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources = [] } = entry as unknown as {
            sources?: readonly { readonly node: Node | null }[];
          };
          for (const { node } of sources) {
            const element = node instanceof Element ? node : node?.parentElement;
            const inside = element?.closest('[data-evidence], [data-pane=evidence]') ?? null;
            if (element instanceof Element && inside !== null) {
              shifts.push(element.outerHTML.slice(0, 200));
            }
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    }, person);
    await this.page.goto(`/web/annotate/queues/${queue}${query}`);
  }

  /** Waits until an item is there. */
  async ready(index: number): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: `Item ${String(index)}` }).waitFor();
    await this.current.waitFor();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.actions += 1;
      await this.page.keyboard.press(key);
    }
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

  async shifts(): Promise<readonly string[]> {
    return this.page.evaluate(
      () => (window as unknown as { readonly evidenceShifts: readonly string[] }).evidenceShifts,
    );
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
