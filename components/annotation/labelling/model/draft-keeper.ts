import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../../lib/client/api-error.ts';
import type { AuthorIdentity } from '../../../../lib/client/author.ts';
import { mayPass, REFUSES_PEOPLE } from '../../../../lib/client/refusals.ts';
import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';
import {
  draftConflictSchema,
  type Draft,
  type Reservation,
} from '../../../../lib/contracts/annotation/labelling.ts';
import { sameLabel } from './differing-rows.ts';
import type { KeptWork } from './kept-work.ts';

/** After the last act; typing goes on for a while. */
const SAVE_AFTER_MS = 500;
/** While acts keep coming, at least this often. */
const SAVE_WITHIN_MS = 4_000;
const FIRST_RETRY_MS = 1_000;
/** A server that was started again is not waited for much longer than it took. */
const LAST_RETRY_MS = 10_000;
/** Sent labels whose answers are unknown: only one of them can have been saved. */
const MOST_SENT = 10;

export interface SaveRequest {
  readonly baseRevision: number;
  readonly doc: LabelDoc;
  readonly activeMs: number;
}
export type SaveAnswer = { readonly draft: Draft } & Reservation;

export type SaveState =
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  /** The server does not answer: it is tried again. */
  | { readonly kind: 'offline' }
  /** Whose label it is has to sign in again: it is kept here until then. */
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Another page saved something else since. Nothing is saved until one of both is chosen. */
  | { readonly kind: 'conflict'; readonly theirs: Draft };

export interface KeeperState {
  readonly save: SaveState;
  /** The browser keeps it too. False: only this page has what is not saved. */
  readonly keptHere: boolean;
}

export interface DraftKeeper {
  readonly state: StoreApi<KeeperState>;
  /** Takes up what an earlier page left unsaved; the label to show. Null: nothing was left. */
  readonly resume: () => LabelDoc | null;
  /** Keeps it here at once and saves it soon. */
  readonly changed: (doc: LabelDoc) => void;
  /** Saves what is not saved, now; resolves when nothing is on its way. */
  readonly settle: () => Promise<void>;
  /** What the server has, as far as is known. */
  readonly saved: () => Draft;
  /** What a submission is made from. */
  readonly base: () => { readonly baseRevision: number; readonly sent: readonly LabelDoc[] };
  /** Ends a conflict: this page's label stays, or the other one is taken (then the caller shows it). */
  readonly resolve: (keep: 'mine' | 'theirs') => LabelDoc | null;
  /** Another page of this browser saved: where nothing here is unsaved, what it saved is the new base. */
  readonly heard: (draft: Draft) => 'taken' | 'conflict' | 'same';
  /** The label is on its way as a submission: nothing more is saved. */
  readonly handOver: () => void;
  /** Handed over, or its page has gone. */
  readonly isClosed: () => boolean;
  /** The submission was not taken: saving goes on. */
  readonly takeBack: () => void;
  /** Tries at once: the network is back. */
  readonly retry: () => void;
  readonly close: () => void;
}

interface KeeperOptions {
  readonly assignment: string;
  readonly draft: Draft;
  /** Submitted labels of it that are still on their way: what the server has of them is this page's own. */
  readonly onTheirWay?: readonly LabelDoc[];
  readonly kept: KeptWork;
  readonly send: (request: SaveRequest) => Promise<SaveAnswer>;
  readonly onSaved: (answer: SaveAnswer) => void;
  readonly activeMs: () => number;
  readonly now?: () => number;
  readonly identity: Pick<AuthorIdentity, 'isAuthor' | 'lookAgain'>;
}

