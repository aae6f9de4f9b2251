import { wilson, type Share } from '../agreement/index.ts';

/** When a task is listed: so many cases at least, and the lower end of the share's 95 % interval above so much. */
export interface ListRule {
  readonly least: number;
  readonly over: number;
}

export interface Suspicion<K extends string> {
  readonly kind: K;
  readonly share: Share;
  readonly runs: readonly string[];
}

/** A share that the rule lists, with the runs that make it. */
export function suspect<K extends string>(
  kind: K,
  hits: readonly string[],
  n: number,
  { least, over }: ListRule,
): readonly Suspicion<K>[] {
  const share = wilson(hits.length, n);
  return share !== null && n >= least && share.low > over ? [{ kind, share, runs: hits }] : [];
}
