import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { VERDICT_CELLS, VerdictMark } from '../marks/verdict-strip.tsx';

/** What the marks in the rows mean. */
export function Legend(): ReactNode {
  return (
    <>
      <span className="flex items-center gap-3 max-lg:hidden">
        {VERDICT_CELLS.map((cell) => (
          <span key={cell} className="flex items-center gap-1">
            <VerdictMark cell={cell} label={false} />
            {t(`scenarios.cell.${cell}`)}
          </span>
        ))}
      </span>
      <ActorLegend />
    </>
  );
}

export function ActorLegend(): ReactNode {
  return (
    <span>
      <span aria-hidden="true" className="text-human">
        ●
      </span>{' '}
      {t('scenarios.human')}{' '}
      <span aria-hidden="true" className="text-agent">
        ■
      </span>{' '}
      {t('scenarios.agent')}
    </span>
  );
}
