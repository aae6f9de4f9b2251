import { hashKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../lib/client/api-error.ts';
import { callApi } from '../../../lib/client/api.ts';
import { subscribeAsker } from '../../../lib/client/asker.ts';
import { authorIdentity } from '../../../lib/client/author.ts';
import { keptDrafts, type KeptDrafts } from '../../../lib/client/kept-drafts.ts';
import { mayPass, REFUSES_PEOPLE } from '../../../lib/client/refusals.ts';
import {
  decisionConflictSchema,
  decisionDraftSchema,
  type AdjudicationItem,
  type DecisionDraft,
  type KeptDecisionDraft,
} from '../../../lib/contracts/annotation/adjudication.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';

type Saving =
  /** offline: the server does not answer, it is tried again. signed-out: whose it is has to sign in again. */
  | { readonly state: 'saved' | 'waiting' | 'saving' | 'offline' | 'signed-out' }
  | { readonly state: 'refused'; readonly message: string }
  | { readonly state: 'newer'; readonly theirs: KeptDecisionDraft };

export interface DecisionState {
  readonly draft: DecisionDraft;
  /** Of what the server has. */
  readonly revision: number;
  readonly savedAtMs: number | null;
  readonly saving: Saving;
  /** The browser keeps what is not saved. False: only this page has it. */
  readonly keptHere: boolean;
  /** Chosen row and the step whose evidence is shown. */
  readonly row: string | null;
  readonly step: number | null;
}

const AFTER_MS = 400;
const AGAIN_MS = 4_000;

const leftSchema = z.object({
  draft: decisionDraftSchema,
  baseRevision: z.int(),
  /** Sent, its answer unknown: where the server has it, nobody else wrote. */
  sent: z.nullable(decisionDraftSchema),
  /** Of the labels that it chooses between. */
  labels: z.string(),
});
type Left = z.output<typeof leftSchema>;

/** One item's decision while it is made: kept in this browser at once, saved a moment later, one save at a time. */
export class DecisionKeeper {
  readonly store: StoreApi<DecisionState>;
  readonly #item: string;
  readonly #labels: string;
  readonly #identity = authorIdentity();
  readonly #kept: KeptDrafts<Left>;
  /** Where an earlier page left what this one goes on with. */
  #from: string | null = null;
  #sent: DecisionDraft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  /** @param person whose decision it is: id */
  constructor(item: AdjudicationItem, start: Pick<DecisionState, 'row' | 'step'>, person: string) {
    this.#item = item.item;
    this.#labels = hashKey(item.labels.map(({ letter, doc }) => [letter, doc]));
    this.#kept = keptDrafts({ name: `decision.${item.item}`, person, schema: leftSchema });
    const { draft, revision, savedAtMs } = item.draft;
    this.store = createStore(() => ({
      ...{ draft, revision, savedAtMs, saving: { state: 'saved' }, keptHere: true },
      ...start,
    }));
  }

  /** Takes up what an earlier page left unsaved, and hears when saving may go on. Returns its end. */
  open(): () => void {
    this.#stopped = false;
    this.#takeUp();
    const again = (): void => this.#retry();
    const deaf = subscribeAsker(again);
    window.addEventListener('online', again);
    return () => {
      deaf();
      window.removeEventListener('online', again);
      this.#close();
    };
  }

  change(to: Partial<DecisionDraft>): void {
    this.store.setState(({ draft }) => ({ draft: { ...draft, ...to } }));
    this.#keep();
    const { state } = this.store.getState().saving;
    // These wait for something else: a choice, an answer, a person.
    if (state === 'newer' || state === 'offline' || state === 'signed-out') return;
    this.store.setState({ saving: { state: 'waiting' } });
    this.#later(AFTER_MS);
  }

  look(at: Partial<Pick<DecisionState, 'row' | 'step'>>): void {
    this.store.setState(at);
  }

  /** Another tab saved: its text, or mine over it. */
  resolve(take: 'theirs' | 'mine'): void {
    const { saving } = this.store.getState();
    if (saving.state !== 'newer') return;
    const { revision, draft, savedAtMs } = saving.theirs;
    if (take === 'theirs') {
      this.store.setState({ draft, revision, savedAtMs, saving: { state: 'saved' } });
      this.#drop();
    } else {
      this.store.setState({ revision, saving: { state: 'waiting' } });
      this.#keep();
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
    const { state } = this.store.getState().saving;
    if (state !== 'newer' && state !== 'saved') this.#later(AFTER_MS);
  }

  /** It was decided: nothing of it is to be kept. */
  done(): void {
    this.#stopped = true;
    this.#drop();
  }

  conflict(theirs: KeptDecisionDraft): void {
    const { draft } = this.store.getState();
    const own = this.#sent !== null && same(theirs.draft, this.#sent);
    if (same(theirs.draft, draft)) {
      this.store.setState({
        revision: theirs.revision,
        savedAtMs: theirs.savedAtMs,
        saving: { state: 'saved' },
      });
      this.#drop();
    } else if (own) {
      // A save whose answer was lost.
      this.store.setState({ revision: theirs.revision, saving: { state: 'waiting' } });
      this.#keep();
      this.#later(0);
    } else this.store.setState({ saving: { state: 'newer', theirs } });
  }

  #takeUp(): void {
    const found = this.#kept.left();
    if (found === null) return;
    const { draft, revision, savedAtMs } = this.store.getState();
    const { draft: left } = found;
    this.#from = found.key;
    this.#sent = left.sent;
    // Letters of other labels choose nothing.
    const mine = left.labels === this.#labels ? left.draft : { ...left.draft, choices: draft.choices };
    if (same(mine, draft)) {
      this.#drop();
      return;
    }
    this.store.setState({ draft: mine, saving: { state: 'waiting' } });
    if (left.baseRevision < revision) this.conflict({ draft, revision, savedAtMs });
    else this.#later(0);
  }

  #retry(): void {
    const { state } = this.store.getState().saving;
    if (state === 'offline' || (state === 'signed-out' && this.#identity.isAuthor())) this.#later(0);
  }

  #close(): void {
    clearTimeout(this.#timer);
    const { state } = this.store.getState().saving;
    if (!this.#stopped && state === 'waiting') void this.#save();
    this.#stopped = true;
  }

  #keep(): void {
    const { draft, revision } = this.store.getState();
    const keptHere = this.#kept.keep({
      draft,
      baseRevision: revision,
      sent: this.#sent,
      labels: this.#labels,
    });
    this.store.setState({ keptHere });
  }

  #drop(): void {
    this.#sent = null;
    this.#kept.drop(this.#from);
    this.#from = null;
  }

  #later(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = (this.#running ?? Promise.resolve()).then(() => this.#save());
    }, afterMs);
  }

  async #save(): Promise<void> {
    if (this.#isOthers()) {
      this.store.setState({ saving: { state: 'signed-out' } });
      return;
    }
    const { draft, revision } = this.store.getState();
    this.#sent = draft;
    this.#keep();
    this.store.setState({ saving: { state: 'saving' } });
    try {
      const { draft: kept } = await callApi(adjudicationRoutes.saveDecisionDraft, {
        params: { item: this.#item },
        body: { baseRevision: revision, draft },
      });
      const isLast = this.store.getState().draft === draft;
      this.#sent = null;
      this.store.setState({
        revision: kept.revision,
        savedAtMs: kept.savedAtMs,
        saving: { state: isLast ? 'saved' : 'waiting' },
      });
      if (isLast) this.#drop();
      else this.#keep();
    } catch (error) {
      await this.#failed(error);
    }
  }

  /** Nobody's, where nobody said a name: then the server says what is the matter. */
  #isOthers(): boolean {
    return this.#identity.author() !== null && !this.#identity.isAuthor();
  }

  async #failed(error: unknown): Promise<void> {
    const theirs = newerDraft(error);
    if (theirs !== null) {
      this.conflict(theirs);
      return;
    }
    if (error instanceof ApiError && REFUSES_PEOPLE.has(error.code ?? '')) await this.#identity.lookAgain();
    if (error instanceof ApiError && (error.code === 'unauthenticated' || this.#isOthers())) {
      this.store.setState({ saving: { state: 'signed-out' } });
      // Signed in again meanwhile.
      if (this.#identity.isAuthor()) this.#later(AGAIN_MS);
    } else if (!(error instanceof ApiError) || mayPass(error)) {
      this.store.setState({ saving: { state: 'offline' } });
      this.#later(AGAIN_MS);
    } else this.store.setState({ saving: { state: 'refused', message: error.message } });
  }
}

function same(a: DecisionDraft, b: DecisionDraft): boolean {
  return a === b || hashKey([a]) === hashKey([b]);
}

/** What another tab saved; null: the error is another one. */
export function newerDraft(error: unknown): KeptDecisionDraft | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  const parsed = decisionConflictSchema.safeParse(error.details);
  return parsed.success ? parsed.data.draft : null;
}
