import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { type Curve, passRate, stepFilter } from './curves.ts';
import { nameOf } from './look.ts';

/** The figures behind the lines. */
export function CurveTable({
  curves,
  onRange,
}: {
  readonly curves: readonly Curve[];
  readonly onRange: (from: number, to: number) => void;
}): ReactNode {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('runs.plot.title')}
      className="max-h-48 overflow-auto border border-line"
    >
      <Table label={t('runs.plot.title')} className="font-sans">
        <thead>
          <tr>
            <HeadCell>{t('runs.columns.experiment')}</HeadCell>
            <HeadCell className="text-right">{t('runs.columns.trainStep')}</HeadCell>
            <HeadCell className="text-right">{t('runs.plot.runs')}</HeadCell>
            <HeadCell className="text-right">{t('runs.plot.passRate')}</HeadCell>
            <HeadCell className="text-right">{t('runs.plot.meanReward')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {curves.flatMap((curve) =>
            curve.points.map((point) => (
              <Row key={`${nameOf(curve)}/${String(point.from)}`}>
                <Cell size="dense">{nameOf(curve)}</Cell>
                <Cell size="dense" align="end">
                  <Button variant="ghost" size="sm" onClick={() => onRange(point.from, point.to)}>
                    {stepFilter(point.from, point.to)}
                  </Button>
                </Cell>
                <Cell size="dense" align="end" className="tabular-nums">
                  {formatNumber(point.runs)}
                </Cell>
                <Cell size="dense" align="end" className="tabular-nums">
                  {figure(passRate(point))}
                </Cell>
                <Cell size="dense" align="end" className="tabular-nums">
                  {figure(point.meanReward)}
                </Cell>
              </Row>
            )),
          )}
        </tbody>
      </Table>
    </div>
  );
}

/** Two places, as rates are told. */
export function figure(value: number | null): string {
  return value === null ? '–' : formatNumber(value, 2);
}
