import type { TaskRef } from '../../lib/client/queries/outcomes.ts';

/** A task's outcomes, with one of them open. */
export function outcomesHref(
  { scenario, taskIdx }: TaskRef,
  { state = null }: { readonly state?: string | null } = {},
): string {
  const search = new URLSearchParams({ tab: 'outcomes', task: String(taskIdx) });
  if (state !== null) search.set('outcome', state.slice(0, 12));
  return `/scenarios/${encodeURIComponent(scenario)}?${search.toString()}`;
}
