import type { ReactNode } from 'react';
import type { PairCounts } from '../../../lib/contracts/annotation/pairs.ts';
import { t } from './messages.ts';

/** What was not used, and why. */
export function LeftTable({ left }: Pick<PairCounts, 'left'>): ReactNode {
  if (left.length === 0) return <p className="text-text-2">{t('training.leftNone')}</p>;
  return (
    <table className="w-fit border-collapse">
      <caption className="text-left font-medium">{t('training.left')}</caption>
      <thead className="sr-only">
        <tr>
          <th>{t('training.why')}</th>
          <th>{t('training.count')}</th>
        </tr>
      </thead>
      <tbody>
        {left.map(({ why, of, count }) => (
          <tr key={`${of} ${why}`} className="border-line border-b">
            <td className="py-0.5 pr-6">
              {t(`training.${of}`)}: {t(`training.why_${why}`)}
            </td>
            <td className="text-right font-mono">{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
