'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { stateName } from './changes-header.tsx';
import type { DiffRange } from './diff-range.ts';

/** Says that nothing differs, and where something did. */
export function NothingChanged({
  viewed,
  range,
}: {
  readonly viewed: Viewed;
  readonly range: DiffRange;
}): ReactNode {
  if (range.mode !== 'step') {
    const names = { from: stateName(range.from), to: stateName(range.to) };
    return <Notice title={t('changes.emptyRange', names)}>{t('changes.emptyRangeBody')}</Notice>;
  }
  const last = viewed.steps.findLast((step) => step.wrote && step.seq < viewed.seq)?.seq ?? 0;
  const next = viewed.steps.find((step) => step.wrote && step.seq > viewed.seq)?.seq;
  const actions = (
    <>
      {next === undefined ? null : <GoTo seq={next} />}
      {last === 0 ? null : <GoTo seq={last} />}
      {viewed.seq === 0 ? null : (
        <UrlLink set={{ diff: 'start' }} className={buttonClass({ variant: 'ghost' })}>
          {t('changes.sinceStart')}
        </UrlLink>
      )}
    </>
  );
  if (viewed.step === null) {
    return (
      <Notice title={t('changes.emptySeed')} actions={next === undefined ? undefined : actions}>
        {next === undefined ? t('changes.emptySeedBody') : t('changes.nextWrite', { seq: next })}
      </Notice>
    );
  }
  const name = stepName(viewed.step);
  return (
    <Notice title={t('changes.emptyStep', { seq: viewed.seq })} actions={actions}>
      {[
        t(viewed.step.wrote ? 'changes.wroteSame' : 'changes.onlyRead', { name }),
        last === 0 ? t('changes.lastWriteSeed') : t('changes.lastWrite', { seq: last }),
        next === undefined ? '' : t('changes.nextWrite', { seq: next }),
      ].join(' ')}
    </Notice>
  );
}

function GoTo({ seq }: { readonly seq: number }): ReactNode {
  return (
    <UrlLink set={{ step: String(seq) }} className={buttonClass()}>
      {t('changes.goTo', { seq })}
    </UrlLink>
  );
}
