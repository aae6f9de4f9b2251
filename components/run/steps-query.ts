import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/client/api.ts';
import { runKeys } from '../../lib/client/queries/run.ts';
import type { EpisodeStep } from '../../lib/contracts/rest-schemas.ts';
import { studioRoutes } from '../../lib/contracts/rest-studio.ts';
import { type RunStep, toRunStep } from './run-steps.ts';

/** Steps of a page: as many as one answer of the server has at most. */
const PAGE = 500;

/** The steps of a run, page by page: the page with `near` first, then those around it. `count`: all there are so far. */
export function runStepsQuery(id: string, near: number, count: number) {
  return infiniteQueryOptions({
    queryKey: runKeys.steps(id),
    queryFn: async ({ pageParam: { from, through }, signal }) => {
      const steps: RunStep[] = [];
      let next: number | null = from;
      // Large steps come in several answers.
      while (next !== null && next <= through) {
        const query = { from: next, to: through };
        const page: { readonly items: readonly EpisodeStep[]; readonly nextFrom: number | null } =
          await callApi(studioRoutes.getEpisodeSteps, { params: { id }, query }, signal);
        steps.push(...page.items.map((step) => toRunStep(step, through)));
        next = page.nextFrom;
      }
      return { from, through, steps };
    },
    initialPageParam: pageAround(near, count),
    getNextPageParam: ({ through }) =>
      through < count ? { from: through + 1, through: Math.min(count, through + PAGE) } : undefined,
    getPreviousPageParam: ({ from }) =>
      from > 1 ? { from: Math.max(1, from - PAGE), through: from - 1 } : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

function pageAround(near: number, count: number): { readonly from: number; readonly through: number } {
  const from = Math.floor(Math.max(0, Math.min(near, count) - 1) / PAGE) * PAGE + 1;
  return { from, through: Math.min(count, from + PAGE - 1) };
}
