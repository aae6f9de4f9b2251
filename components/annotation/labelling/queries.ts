import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/client/api.ts';
import { changesQuery } from '../../../lib/client/queries/evidence.ts';
import type { Assignment, Draft } from '../../../lib/contracts/annotation/labelling.ts';
import { labellingRoutes } from '../../../lib/contracts/annotation/rest-labelling.ts';
import { pageOutbox } from './outbox.ts';

/** What an item is does not change under its annotator; what they say of it is the page's own. */
const KEPT_MS = 10 * 60_000;
/** Changes that are read ahead of their steps. */
const MOST_AHEAD = 24;
/** Until the labels before are there their items are still this person's, and would be answered again. */
const AHEAD_WAITS_MS = 10 * 60_000;
const NEXT_WAITS_MS = 3_000;

const keys = {
  assignment: (id: string) => ['labelling', 'assignment', id] as const,
  next: (queue: string, after: string | null) => ['labelling', 'next', queue, after] as const,
  mine: (queue: string) => ['labelling', 'mine', queue] as const,
};

export function assignmentQuery(id: string) {
  return queryOptions({
    queryKey: keys.assignment(id),
    queryFn: ({ signal }) => callApi(labellingRoutes.getAssignment, { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
}

/** Reserves an item. `after`: the one that comes after it, ahead of its need. */
export function nextQuery(queue: string, after: string | null) {
  return queryOptions({
    queryKey: keys.next(queue, after),
    queryFn: async ({ signal, client }) => {
      await pageOutbox().settled(queue, after === null ? NEXT_WAITS_MS : AHEAD_WAITS_MS);
      const body = after === null ? {} : { after };
      const next = await callApi(labellingRoutes.nextItem, { params: { id: queue }, body }, signal);
      if (next.assignment !== null) putAssignment(client, next.assignment);
      return next;
    },
    staleTime: after === null ? 0 : Number.POSITIVE_INFINITY,
    gcTime: after === null ? 0 : KEPT_MS,
  });
}

export function mineQuery(queue: string, limit: number) {
  return queryOptions({
    queryKey: [...keys.mine(queue), limit] as const,
    queryFn: ({ signal }) =>
      callApi(labellingRoutes.listMySubmissions, { params: { id: queue }, query: { limit } }, signal),
    staleTime: 0,
  });
}

/** An item is there, and what its steps changed is on its way. */
export function putAssignment(client: QueryClient, assignment: Assignment): void {
  client.setQueryData(assignmentQuery(assignment.id).queryKey, assignment);
  readEvidenceAhead(client, assignment);
}

/** Changes of the steps that wrote, so that walking through them waits for nothing. */
export function readEvidenceAhead(client: QueryClient, { id, run, otherRun }: Assignment): void {
  for (const [alias, { steps }] of [
    [id, run] as const,
    ...(otherRun === null ? [] : [[otherRun.alias, otherRun.run] as const]),
  ]) {
    for (const { seq } of steps.filter(({ wrote }) => wrote).slice(0, MOST_AHEAD)) {
      client.query(changesQuery(alias, seq - 1, seq)).catch(() => undefined);
    }
    const last = steps.at(-1)?.seq ?? 0;
    if (last > 0) client.query(changesQuery(alias, 0, last)).catch(() => undefined);
  }
}

/** What an item's page saved of it, for the next page that shows it. */
export function putDraft(client: QueryClient, id: string, draft: Draft): void {
  client.setQueryData(assignmentQuery(id).queryKey, (known) => known && { ...known, draft });
}

/** What was read of an item is not so any more: it was submitted, sent back or taken up again. */
export function forgetAssignment(client: QueryClient, id: string, queue: string): void {
  client.removeQueries({ queryKey: keys.assignment(id) });
  void client.invalidateQueries({ queryKey: keys.mine(queue) });
}
