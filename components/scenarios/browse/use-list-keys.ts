'use client';

import { useKey } from '../../../lib/client/keys/index.ts';
import type { Browser } from './use-browser.ts';

/** The keys of a list. Where its rows have the focus, arrows, Home and End move too, and Enter is the row's own link. */
export function useListKeys<T>(browser: Browser<T>): void {
  const { shown, selected } = browser;
  const last = shown.length - 1;
  const some = { enabled: last >= 0 };
  useKey('search', browser.focusFilter);
  useKey('list.next', () => browser.focusRow(Math.min(last, selected + 1)), some);
  useKey('list.previous', () => browser.focusRow(Math.max(0, selected - 1)), some);
  useKey('list.first', () => browser.focusRow(0), some);
  useKey('list.last', () => browser.focusRow(last), some);
  useKey('list.peek', () => browser.setPeeking(!browser.peeking), some);
  useKey('list.open', () => browser.openRow(selected), { enabled: selected >= 0 });
}
