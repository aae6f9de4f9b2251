'use client';

import { useSearchParams } from 'next/navigation';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

interface UrlLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Parameters of the page's own query string to set; null takes one away. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** A link to another state of the same page. Followed without asking the server for anything. */
export function UrlLink({ set, onClick, ...props }: UrlLinkProps): ReactNode {
  const search = new URLSearchParams(useSearchParams());
  for (const [name, value] of Object.entries(set)) {
    if (value === null) search.delete(name);
    else search.set(name, value);
  }
  const href = `?${search.toString()}`;
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlain(event)) return;
        event.preventDefault();
        pushUrl(set);
      }}
    />
  );
}

function isPlain(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}

/** Changes the page's query string as a step that Back undoes. */
export function pushUrl(set: UrlLinkProps['set']): void {
  const search = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(set)) {
    if (value === null) search.delete(name);
    else search.set(name, value);
  }
  const text = search.toString();
  window.history.pushState(null, '', text === '' ? window.location.pathname : `?${text}`);
}
