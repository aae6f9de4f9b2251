import { describe, expect, it } from 'vitest';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { binSteps } from './overview.tsx';

const step = (seq: number, over: Partial<LiveStep> = {}) =>
  ({ seq, kind: 'call_tool', rewardType: 'tool_call_ok', wrote: false, ...over }) as LiveStep;

describe('binSteps', () => {
  it('draws each step apart while there is room', () => {
    const ticks = binSteps([step(1), step(2, { wrote: true }), step(3, { kind: 'verify' })], 10);
    expect(ticks.map(({ effect, last }) => [effect, last])).toEqual([
      ['read', 1],
      ['wrote', 2],
      ['verify', 3],
    ]);
  });

  it('shows the worst of those that share a tick: error, wrote, verify, read', () => {
    const steps = [
      step(1, { wrote: true }),
      step(2, { rewardType: 'server_error' }),
      step(3, { kind: 'verify' }),
      step(4),
      step(5),
    ];
    const ticks = binSteps(steps, 3);
    expect(ticks.map(({ effect, last }) => [effect, last])).toEqual([
      ['error', 2],
      ['verify', 4],
      ['read', 5],
    ]);
  });
});
