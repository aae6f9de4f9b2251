import type { ReactNode } from 'react';
import type { GradingMeasures } from '../../../lib/contracts/annotation/grading.ts';
import { t } from './messages.ts';
import { share } from './two-by-two.tsx';

export interface MeasureLine extends GradingMeasures {
  readonly id: string;
  readonly name: ReactNode;
}

/** One line for each scenario, task or version. */
export function MeasureTable({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly MeasureLine[];
}): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="py-1 font-semibold text-sm">{title}</h2>
      <div tabIndex={0} role="group" aria-label={title} className="overflow-x-auto">
        <table className="w-full border-collapse text-sm whitespace-nowrap">
          <thead>
            <tr className="border-line border-b text-left text-text-2">
              <th className="py-1 pr-3 font-medium">{title}</th>
              {(['falsePass', 'falseFailure', 'precision', 'recall', 'specificity', 'kappa'] as const).map(
                (name) => (
                  <th key={name} className="px-2 text-right font-medium">
                    {t(`grading.${name}`)}
                  </th>
                ),
              )}
              <th className="pl-2 text-right font-medium">{t('grading.n')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id} className="h-7 border-line border-b tabular-nums">
                <th scope="row" className="pr-3 text-left font-normal">
                  {line.name}
                </th>
                <td className="px-2 text-right">{line.falsePasses}</td>
                <td className="px-2 text-right">{line.falseFailures}</td>
                {[line.precision, line.recall, line.specificity, line.kappa].map((figure, index) => (
                  <td
                    key={index === 0 ? 'p' : index === 1 ? 'r' : index === 2 ? 's' : 'k'}
                    className="px-2 text-right"
                  >
                    {figure === null ? (
                      <span className="text-text-2">–</span>
                    ) : (
                      <>
                        {share(figure.value)}{' '}
                        <span className="text-text-2">
                          {share(figure.low)}–{share(figure.high)}
                        </span>
                      </>
                    )}
                  </td>
                ))}
                <td className="pl-2 text-right">{line.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
