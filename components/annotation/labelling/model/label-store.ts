import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabelDoc } from '../../../../lib/contracts/annotation/label-doc.ts';

/** Acts that can be undone. */
const MOST_UNDONE = 300;
/** Typing in one text is one act until there was a pause. */
const ONE_ACT_MS = 2_000;

export interface LabelState {
  readonly doc: LabelDoc;
  readonly past: readonly LabelDoc[];
  readonly future: readonly LabelDoc[];
  /** What the last act did, for screen readers; `n` tells the same words said again. */
  readonly said: { readonly text: string; readonly n: number };
}

export interface LabelStore {
  readonly store: StoreApi<LabelState>;
  /** Does an act and says it. `text` names the text that is typed in: its acts in a row are one. */
  readonly act: (
    change: (doc: LabelDoc) => LabelDoc,
    say: (doc: LabelDoc) => string,
    text?: string,
  ) => boolean;
  readonly say: (text: string) => void;
  /** False where nothing is left to undo, or to redo. */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Another label in its place, which can be undone too. */
  readonly replace: (doc: LabelDoc) => void;
}

/** One item's label while it is worked on, with its history. */
export function createLabelStore(doc: LabelDoc, now: () => number = () => performance.now()): LabelStore {
  const store = createStore<LabelState>(() => ({ doc, past: [], future: [], said: { text: '', n: 0 } }));
  let typing: { readonly text: string; readonly atMs: number } | null = null;

  function say(text: string): void {
    store.setState(({ said }) => ({ said: { text, n: said.n + 1 } }));
  }

  function replace(next: LabelDoc): void {
    const { doc: was, past } = store.getState();
    typing = null;
    if (next === was) return;
    store.setState({ doc: next, past: [...past, was].slice(-MOST_UNDONE), future: [] });
  }

  return {
    store,
    say,
    replace,
    act(change, sayIt, text) {
      const { doc: was, past } = store.getState();
      const next = change(was);
      if (next === was) {
        say(sayIt(next));
        return false;
      }
      const atMs = now();
      const goesOn = text !== undefined && typing?.text === text && atMs - typing.atMs < ONE_ACT_MS;
      typing = text === undefined ? null : { text, atMs };
      store.setState({ doc: next, past: goesOn ? past : [...past, was].slice(-MOST_UNDONE), future: [] });
      if (text === undefined) say(sayIt(next));
      return true;
    },
    undo() {
      const { doc: current, past, future } = store.getState();
      const before = past.at(-1);
      typing = null;
      if (before === undefined) return false;
      store.setState({ doc: before, past: past.slice(0, -1), future: [current, ...future] });
      return true;
    },
    redo() {
      const { doc: current, past, future } = store.getState();
      const [after] = future;
      typing = null;
      if (after === undefined) return false;
      store.setState({ doc: after, past: [...past, current], future: future.slice(1) });
      return true;
    },
  };
}
