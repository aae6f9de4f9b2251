import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { ConfusionPanel } from '../../lib/contracts/workbench.ts';
import { cx } from '../ui/cx.ts';

interface ConfusionProps {
  readonly title: string;
  readonly panel: ConfusionPanel;
  /** Of the verdict that it is compared with. */
  readonly was: ConfusionPanel | null;
}

const CELLS = [
  ['complete', 'completeComplete', 'completeOther'],
  ['others', 'otherComplete', 'otherOther'],
] as const;
const AGREEING: readonly string[] = ['completeComplete', 'otherOther'];

/** Verdicts against people's labels, and how far they agree beyond chance. */
export function Confusion({ title, panel, was }: ConfusionProps): ReactNode {
  return (
    <section aria-label={title} className="min-w-0 px-3 pt-2 pb-2.5">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="pb-0.5 text-left font-semibold">{title}</caption>
        <thead>
          <tr className="text-text-2 text-xs">
            <td className="w-[31%]" />
            <th scope="col" className="h-6 pr-2.5 text-right font-normal">
              {t('verifiers.humanComplete')}
            </th>
            <th scope="col" className="h-6 pr-2.5 text-right font-normal">
              {t('verifiers.humanOther')}
            </th>
          </tr>
        </thead>
        <tbody>
          {CELLS.map(([verdict, ...names]) => (
            <tr key={verdict}>
              <th scope="row" className="text-left font-normal">
                <span aria-hidden="true" className={verdict === 'complete' ? 'text-ok' : 'text-err'}>
                  {verdict === 'complete' ? '✓ ' : '✕ '}
                </span>
                {t(`verifiers.${verdict}`)}
              </th>
              {names.map((name) => (
                <Count
                  key={name}
                  count={panel[name]}
                  moved={was === null ? 0 : panel[name] - was[name]}
                  good={AGREEING.includes(name)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Agreement panel={panel} />
    </section>
  );
}

function Count({
  count,
  moved,
  good,
}: {
  readonly count: number;
  readonly moved: number;
  readonly good: boolean;
}): ReactNode {
  return (
    <td
      className={cx(
        'h-8 border border-line pr-2.5 text-right font-semibold text-lg tabular-nums',
        good ? 'bg-surface-2' : count > 0 ? 'text-err' : 'text-text-2',
      )}
    >
      {formatNumber(count)}
      {moved === 0 ? null : (
        <span className="ml-1.5 font-medium text-text-2 text-xs">
          {moved > 0 ? '+' : '−'}
          {formatNumber(Math.abs(moved))}
        </span>
      )}
    </td>
  );
}

function Agreement({ panel }: { readonly panel: ConfusionPanel }): ReactNode {
  const { kappa, agrees, n } = panel;
  if (n === 0) return <p className="mt-2 text-sm text-text-2">{t('verifiers.noLabels')}</p>;
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5 text-sm">
      <b className="text-lg" title={kappa === null ? t('verifiers.kappaWhy') : undefined}>
        {kappa === null ? t('verifiers.kappaNone') : t('verifiers.kappa', { value: kappa.value.toFixed(2) })}
      </b>
      {kappa === null ? null : (
        <span className="text-text-2 text-xs">
          {t('verifiers.interval', { low: kappa.low.toFixed(2), high: kappa.high.toFixed(2) })}
        </span>
      )}
      <span className="ml-auto text-text-2">
        {t('verifiers.agrees', { agrees, count: n, percent: ((100 * agrees) / n).toFixed(0) })}
      </span>
    </p>
  );
}
