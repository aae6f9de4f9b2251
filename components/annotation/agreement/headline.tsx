import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import type { AgreementAnswer, FigureAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { FigureValue } from './figure.tsx';
import { t } from './messages.ts';
import { Part, Scroller } from './part.tsx';
import type { Look } from './use-look.ts';
import { alphaFormula, alphaMeans, measureName } from './words.ts';

/** The figures of each question; one of them is looked at in the parts below. */
export function Headline({ data, look }: { readonly data: AgreementAnswer; readonly look: Look }): ReactNode {
  const chosen = data.measures.find(({ id }) => id === look.measure);
  const marks = data.measures.find(({ id }) => id === 'steps')?.allMarks ?? null;
  const resamples = chosen?.resamples ?? 0;
  return (
    <Part
      title={t('agreement.title')}
      says={`${t('agreement.counted', data.counted)}. ${chosen === undefined ? '' : `${measureName(chosen)}: ${alphaMeans(chosen.alpha)}`}`}
    >
      <Scroller label={t('agreement.title')}>
        <Table label={t('agreement.title')} className="font-sans">
          <thead>
            <tr>
              <HeadCell>{t('agreement.question')}</HeadCell>
              <HeadCell>{t('agreement.percent')}</HeadCell>
              <HeadCell>{t('agreement.alpha')}</HeadCell>
              <HeadCell>{t('agreement.fleiss')}</HeadCell>
              <HeadCell className="text-right">{t('agreement.items')}</HeadCell>
              <HeadCell className="text-right">{t('agreement.units')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.measures.map((measure) => (
              <Row key={measure.id} look={measure.id === look.measure ? 'selected' : 'hover'}>
                <Cell>
                  <UrlLink
                    set={{ measure: measure.id, value: null, against: null }}
                    aria-current={measure.id === look.measure ? 'true' : undefined}
                    className="text-accent underline"
                  >
                    {measureName(measure)}
                  </UrlLink>
                </Cell>
                <Cell>
                  <FigureValue figure={measure.percent} formula={t('agreement.formulas.percent')} share />
                </Cell>
                <Cell>
                  <FigureValue figure={measure.alpha} formula={alphaFormula(measure.kind)} />
                </Cell>
                <Cell>
                  {measure.kind === 'nominal' ? (
                    <FigureValue figure={measure.fleiss} formula={t('agreement.formulas.fleiss')} />
                  ) : (
                    <span className="text-text-2">–</span>
                  )}
                </Cell>
                <Cell align="end" className="tabular-nums">
                  {formatNumber(measure.items)}
                </Cell>
                <Cell align="end" className="tabular-nums">
                  {formatNumber(measure.units)}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Scroller>
      <div className="flex flex-col gap-1 px-3 py-2 text-sm text-text-2">
        {resamples === 0 ? null : (
          <p>{t('agreement.formulas.bootstrap', { resamples: formatNumber(resamples) })}</p>
        )}
        {chosen === undefined || chosen.otherVersion === 0 ? null : (
          <p>{t('agreement.otherVersion', { count: chosen.otherVersion })}</p>
        )}
        {marks === null || marks.bulk + marks.inherited === 0 ? null : (
          <p>
            {t('agreement.allMarks', {
              bulk: formatNumber(marks.bulk),
              inherited: formatNumber(marks.inherited),
              own: formatNumber(marks.own),
              alpha: brief(marks.alpha),
              percent: brief(marks.percent),
            })}
          </p>
        )}
        {data.withRevealed === null ? null : (
          <p>{t('agreement.withRevealed', { alpha: brief(data.withRevealed.alpha) })}</p>
        )}
      </div>
    </Part>
  );
}

function brief({ value, why }: FigureAnswer): string {
  return value === null ? t(`agreement.why.${why ?? 'no_labels'}`) : formatNumber(value, 2);
}

const LEFT = ['gold', 'repeats', 'copies', 'revealed', 'removed', 'practice', 'hidden'] as const;

/** What does not count, and why. */
export function LeftOut({ left }: Pick<AgreementAnswer, 'left'>): ReactNode {
  const some = LEFT.filter((reason) => left[reason] > 0);
  return (
    <Part title={t('agreement.left')}>
      {some.length === 0 ? (
        <p className="px-3 py-2 text-sm text-text-2">{t('agreement.leftNothing')}</p>
      ) : (
        <ul className="flex flex-col gap-1 px-3 py-2 text-sm">
          {some.map((reason) => (
            <li key={reason}>{t(`agreement.leftOf.${reason}`, { count: formatNumber(left[reason]) })}</li>
          ))}
        </ul>
      )}
    </Part>
  );
}
