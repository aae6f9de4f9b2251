/** Of the 32 hex digits of a run's id as many as tell it from others on a page. */
const SHORT = 6;

export function shortRunId(id: string): string {
  return id.slice(0, SHORT);
}

/** A place in a list of runs: its filter, and the run's position in it, from 0. */
export interface ListPlace {
  readonly q: string;
  readonly at: number;
}

/** A run's page, without basePath. With `place`, J and K go on along the list that it was opened from. */
export function runHref(id: string, place: ListPlace | null = null, step: number | null = null): string {
  const search = new URLSearchParams();
  if (step !== null) search.set('step', String(step));
  if (place !== null) {
    search.set('from', place.q);
    search.set('at', String(place.at));
  }
  const text = search.toString();
  return `/runs/${id}${text === '' ? '' : `?${text}`}`;
}

/** The list that a run's page was opened from; null: none. */
export function listPlace(search: URLSearchParams): ListPlace | null {
  const q = search.get('from');
  const at = Number(search.get('at') ?? '0');
  return q === null ? null : { q, at: Number.isInteger(at) && at >= 0 ? at : 0 };
}

/** The comparison of runs, without basePath. `at`: two states whose difference is shown, the older first. */
export function compareHref(
  ids: readonly string[],
  at: readonly { readonly id: string; readonly seq: number }[] = [],
): string {
  if (ids.length === 0) return '/compare';
  const states = at.map(({ id, seq }) => `${id}:${String(seq)}`).join(',');
  return `/compare?ids=${ids.join(',')}${states === '' ? '' : `&at=${states}`}`;
}

/** A run in the verifier workbench of its task, without basePath. */
export function workbenchHref(scenario: string, taskIdx: number, runId: string): string {
  return `/verifiers/${encodeURIComponent(scenario)}/${String(taskIdx)}?mode=code&run=${runId}`;
}
