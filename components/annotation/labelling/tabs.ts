import type { Draft } from '../../../lib/contracts/annotation/labelling.ts';

/** What tabs of one browser tell each other of an assignment. */
export type TabWord =
  | { readonly kind: 'saved'; readonly assignment: string; readonly draft: Draft }
  /** Submitted or skipped: it is not what the other tab shows any more. */
  | { readonly kind: 'moved'; readonly assignment: string };

const CHANNEL = 'awm.labels';
let channel: BroadcastChannel | null | undefined;
const listeners = new Set<(word: TabWord) => void>();

/** Null where the browser has none: then the server alone says what happened elsewhere. */
function open(): BroadcastChannel | null {
  if (channel !== undefined) return channel;
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  if (channel !== null)
    channel.onmessage = (event: MessageEvent<TabWord>) => {
      for (const listener of listeners) listener(event.data);
    };
  return channel;
}

export function tellTabs(word: TabWord): void {
  open()?.postMessage(word);
}

/** Words of other tabs; returns its end. */
export function hearTabs(listener: (word: TabWord) => void): () => void {
  open();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
