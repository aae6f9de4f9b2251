'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { runCurvesQuery } from '../../../lib/client/queries/runs.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { useRunsLook } from '../runs-store.ts';

const plot = createLazyPart(async () => (await import('./run-plot.tsx')).RunPlot);

interface PlotLineProps {
  /** Without its order. */
  readonly query: string;
  readonly epoch: number;
  readonly onRange: (from: number, to: number) => void;
}

/** The plot under its title, which folds it. */
export function PlotLine(props: PlotLineProps): ReactNode {
  const { plotOpen, setPlotOpen } = useRunsLook();
  return (
    <section aria-label={t('runs.plot.title')} className="relative shrink-0 border-line border-b bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={plotOpen}
          onClick={() => setPlotOpen(!plotOpen)}
          className="flex min-h-7 items-center gap-1.5 px-3 text-left font-semibold text-sm outline-offset-[-2px]"
        >
          <Icon name="right" className={cx('size-2.5', plotOpen && 'rotate-90')} />
          {t('runs.plot.title')}
        </button>
      </h2>
      {plotOpen ? <Body {...props} /> : null}
    </section>
  );
}

function Body({ query, epoch, onRange }: PlotLineProps): ReactNode {
  const curves = useQuery(runCurvesQuery(query, epoch));
  const part = plot.usePart();
  if (curves.data === undefined && curves.isError) {
    return (
      <p role="alert" className="flex items-center gap-2 px-3 pb-2 text-sm">
        {t('runs.plot.failed', { why: curves.error.message })}
        <Button size="sm" onClick={() => void curves.refetch()}>
          {t('common.retry')}
        </Button>
      </p>
    );
  }
  if (part.state === 'failed') {
    return (
      <p role="alert" className="flex items-center gap-2 px-3 pb-2 text-sm">
        {t('common.partFailed', { what: t('runs.plot.title') })}
        <Button size="sm" onClick={part.retry}>
          {t('common.retry')}
        </Button>
      </p>
    );
  }
  if (curves.data === undefined || part.state === 'waiting') {
    return (
      <div className="h-[126px] px-3">
        <Loading what={t('runs.plot.what')} className="text-sm text-text-2" />
      </div>
    );
  }
  if (curves.data.curves.length === 0) {
    return <p className="px-3 pb-2 text-sm text-text-2">{t('runs.plot.empty')}</p>;
  }
  return <part.part curves={curves.data.curves} onRange={onRange} />;
}
