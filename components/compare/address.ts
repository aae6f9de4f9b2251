import type { StateAt } from '../../lib/client/queries/compare.ts';
import type { AlignBy } from '../../lib/domain/compare/index.ts';

/** As many as stand beside each other. */
export const COLUMNS = 6;

export interface Address {
  readonly ids: readonly string[];
  /** A selection of the run table, for the view of a group. */
  readonly selection: string | null;
  readonly view: 'paths' | 'group';
  readonly by: AlignBy;
  /** The states whose difference is looked at: the older, then the newer; one or none while they are picked. */
  readonly at: readonly StateAt[];
  /** The node of the tree that is looked at. */
  readonly node: number | null;
}

/** What the query string says; what cannot be read counts as absent. */
export function readAddress(search: URLSearchParams): Address {
  const ids = [...new Set((search.get('ids') ?? '').split(',').filter((id) => /^[0-9a-f]{32}$/.test(id)))];
  const selection = search.get('selection');
  const view = search.get('view') === 'group' || (selection !== null && ids.length === 0) ? 'group' : 'paths';
  const at = (search.get('at') ?? '').split(',').flatMap((text): StateAt[] => {
    const match = /^([0-9a-f]{32}):(\d{1,9})$/.exec(text);
    return match?.[1] === undefined ? [] : [{ id: match[1], seq: Number(match[2]) }];
  });
  const node = search.get('node');
  return {
    ids,
    selection,
    view,
    by: search.get('by') === 'state' ? 'state' : 'call',
    at: at.slice(0, 2),
    node: node !== null && /^\d{1,9}$/.test(node) ? Number(node) : null,
  };
}

export function writeStates(at: readonly StateAt[]): string | null {
  return at.length === 0 ? null : at.map(({ id, seq }) => `${id}:${String(seq)}`).join(',');
}

/** The pair after another state is picked: the first one stays, a third begins anew, a picked one is let go. */
export function pickState(at: readonly StateAt[], state: StateAt): readonly StateAt[] {
  const rest = at.filter(({ id, seq }) => id !== state.id || seq !== state.seq);
  if (rest.length < at.length) return rest;
  return at.length === 1 ? [...at, state] : [state];
}
