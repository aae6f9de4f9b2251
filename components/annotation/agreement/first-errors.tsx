import type { ReactNode } from 'react';
import type { AgreementAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { Select } from '../../ui/select.tsx';
import { FigureValue } from './figure.tsx';
import { t } from './messages.ts';
import { Part } from './part.tsx';
import type { Look } from './use-look.ts';

const TOLERANCES = ['0', '1', '2', '3', '5', '10'];

/** Where annotators see the first error, so many steps apart counting as the same. */
export function FirstErrors({
  found,
  look,
}: {
  readonly found: AgreementAnswer['localisation'];
  readonly look: Look;
}): ReactNode {
  const { tolerance, same, near, apart, bothNone, noneAgainstStep, pairs, notOwn } = found;
  const counts = { tolerance, same, near, apart, bothNone, noneAgainstStep, pairs };
  return (
    <Part
      title={t('agreement.first')}
      actions={
        <Select
          className="w-20"
          size="sm"
          label={t('agreement.tolerance')}
          value={String(look.look.tolerance)}
          options={TOLERANCES.map((value) => ({ value, label: `±${value}` }))}
          onChange={(k) => look.set({ k })}
        />
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 px-3 py-2 text-sm">
        <dt>{t('agreement.firstAgree', { tolerance })}</dt>
        <dd>
          <FigureValue figure={found.agreement} formula={t('agreement.formulas.percent')} share />
        </dd>
        <dt>{t('agreement.firstOnSteps')}</dt>
        <dd>
          <FigureValue figure={found.onSteps} formula={t('agreement.formulas.percent')} share />
        </dd>
      </dl>
      <p className="px-3 pb-2 text-sm text-text-2">
        {t('agreement.firstSays', counts)}{' '}
        {notOwn === 0 ? null : t('agreement.firstNotOwn', { count: notOwn })}
      </p>
    </Part>
  );
}
