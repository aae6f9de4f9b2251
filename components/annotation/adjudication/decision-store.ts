import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../lib/client/api-error.ts';
import { callApi } from '../../../lib/client/api.ts';
import { decisionConflictSchema } from '../../../lib/contracts/annotation/adjudication.ts';
import type {
  AdjudicationItem,
  DecisionDraft,
  KeptDecisionDraft,
} from '../../../lib/contracts/annotation/adjudication.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';

export type Saving =
  | { readonly state: 'saved' | 'waiting' | 'saving' | 'offline' }
  | { readonly state: 'newer'; readonly theirs: KeptDecisionDraft };

export interface DecisionState {
  readonly draft: DecisionDraft;
  /** Of what the server has. */
  readonly revision: number;
  readonly savedAtMs: number | null;
  readonly saving: Saving;
  /** Chosen row and the step whose evidence is shown. */
  readonly row: string | null;
  readonly step: number | null;
}

const AFTER_MS = 400;
const AGAIN_MS = 4_000;

/** One item's decision while it is made: what is chosen is saved a moment later, one save at a time. */
export class DecisionKeeper {
  readonly store: StoreApi<DecisionState>;
  readonly #item: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(item: AdjudicationItem, start: Pick<DecisionState, 'row' | 'step'>) {
    this.#item = item.item;
    const { draft, revision, savedAtMs } = item.draft;
    this.store = createStore(() => ({ draft, revision, savedAtMs, saving: { state: 'saved' }, ...start }));
  }

  change(to: Partial<DecisionDraft>): void {
    this.store.setState(({ draft, saving }) => ({
      draft: { ...draft, ...to },
      saving: saving.state === 'newer' ? saving : { state: 'waiting' },
    }));
    if (this.store.getState().saving.state !== 'newer') this.#later(AFTER_MS);
  }

  look(at: Partial<Pick<DecisionState, 'row' | 'step'>>): void {
    this.store.setState(at);
  }

  /** Another tab saved: its text, or mine over it. */
  resolve(take: 'theirs' | 'mine'): void {
    const { saving } = this.store.getState();
    if (saving.state !== 'newer') return;
    const { revision, draft, savedAtMs } = saving.theirs;
    if (take === 'theirs') this.store.setState({ draft, revision, savedAtMs, saving: { state: 'saved' } });
    else {
      this.store.setState({ revision, saving: { state: 'waiting' } });
      this.#later(0);
    }
  }

  /** Waits until nothing is on its way; then the revision may be decided on. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopped = true;
    await this.#running;
  }

  /** After a decision that was refused, saving goes on. */
  resume(): void {
    this.#stopped = false;
    if (this.store.getState().saving.state === 'waiting') this.#later(AFTER_MS);
  }

  conflict(theirs: KeptDecisionDraft): void {
    this.store.setState({ saving: { state: 'newer', theirs } });
  }

  /** Saves what waits, and stops. */
  close(): void {
    clearTimeout(this.#timer);
    if (!this.#stopped && this.store.getState().saving.state === 'waiting') void this.#save();
    this.#stopped = true;
  }

  #later(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = (this.#running ?? Promise.resolve()).then(() => this.#save());
    }, afterMs);
  }

  async #save(): Promise<void> {
    const { draft, revision } = this.store.getState();
    this.store.setState({ saving: { state: 'saving' } });
    try {
      const { draft: kept } = await callApi(adjudicationRoutes.saveDecisionDraft, {
        params: { item: this.#item },
        body: { baseRevision: revision, draft },
      });
      const same = this.store.getState().draft === draft;
      this.store.setState({
        revision: kept.revision,
        savedAtMs: kept.savedAtMs,
        saving: { state: same ? 'saved' : 'waiting' },
      });
    } catch (error) {
      const theirs = newerDraft(error);
      this.store.setState({ saving: theirs === null ? { state: 'offline' } : { state: 'newer', theirs } });
      if (theirs === null && (!(error instanceof ApiError) || error.code === null)) this.#later(AGAIN_MS);
    }
  }
}

/** What another tab saved; null: the error is another one. */
export function newerDraft(error: unknown): KeptDecisionDraft | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  const parsed = decisionConflictSchema.safeParse(error.details);
  return parsed.success ? parsed.data.draft : null;
}
