import type { Browser, BrowserContext } from 'playwright/test';
import { labelDocSchema, type LabelDoc } from '../lib/contracts/annotation/label-doc.ts';
import { LabellingPage } from './pages/labelling-page.ts';
import { expect } from './fixtures.ts';

const OUTCOMES = ['complete', 'incomplete', 'agent_error', 'server_error'] as const;

/** Somebody who labels in a browser of their own, and notes what they did. */
export class Annotator {
  readonly name: string;
  readonly context: BrowserContext;
  readonly labelling: LabellingPage;
  /** What the screen took as submitted, by assignment. */
  readonly submitted = new Map<string, LabelDoc>();

  constructor(name: string, context: BrowserContext, labelling: LabellingPage) {
    this.name = name;
    this.context = context;
    this.labelling = labelling;
  }

  /** The assignment on the screen. */
  get item(): string {
    return new URL(this.labelling.page.url()).searchParams.get('item') ?? '';
  }

  /** Another item than `before`, once it is there; null: nothing is left. Looks again while others hold the rest. */
  async next(before: string): Promise<string | null> {
    const { page, current } = this.labelling;
    const nothing = page.getByRole('heading', {
      name: /^(Nothing left to label|Nothing in this queue is for you)$/,
    });
    // Others hold the rest, or the server was away.
    const again = page.getByRole('button', { name: /^(Look again|Try again)$/ });
    await expect
      .poll(
        async () => {
          if (await nothing.isVisible()) return true;
          if (await again.isVisible()) await again.click();
          return this.item !== '' && this.item !== before && (await current.isVisible());
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    return this.item === '' || this.item === before ? null : this.item;
  }

  /** Marks the item on the screen, differently each time; what its label says then. */
  async mark(turn: number): Promise<LabelDoc> {
    const outcome = turn % OUTCOMES.length;
    const wrong = turn % 2 === 1;
    const rationale = `${this.name}, ${String(turn)}: ${this.item}`;
    await this.labelling.press('g', 'g', 'f', wrong ? 'a' : 'd', 'Shift+F', String(outcome + 1));
    if (turn % 3 === 0) await this.labelling.press('x');
    await this.labelling.press('r');
    await this.labelling.page.keyboard.insertText(rationale);
    return labelDocSchema.parse({
      outcome: OUTCOMES[outcome],
      steps: {
        1: { value: 1, by: 'own' },
        2: { value: wrong ? -1 : 0, by: 'own' },
        3: { value: 1, by: 'bulk' },
      },
      firstError: wrong ? { seq: 2, proposed: true } : null,
      rationale,
      flagged: turn % 3 === 0,
    });
  }

  /** To the end of the queue. */
  async labelAll(before = ''): Promise<void> {
    let item = await this.next(before);
    for (let turn = this.submitted.size; item !== null; turn += 1) {
      const doc = await this.mark(turn);
      await this.labelling.submit();
      this.submitted.set(item, doc);
      item = await this.next(item);
    }
  }
}

interface Place {
  readonly baseURL: string;
  readonly queue: string;
  /** How far the clock of their machine is ahead. */
  readonly aheadMs?: number;
}

/** In a context of its own, before the queue. */
export async function annotatorOf(browser: Browser, name: string, place: Place): Promise<Annotator> {
  const { baseURL, queue, aheadMs = 0 } = place;
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const labelling = new LabellingPage(await context.newPage());
  if (aheadMs !== 0) await labelling.page.clock.install({ time: Date.now() + aheadMs });
  await labelling.open(queue, name);
  return new Annotator(name, context, labelling);
}
