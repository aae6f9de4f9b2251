import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import type { GradingMeasures } from '../../../lib/contracts/annotation/grading.ts';
import { cx } from '../../ui/cx.ts';
import { t } from './messages.ts';

/** Verdicts × people, and what they come to. */
export function TwoByTwo({ measures }: { readonly measures: GradingMeasures }): ReactNode {
  const { truePasses, falsePasses, falseFailures, trueFailures } = measures;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <table className="border-collapse text-sm">
        <caption className="pb-1 text-left font-semibold">{t('grading.table')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col" className="px-3 py-1 font-medium text-text-2">
              {t('grading.people')}: {t('grading.complete')}
            </th>
            <th scope="col" className="px-3 py-1 font-medium text-text-2">
              {t('grading.people')}: {t('grading.other')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="pr-3 text-left font-medium text-text-2">
              {t('grading.verifier')}: {t('grading.passes')}
            </th>
            <Count n={truePasses} />
            <Count n={falsePasses} word={t('grading.falsePass')} wrong />
          </tr>
          <tr>
            <th scope="row" className="pr-3 text-left font-medium text-text-2">
              {t('grading.verifier')}: {t('grading.fails')}
            </th>
            <Count n={falseFailures} word={t('grading.falseFailure')} wrong />
            <Count n={trueFailures} />
          </tr>
        </tbody>
      </table>
      <table className="border-collapse text-sm">
        <thead>
          <tr className="text-left text-text-2">
            <th className="pr-4 font-medium">{t('grading.measure')}</th>
            <th className="pr-4 text-right font-medium">{t('grading.value')}</th>
            <th className="pr-4 text-right font-medium">{t('grading.interval')}</th>
            <th className="text-right font-medium">{t('grading.n')}</th>
          </tr>
        </thead>
        <tbody>
          {(['precision', 'recall', 'specificity'] as const).map((name) => (
            <Figure key={name} name={name} figure={measures[name]} n={measures[name]?.n ?? 0} />
          ))}
          <Figure name="kappa" figure={measures.kappa} n={measures.n} />
        </tbody>
      </table>
    </div>
  );
}

function Count({
  n,
  word,
  wrong = false,
}: {
  readonly n: number;
  readonly word?: string;
  readonly wrong?: boolean;
}): ReactNode {
  return (
    <td
      className={cx(
        'h-14 min-w-32 border border-line px-3 text-center',
        wrong && n > 0 && 'on-tint bg-err-soft',
      )}
    >
      <b className="font-semibold text-lg">{n}</b>
      {word === undefined ? null : <span className="block text-text-2">{word}</span>}
    </td>
  );
}

interface FigureProps {
  readonly name: 'precision' | 'recall' | 'specificity' | 'kappa';
  readonly figure: { readonly value: number; readonly low: number; readonly high: number } | null;
  readonly n: number;
}

function Figure({ name, figure, n }: FigureProps): ReactNode {
  return (
    <tr className="h-7 border-line border-t">
      <th scope="row" className="pr-4 text-left font-medium">
        {t(`grading.${name}`)}
        <span className="block font-normal text-text-2">{t(`grading.${name}Hint`)}</span>
      </th>
      <td className="pr-4 text-right tabular-nums">
        {figure === null ? t('grading.undefinedValue') : share(figure.value)}
      </td>
      <td className="pr-4 text-right text-text-2 tabular-nums">
        {figure === null ? '' : `${share(figure.low)} – ${share(figure.high)}`}
      </td>
      <td className="text-right text-text-2 tabular-nums">{n}</td>
    </tr>
  );
}

/** Two digits. */
export function share(value: number): string {
  return formatNumber(value, 2);
}