/** Saves one assignment's draft: one request at a time, tried again until it is there; nothing is ever only in memory. */
export function createDraftKeeper(options: KeeperOptions): DraftKeeper {
  const { assignment, kept, send, onSaved, activeMs, identity, onTheirWay = [], now = Date.now } = options;
  let base = options.draft;
  let doc = base.doc;
  let sent: readonly LabelDoc[] = onTheirWay;
  /** What an earlier page left, and this one took up. */
  let takenUp: LabelDoc | null = null;
  let dirtySince: number | null = null;
  let flying: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;
  const state = createStore<KeeperState>(() => ({
    save: { kind: 'saved', atMs: base.savedAtMs },
    keptHere: true,
  }));

  function show(save: SaveState): void {
    state.setState({ save });
  }

  function inConflict(): boolean {
    return state.getState().save.kind === 'conflict';
  }

  function keep(): void {
    const keptHere = kept.keepDraft(assignment, {
      doc,
      baseRevision: base.revision,
      sent: [...sent],
      activeMs: activeMs(),
      atMs: now(),
    });
    state.setState({ keptHere });
  }

  function plan(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    if (flying !== null || closed || dirtySince === null || inConflict()) return flying ?? undefined;
    if (!identity.isAuthor()) {
      keep();
      show({ kind: 'signed-out' });
      return;
    }
    const saving = doc;
    dirtySince = null;
    sent = [...sent.filter((one) => !sameLabel(one, saving)), saving].slice(-MOST_SENT);
    // Before it goes: should its answer be lost, the next page knows that what the server has is its own.
    keep();
    show({ kind: 'saving' });
    flying = send({ baseRevision: base.revision, doc: saving, activeMs: activeMs() }).then(
      (answer) => landed(saving, answer),
      failed,
    );
    await flying;
  }

  function landed(saved: LabelDoc, answer: SaveAnswer): void {
    flying = null;
    failures = 0;
    base = answer.draft;
    sent = [];
    onSaved(answer);
    if (dirtySince === null) {
      kept.dropDraft(assignment, (draft) => sameLabel(draft.doc, saved));
      show({ kind: 'saved', atMs: answer.draft.savedAtMs });
      return;
    }
    if (closed) return;
    keep();
    plan(SAVE_AFTER_MS);
  }

  async function failed(error: unknown): Promise<void> {
    dirtySince ??= now();
    if (error instanceof ApiError && REFUSES_PEOPLE.has(error.code ?? '')) await identity.lookAgain();
    flying = null;
    if (error instanceof ApiError && (error.code === 'unauthenticated' || !identity.isAuthor())) {
      show({ kind: 'signed-out' });
      // Signed in again meanwhile.
      if (identity.isAuthor()) plan(LAST_RETRY_MS);
      return;
    }
    const theirs = conflictOf(error);
    if (theirs !== null) {
      meet(theirs);
      return;
    }
    if (!(error instanceof ApiError) || mayPass(error)) {
      show({ kind: 'offline' });
      plan(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
      failures += 1;
      return;
    }
    show({ kind: 'refused', message: error.message });
  }

  /** What the server has is this page's own, whose answer was lost, or says the same, or what this was made from: then it is the base. */
  function meet(theirs: Draft): void {
    if (sameLabel(theirs.doc, doc)) {
      base = theirs;
      sent = [];
      dirtySince = null;
      kept.dropDraft(assignment, (draft) => sameLabel(draft.doc, doc));
      show({ kind: 'saved', atMs: theirs.savedAtMs });
    } else if ([base.doc, ...sent].some((one) => sameLabel(theirs.doc, one))) {
      base = theirs;
      sent = [];
      keep();
      plan(0);
    } else {
      show({ kind: 'conflict', theirs });
    }
  }

  return {
    state,
    resume() {
      closed = false;
      const left = kept.draftOf(assignment);
      if (left === null || sameLabel(left.doc, base.doc)) {
        if (left !== null) kept.dropDraft(assignment, (draft) => sameLabel(draft.doc, base.doc));
        return null;
      }
      doc = left.doc;
      takenUp = left.doc;
      sent = [...onTheirWay, ...left.sent];
      dirtySince = now();
      const mine = left.baseRevision >= base.revision || sent.some((one) => sameLabel(one, base.doc));
      keep();
      if (mine) {
        show({ kind: 'saving' });
        plan(0);
      } else {
        show({ kind: 'conflict', theirs: base });
      }
      return doc;
    },
    changed(next) {
      if (next === doc) return;
      doc = next;
      const at = now();
      const since = dirtySince ?? at;
      dirtySince = since;
      keep();
      if (inConflict()) return;
      const { kind } = state.getState().save;
      if (kind !== 'offline' && kind !== 'signed-out') {
        show({ kind: 'saving' });
        plan(Math.max(0, Math.min(SAVE_AFTER_MS, since + SAVE_WITHIN_MS - at)));
      }
    },
    async settle() {
      if (flying !== null) await flying;
      await save();
    },
    saved: () => base,
    base: () => ({ baseRevision: base.revision, sent }),
    resolve(choice) {
      const { save: shown } = state.getState();
      if (shown.kind !== 'conflict') return null;
      base = shown.theirs;
      sent = [];
      if (choice === 'theirs') {
        const mine = doc;
        doc = base.doc;
        dirtySince = null;
        // Another tab's unsaved label is its own.
        kept.dropDraft(assignment, (draft) =>
          [mine, base.doc, takenUp].some((one) => one !== null && sameLabel(draft.doc, one)),
        );
        show({ kind: 'saved', atMs: base.savedAtMs });
        return doc;
      }
      dirtySince = now();
      keep();
      show({ kind: 'saving' });
      plan(0);
      return null;
    },
    heard(draft) {
      if (draft.revision <= base.revision) return 'same';
      if (sameLabel(draft.doc, doc)) {
        meet(draft);
        return 'same';
      }
      if (dirtySince !== null || flying !== null) return 'conflict';
      base = draft;
      doc = draft.doc;
      show({ kind: 'saved', atMs: draft.savedAtMs });
      return 'taken';
    },
    handOver() {
      closed = true;
      clearTimeout(timer);
    },
    isClosed: () => closed,
    takeBack() {
      closed = false;
      dirtySince ??= now();
      keep();
      if (!inConflict()) plan(SAVE_AFTER_MS);
    },
    retry() {
      const { kind } = state.getState().save;
      if (kind === 'offline' || (kind === 'signed-out' && identity.isAuthor())) plan(0);
    },
    close() {
      if (!closed) void save();
      closed = true;
      clearTimeout(timer);
    },
  };
}

function conflictOf(error: unknown): Draft | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  const details = draftConflictSchema.safeParse(error.details);
  return details.success ? details.data.draft : null;
}
