import type { PairCounts } from '../../../lib/contracts/annotation/pairs.ts';

/** For a sentence. */
export function countsOf({ runs, used, tasks, pairs }: PairCounts): Readonly<Record<string, number>> {
  return { runs, used, tasks, pairs };
}
