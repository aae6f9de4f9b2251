import { createHash } from 'node:crypto';
import type { DatasetSplit } from '../../../lib/contracts/annotation/datasets.ts';

export type SplitName = 'train' | 'validation' | 'test';

/**
 * The side that a task is on: all its runs, labels and pairs are on one. It hangs on seed, scenario and task alone, so that a
 * task stays where it is when labels are added.
 */
export function splitOf(split: DatasetSplit | null, scenario: string, taskIdx: number | null): SplitName {
  if (split === null) return 'train';
  const digest = createHash('sha256')
    .update(JSON.stringify([split.seed, scenario, taskIdx]))
    .digest();
  const place = (digest.readUIntBE(0, 6) / 2 ** 48) * (split.train + split.validation + split.test);
  if (place < split.train) return 'train';
  return place < split.train + split.validation ? 'validation' : 'test';
}
