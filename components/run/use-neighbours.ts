'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useKey } from '../../lib/client/keys/index.ts';
import { runsNearQuery } from '../../lib/client/queries/run.ts';
import { listPlace, runHref } from '../../lib/client/run-links.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';

export interface Neighbours {
  /** The filter of the list. */
  readonly q: string;
  /** Position of the run in it, from 0; null: it is not, or no longer, near where it was. */
  readonly at: number | null;
  readonly matched: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** The runs before and after this one in the list that it was opened from; null: it was opened by itself. J and K go there. */
export function useNeighbours(runId: string): Neighbours | null {
  const goTo = useGoTo();
  const search = useSearchParams();
  const place = listPlace(search);
  const near = useQuery({ ...runsNearQuery(place?.q ?? '', place?.at ?? 0), enabled: place !== null });
  const page = near.data;
  const index = page?.items.findIndex(({ id }) => id === runId) ?? -1;
  const at = page === undefined || index < 0 ? null : page.offset + index;

  function hrefOf(by: 1 | -1): string | null {
    if (place === null || page === undefined) return null;
    // A run that left the list stood between those that are there now.
    const here = at ?? place.at;
    const to = at === null && by === 1 ? here : here + by;
    const run = page.items[to - page.offset];
    if (run === undefined) return null;
    const href = runHref(run.id, { q: place.q, at: to });
    const kept = ['tab', 'side'].flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
    });
    return href + kept.join('');
  }

  const previous = hrefOf(-1);
  const next = hrefOf(1);
  useKey('run.next', () => next !== null && goTo(next), { enabled: next !== null });
  useKey('run.previous', () => previous !== null && goTo(previous), { enabled: previous !== null });
  if (place === null || page === undefined) return null;
  return { q: place.q, at, matched: page.matched, previous, next };
}
