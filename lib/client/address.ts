/* eslint-disable no-restricted-syntax -- what all others write the address by */

/**
 * The query string of the page's address stays as it was written last.
 *
 * Next takes over what is written to the address by a transition of React, and each commit of one writes the address that
 * it began with: a parameter written meanwhile is out of the bar until the next commit (some 50 ms on a slow machine, measured).
 * What reads the address then, another parameter or a page that is gone to, would lose it for good.
 */

/** Queries written and not written back by Next yet, oldest first, all of one page. */
let unseen: readonly string[] = [];
let page = '';
/** So many are remembered: commits take several at once. */
const UNSEEN_LIMIT = 50;
let written: Pick<History, 'pushState' | 'replaceState'> | undefined;

export function writeAddress(query: URLSearchParams, how: 'push' | 'replace'): void {
  written ??= keepWritten();
  const path = window.location.pathname;
  unseen = [...(path === page ? unseen.slice(-UNSEEN_LIMIT) : []), query.toString()];
  page = path;
  written[`${how}State`](null, '', addressOf(query.toString()));
}

/** From now on what others write to the address gives way to what was written since; answers with what writes as it is told. */
function keepWritten(): NonNullable<typeof written> {
  const { history } = window;
  const own = {
    pushState: history.pushState.bind(history),
    replaceState: history.replaceState.bind(history),
  };
  history.replaceState = (state, unused, url) => own.replaceState(state, unused, stillWritten(url));
  history.pushState = (state, unused, url) => {
    unseen = [];
    own.pushState(state, unused, url);
  };
  window.addEventListener('popstate', () => {
    unseen = [];
  });
  return own;
}

function stillWritten(url: string | URL | null | undefined): string | URL | null | undefined {
  const { pathname, searchParams } = new URL(url ?? '', window.location.href);
  const at = pathname === page ? unseen.indexOf(searchParams.toString()) : -1;
  // What we did not write is where somebody went. Of two that are equal the older one: what stays without need does no harm.
  unseen = at < 0 ? [] : unseen.slice(at + 1);
  const last = unseen.at(-1);
  return last === undefined ? url : addressOf(last);
}

function addressOf(query: string): string {
  return query === '' ? page : `?${query}`;
}
