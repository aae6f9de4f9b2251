import type { RunSelection, RunTarget } from '../../../lib/contracts/runs.ts';

/**
 * Which runs are selected: some by id, in the order in which they were chosen, or a set that the server has fixed, without
 * some of it.
 */
export type RunChoice =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly selection: RunSelection; readonly except: ReadonlySet<string> };

export const NO_CHOICE: RunChoice = { kind: 'ids', ids: new Set() };

export function isChosen(choice: RunChoice, id: string): boolean {
  return choice.kind === 'ids' ? choice.ids.has(id) : !choice.except.has(id);
}

export function countOf(choice: RunChoice): number {
  return choice.kind === 'ids' ? choice.ids.size : Math.max(0, choice.selection.count - choice.except.size);
}

export function toggleRun(choice: RunChoice, id: string): RunChoice {
  return setRuns(choice, [id], !isChosen(choice, id));
}

/** Takes runs in, or out. */
export function setRuns(choice: RunChoice, ids: readonly string[], chosen: boolean): RunChoice {
  const held = new Set(choice.kind === 'ids' ? choice.ids : choice.except);
  for (const id of ids) {
    if (chosen === (choice.kind === 'ids')) held.add(id);
    else held.delete(id);
  }
  if (choice.kind === 'ids') return { kind: 'ids', ids: held };
  return held.size >= choice.selection.count ? NO_CHOICE : { ...choice, except: held };
}

/** As actions take it; null where nothing is selected. */
export function targetOf(choice: RunChoice): RunTarget | null {
  if (countOf(choice) === 0) return null;
  if (choice.kind === 'ids') return { ids: [...choice.ids] };
  const except = [...choice.except];
  return { selection: choice.selection.id, ...(except.length > 0 && { except }) };
}
