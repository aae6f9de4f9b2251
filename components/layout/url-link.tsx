'use client';

import { useSearchParams } from 'next/navigation';
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { writeAddress } from '../../lib/client/address.ts';
import { NavLink } from './nav-link.tsx';

interface UrlLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Parameters of the page's own query string to set; null takes one away. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** The page that links of a part lead to, with its query, without basePath; null: the page that they stand on. */
const ElsewhereContext = createContext<string | null>(null);
export const LinksElsewhere = ElsewhereContext.Provider;

/** A link to another state of the same page. Followed without asking the server for anything. */
export function UrlLink({ set, onClick, ...props }: UrlLinkProps): ReactNode {
  const elsewhere = useContext(ElsewhereContext);
  const search = useSearchParams();
  if (elsewhere !== null) {
    const [path, query = ''] = elsewhere.split('?');
    return <NavLink {...props} href={`${path ?? ''}${urlWith(query, set)}`} onClick={onClick} />;
  }
  const href = urlWith(search, set);
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
  writeAddress(queryWith(window.location.search, set), 'push');
}

/** Changes the page's query string in place, for what is done many times in a row. */
export function replaceUrl(set: UrlLinkProps['set']): void {
  writeAddress(queryWith(window.location.search, set), 'replace');
}

/** The page's address with other parameters. */
export function urlWith(search: string | URLSearchParams, set: UrlLinkProps['set']): string {
  // A lone `?` clears the query; the empty string would keep it.
  return `?${queryWith(search, set).toString()}`;
}

function queryWith(search: string | URLSearchParams, set: UrlLinkProps['set']): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(set)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
