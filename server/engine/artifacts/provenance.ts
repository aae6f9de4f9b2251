import { z } from 'zod';
import { toNumber } from '../../../lib/util/raw-number.ts';
import type { RunProvenance } from '../../store/types.ts';

const name = z.string().min(1).max(500);

/** What of a run's own words can stand in its row; other kinds of values are left out. */
export function provenanceOf(told: Readonly<Record<string, unknown>>): RunProvenance {
  const text = (key: string) => {
    const found = name.safeParse(told[key]);
    return found.success ? { [key]: found.data } : {};
  };
  const int = (key: string) => {
    const found = toNumber(told[key]);
    return found !== undefined && Number.isSafeInteger(found) ? { [key]: found } : {};
  };
  const tags = z.array(name).max(100).safeParse(told['tags']);
  return {
    ...text('experiment'),
    ...text('policy'),
    ...text('checkpoint'),
    ...int('train_step'),
    ...text('group'),
    ...int('sample'),
    ...(tags.success && { tags: tags.data }),
  };
}
