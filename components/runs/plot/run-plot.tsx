'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import type { RunCurves } from '../../../lib/contracts/runs.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { type Curve, DRAWN_CURVES, partsAt } from './curves.ts';
import { CurvePicture } from './curve-picture.tsx';
import { CurveTable } from './curve-table.tsx';
import { nameOf, pairLook } from './look.ts';

export interface RunPlotProps {
  readonly curves: RunCurves['curves'];
  /** A range of train_step was chosen; of one experiment, where one was meant. */
  readonly onRange: (from: number, to: number) => void;
}

const TITLE_CURVES = 3;

/** Pass rate and mean reward by train_step: a pair of lines for each experiment, or the figures as a table. */
export function RunPlot({ curves, onRange }: RunPlotProps): ReactNode {
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [extra, setExtra] = useState<ReadonlySet<string>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const isDrawn = (curve: Curve, index: number): boolean =>
    index < DRAWN_CURVES ? !off.has(nameOf(curve)) : extra.has(nameOf(curve));
  const drawn = useMemo(
    () =>
      curves.flatMap((curve, index) =>
        isDrawn(curve, index) ? [{ curve, look: pairLook(index, curves.length) }] : [],
      ),
    // What is drawn hangs on these alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [curves, off, extra],
  );
  const [only] = curves;
  const parts = curves.length === 1 && only !== undefined ? partsAt(only) : null;

  function toggle(curve: Curve, index: number): void {
    const [set, write] = index < DRAWN_CURVES ? [off, setOff] : [extra, setExtra];
    const next = new Set(set);
    if (!next.delete(nameOf(curve))) next.add(nameOf(curve));
    write(next);
  }

  return (
    <div className="px-3 pb-1.5">
      <div
        className={cx(
          'flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2',
          // Few names stand in the line of the title.
          curves.length <= TITLE_CURVES && 'lg:absolute lg:top-0 lg:right-3 lg:left-80 lg:flex-nowrap',
        )}
      >
        {curves.length < 2 ? (
          <span>{only === undefined ? null : (only.experiment ?? t('runs.noExperiment'))}</span>
        ) : (
          <ul aria-label={t('runs.plot.legend')} className="flex min-w-0 flex-wrap gap-1">
            {curves.map((curve, index) => {
              const on = isDrawn(curve, index);
              const { pass } = pairLook(index, curves.length);
              return (
                <li key={nameOf(curve)}>
                  <button
                    type="button"
                    aria-pressed={on}
                    onClick={() => toggle(curve, index)}
                    className={cx(
                      'flex h-6 max-w-48 items-center gap-1.5 rounded-1 px-1.5 hover:bg-surface-2',
                      on ? 'text-text' : 'text-text-2 line-through',
                    )}
                  >
                    <span
                      aria-hidden="true"
                      className="h-0.5 w-3.5"
                      style={{ background: on ? pass : 'var(--line-control)' }}
                    />
                    <span className="truncate">{nameOf(curve)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
        {parts === null ? null : (
          <span className="min-w-0 truncate lg:ml-auto">
            {t('runs.plot.parts', { step: formatNumber(parts) })}
          </span>
        )}
        <Button
          variant="ghost"
          size="sm"
          className={parts === null ? 'ml-auto' : 'max-lg:ml-auto'}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {t('runs.plot.asTable')}
        </Button>
      </div>
      {asTable ? (
        <CurveTable curves={drawn.map(({ curve }) => curve)} onRange={onRange} />
      ) : (
        <CurvePicture drawn={drawn} onRange={onRange} />
      )}
    </div>
  );
}
