'use client';

import { type KeyboardEvent, useState } from 'react';

interface Roving {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly tabIndexOf: (index: number) => 0 | -1;
  readonly onFocus: (index: number) => void;
}

/** One tab stop over many lines (`data-line`): arrows, Home and End move; `onKey` gets what else is pressed on a line. */
export function useRovingLines(count: number, onKey: (index: number, key: string) => boolean): Roving {
  const [at, setAt] = useState(0);
  const stop = Math.min(at, Math.max(0, count - 1));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset['line'] === undefined) return;
    const index = Number(event.target.dataset['line']);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) {
      if (onKey(index, event.key)) event.preventDefault();
      return;
    }
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-line="${String(to)}"]`)?.focus();
  }

  return { onKeyDown, tabIndexOf: (index) => (index === stop ? 0 : -1), onFocus: setAt };
}
