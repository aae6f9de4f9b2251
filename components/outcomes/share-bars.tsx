import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { Outcomes } from '../../lib/contracts/outcomes.ts';

interface ShareBarsProps {
  readonly bins: Outcomes['bins'];
  /** By bin. */
  readonly counts: readonly number[];
}

/** Which share of the runs of each stretch of training ended so. */
export function ShareBars({ bins, counts }: ShareBarsProps): ReactNode {
  if (bins.length === 0) return null;
  const said = bins.map(({ from, to, runs }, i) =>
    t(from === to ? 'outcomes.oneBin' : 'outcomes.bin', { from, to, count: counts[i] ?? 0, total: runs }),
  );
  return (
    <div>
      <div aria-hidden="true" className="flex h-9 items-end gap-px border-line-strong border-b">
        {bins.map(({ from, runs }, i) => (
          <span key={from} title={said[i]} className="flex h-full min-w-0 flex-1 items-end bg-surface-2">
            <span
              className="block w-full bg-accent"
              style={{ height: `${String(runs === 0 ? 0 : Math.round(((counts[i] ?? 0) / runs) * 100))}%` }}
            />
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between text-text-2 text-xs">
        <span>{bins[0]?.from}</span>
        <span>{bins.at(-1)?.to}</span>
      </p>
      <ul className="sr-only">
        {said.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
