import { describe, expect, it } from 'vitest';
import type { StepRecord } from '../store/types.ts';
import { createEventLog } from './events.ts';
import type { SessionEvent } from './types.ts';

const step = (seq: number) => ({ episodeId: 'e', seq }) as StepRecord;

describe('the event log', () => {
  it('gives late watchers what it holds, without the steps that cannot be read any more', () => {
    const log = createEventLog(({ seq }) => {
      if (seq === 2) throw new Error('the blob is damaged');
      return step(seq);
    });
    for (const seq of [1, 2, 3]) log.emit({ kind: 'step', step: step(seq) });
    const seen: SessionEvent[] = [];
    const unwatch = log.watch(0, (event) => seen.push(event));
    log.emit({ kind: 'step', step: step(4) });
    unwatch();
    log.emit({ kind: 'step', step: step(5) });
    expect(seen.map(({ seq }) => seq)).toEqual([1, 3, 4]);
  });
});
