import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import type { FigureAnswer, ShareAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { t } from './messages.ts';

/** A statistic with its interval; on focus or hover by which formula. What is missing is said in its place. */
export function FigureValue({
  figure,
  formula,
  share = false,
}: {
  readonly figure: FigureAnswer;
  readonly formula: string;
  /** Told in percent. */
  readonly share?: boolean;
}): ReactNode {
  const said = (value: number): string =>
    share ? `${formatNumber(value * 100, 0)} %` : formatNumber(value, 2);
  const { value, low, high, why, noInterval } = figure;
  if (value === null) {
    return <span className="text-text-2 whitespace-normal">{t(`agreement.why.${why ?? 'no_labels'}`)}</span>;
  }
  return (
    <Tooltip text={formula}>
      <span tabIndex={0} className="inline-flex flex-wrap items-baseline gap-x-1.5 rounded-1">
        <span className="font-semibold tabular-nums">{said(value)}</span>
        {low === null || high === null ? (
          <span className="text-text-2 text-xs whitespace-normal">
            {noInterval === null ? null : t(`agreement.noInterval.${noInterval}`)}
          </span>
        ) : (
          <span className="text-text-2 text-xs tabular-nums">
            <span aria-hidden="true">
              [{said(low)}, {said(high)}]
            </span>
            <span className="sr-only">{t('agreement.interval', { low: said(low), high: said(high) })}</span>
          </span>
        )}
      </span>
    </Tooltip>
  );
}

export function ShareValue({ share }: { readonly share: ShareAnswer | null }): ReactNode {
  if (share === null) return <span className="text-text-2">–</span>;
  const percent = (value: number): string => `${formatNumber(value * 100, 0)} %`;
  return (
    <Tooltip text={t('agreement.formulas.wilson')}>
      <span tabIndex={0} className="inline-flex flex-wrap items-baseline gap-x-1.5 rounded-1 tabular-nums">
        {t('agreement.of', { share: percent(share.value), hits: share.hits, n: share.n })}
        <span className="text-text-2 text-xs">
          [{percent(share.low)}, {percent(share.high)}]
        </span>
      </span>
    </Tooltip>
  );
}
