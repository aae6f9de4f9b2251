'use client';

import { type ReactNode, useRef, useState } from 'react';
import { formatDate, formatNumber } from '../../../lib/client/format.ts';
import type { ProgressAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { useWidth } from '../../cells/index.ts';
import { Button } from '../../ui/button.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { Part, Scroller } from '../agreement/index.ts';
import { t } from './messages.ts';

const DAY_MS = 86_400_000;
const HEIGHT = 140;
const TOP = 10;
const BOTTOM = 20;
const LEFT = 48;
const RIGHT = 12;
/** Of a forecast that is long: the picture stays readable. */
const MOST_DAYS = 120;

/** Labels still to be given, day by day, with where the end may lie. */
export function BurnDown({ progress }: { readonly progress: ProgressAnswer }): ReactNode {
  const [asTable, setAsTable] = useState(false);
  return (
    <Part
      title={t('agreement.burnDown')}
      says={t('agreement.burnSays')}
      actions={
        <Button size="sm" variant="ghost" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'agreement.asPicture' : 'agreement.asTable')}
        </Button>
      }
    >
      {progress.days.length === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.noPeople')}</p>
      ) : asTable ? (
        <DayTable days={progress.days} />
      ) : (
        <Picture progress={progress} />
      )}
    </Part>
  );
}

function Picture({ progress }: { readonly progress: ProgressAnswer }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { days, forecast, wanted } = progress;
  const ahead = Math.min(MOST_DAYS, forecast?.high ?? 0);
  const span = Math.max(1, days.length + ahead);
  const x = (day: number): number => LEFT + (day / span) * (width - LEFT - RIGHT);
  const y = (left: number): number => TOP + (1 - left / Math.max(1, wanted)) * (HEIGHT - TOP - BOTTOM);
  const now = days.length;
  const left = days.at(-1)?.left ?? wanted;
  const line = [{ left: wanted }, ...days].map(
    (day, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(day.left).toFixed(1)}`,
  );
  return (
    <div ref={box} className="px-3 py-2">
      <svg width={width} height={HEIGHT} aria-hidden="true" className="block max-w-full font-sans text-xs">
        {[0, wanted].map((value) => (
          <g key={value}>
            <path d={`M${String(LEFT)} ${String(y(value))}H${String(width - RIGHT)}`} stroke="var(--line)" />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end" fill="var(--text-2)">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {forecast === null ? null : (
          <>
            <path
              d={`M${String(x(now))} ${String(y(left))}L${String(x(now + Math.min(ahead, forecast.low)))} ${String(y(0))}H${String(x(now + ahead))}Z`}
              fill="var(--accent)"
              opacity={0.15}
            />
            <path
              d={`M${String(x(now))} ${String(y(left))}L${String(x(now + Math.min(ahead, forecast.days)))} ${String(y(0))}`}
              stroke="var(--accent)"
              strokeDasharray="5 3"
            />
          </>
        )}
        <path d={line.join('')} fill="none" stroke="var(--accent)" strokeWidth={2} />
        <text x={LEFT} y={HEIGHT - 5} fill="var(--text-2)">
          {formatDate(days[0]?.fromMs ?? 0)}
        </text>
        {ahead === 0 ? null : (
          <text x={width - RIGHT} y={HEIGHT - 5} textAnchor="end" fill="var(--text-2)">
            {formatDate(progress.nowMs + ahead * DAY_MS)}
          </text>
        )}
      </svg>
    </div>
  );
}

function DayTable({ days }: { readonly days: ProgressAnswer['days'] }): ReactNode {
  return (
    <Scroller label={t('agreement.burnDown')} className="max-h-60">
      <Table label={t('agreement.burnDown')} className="font-sans">
        <thead>
          <tr>
            <HeadCell>{t('agreement.day')}</HeadCell>
            <HeadCell className="text-right">{t('agreement.given')}</HeadCell>
            <HeadCell className="text-right">{t('agreement.leftToGive')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ fromMs, submitted, left }) => (
            <Row key={fromMs}>
              <Cell size="dense">{formatDate(fromMs)}</Cell>
              <Cell size="dense" align="end" className="tabular-nums">
                {formatNumber(submitted)}
              </Cell>
              <Cell size="dense" align="end" className="tabular-nums">
                {formatNumber(left)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Scroller>
  );
}
