'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import type { RunStep } from './run-steps.ts';
import { runStepsQuery } from './steps-query.ts';

export interface RunView {
  readonly episode: Episode;
  readonly running: boolean;
  /** Those that are there, by sequence. */
  readonly steps: ReadonlyMap<number, RunStep>;
  /** Steps that are still to come from the server. */
  readonly loading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly viewed: Viewed;
}

/** A run's steps, loaded page by page from the viewed one on, and the state that is looked at. */
export function useRun(episode: Episode, named: string | null): RunView {
  const { id, steps: count } = episode;
  const running = episode.endReason === null;
  const asked = named !== null && /^\d{1,9}$/.test(named) ? Number(named) : count;
  const seq = Math.min(asked, count);
  const pages = useInfiniteQuery({
    ...runStepsQuery(id, seq, count),
    enabled: count > 0,
  });
  const { hasNextPage, hasPreviousPage, isFetching, isError, fetchNextPage, fetchPreviousPage } = pages;

  useEffect(() => {
    if (isFetching || isError) return;
    if (hasNextPage) void fetchNextPage();
    else if (hasPreviousPage) void fetchPreviousPage();
  }, [hasNextPage, hasPreviousPage, isFetching, isError, fetchNextPage, fetchPreviousPage]);

  const loaded = pages.data;
  const steps = useMemo(
    () =>
      new Map(
        (loaded?.pages ?? []).flatMap((page) => page.steps.map((step) => [step.live.seq, step] as const)),
      ),
    [loaded],
  );
  const live = useMemo(() => [...steps.values()].map((step) => step.live), [steps]);
  const viewed: Viewed = useMemo(
    () => ({
      recordId: id,
      scenario: episode.scenario,
      taskIdx: episode.taskIdx,
      seq,
      newest: count,
      step: steps.get(seq)?.live ?? null,
      steps: live,
      human: episode.actor === 'human',
      live: running && seq === count,
      hidden: episode.baseline && running,
    }),
    [id, episode, seq, count, steps, live, running],
  );
  return {
    episode,
    running,
    steps,
    loading: count > 0 && (pages.isPending || hasNextPage || hasPreviousPage) && !isError,
    error: pages.error,
    retry: () => void pages.refetch(),
    viewed,
  };
}
