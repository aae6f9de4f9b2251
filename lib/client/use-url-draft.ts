'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { writeAddress } from './address.ts';
import { urlWriters } from './url-writers.ts';

/** Holding a key moves thirty rows a second; browsers refuse to write so many addresses. */
const WRITE_AFTER_MS = 150;

interface Draft {
  readonly value: string;
  /** The address's value when it was last looked at. */
  readonly seen: string;
  /** Written by us and not seen yet: when they show up in the address, the value may be ahead of them already. */
  readonly written: readonly string[];
}

/**
 * A text of the page's query string that is shown at once and written to the address a little later, in place (Back leaves
 * the page). Another value in the address (Back, a link) replaces the text. An empty text leaves no parameter.
 */
export function useUrlDraft(
  name: string,
): readonly [value: string, set: (value: string) => void, flush: () => void] {
  const inUrl = useSearchParams().get(name) ?? '';
  const [draft, setDraft] = useState<Draft>({ value: inUrl, seen: inUrl, written: [] });
  if (inUrl !== draft.seen) {
    const own = draft.written.indexOf(inUrl);
    const value = own < 0 ? inUrl : draft.value;
    setDraft({ value, seen: inUrl, written: own < 0 ? [] : draft.written.slice(own + 1) });
  }
  const pending = useRef<{ readonly value: string; readonly timer: ReturnType<typeof setTimeout> }>(
    undefined,
  );

  const flush = useCallback(() => {
    const waiting = pending.current;
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    pending.current = undefined;
    if (!writeParam(name, waiting.value)) return;
    setDraft((before) => ({ ...before, written: [...before.written, waiting.value] }));
  }, [name, setDraft]);

  const set = useCallback(
    (value: string) => {
      setDraft((before) => ({ ...before, value }));
      clearTimeout(pending.current?.timer);
      pending.current = { value, timer: setTimeout(flush, WRITE_AFTER_MS) };
    },
    [flush, setDraft],
  );

  // Following a link or a reload keeps what was just typed: written later, it would call the link's page back. Only for
  // links: a state that is set before a checkbox hears its click undoes it. Not on unmount: the address is another page's.
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('a') !== null) flush();
    };
    urlWriters.add(flush);
    window.addEventListener('pagehide', flush);
    document.addEventListener('click', onClick, true);
    return () => {
      urlWriters.delete(flush);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('click', onClick, true);
      clearTimeout(pending.current?.timer);
    };
  }, [flush]);

  return [draft.value, set, flush];
}

/** False where the address says so already. */
function writeParam(name: string, value: string): boolean {
  const search = new URLSearchParams(window.location.search);
  if ((search.get(name) ?? '') === value) return false;
  if (value === '') search.delete(name);
  else search.set(name, value);
  writeAddress(search, 'replace');
  return true;
}
