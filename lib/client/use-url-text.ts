'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/**
 * A text that lives in the page's query string. Typing replaces the entry in the history, so that Back leaves the
 * page and does not take letters away. An empty text leaves no parameter.
 */
export function useUrlText(name: string): readonly [string, (value: string) => void] {
  const params = useSearchParams();
  const path = usePathname();
  const value = params.get(name) ?? '';
  const set = useCallback(
    (next: string) => {
      const search = new URLSearchParams(window.location.search);
      if (next === '') search.delete(name);
      else search.set(name, next);
      const text = search.toString();
      window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`);
    },
    // The setter belongs to the page that it was made on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [name, path],
  );
  return [value, set];
}
