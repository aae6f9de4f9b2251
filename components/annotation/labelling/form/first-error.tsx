'use client';

import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { t } from '../messages.ts';
import { errorBefore } from '../model/acts.ts';
import { useItem, useLabel, useRow, useSide } from '../use-item.ts';
import type { PartProps } from './part-props.ts';
import { KeyCap, RowHead } from './row-head.tsx';

/** Where the run went wrong first: proposed from the marks until it is chosen. */
export function FirstError({ acts }: PartProps): ReactNode {
  const item = useItem();
  const row = useRow();
  const { rows } = useSide();
  const firstError = useLabel((doc) => doc.firstError);
  const before = useLabel((doc) => errorBefore(doc, item.seqs));
  const at = typeof firstError === 'object' ? firstError : null;
  // The mark of a verify or done that gave the answer stands at the answer.
  const answer = rows.find(({ kind }) => kind === 'answer')?.markSeq ?? null;
  const atAnswer = at !== null && at.seq === answer;
  const step = atAnswer ? undefined : item.assignment.run.steps.find(({ seq }) => seq === at?.seq);
  const here = row !== undefined && row.seq !== at?.seq ? row.seq : null;
  return (
    <section data-form-row="firstError">
      <RowHead
        row="firstError"
        note={at === null ? undefined : t(at.proposed ? 'labelling.proposed' : 'labelling.chosen')}
      >
        {t('labelling.firstError')}
      </RowHead>
      <div
        className={cx(
          'grid min-h-[54px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 rounded-1 border px-2.5 py-1.5 leading-[19px]',
          at?.proposed === false || firstError === 'none'
            ? 'border-line-control'
            : 'border-dashed border-line-control',
        )}
      >
        <button type="button" className="min-h-6 min-w-0 text-left" onClick={() => acts.firstErrorHere()}>
          {at === null ? (
            firstError === 'none' ? (
              t('labelling.noErrorSaid')
            ) : (
              <span className="text-text-2">
                {here === null
                  ? t('labelling.nothing')
                  : here === answer
                    ? t('labelling.setAtAnswer')
                    : t('labelling.setHere', { step: here })}
              </span>
            )
          ) : (
            <>
              <span aria-hidden="true" className="text-err">
                ✕{' '}
              </span>
              <b className="font-medium">
                {atAnswer ? t('labelling.answer') : t('labelling.firstErrorAt', { step: at.seq })}
              </b>
              {step === undefined || step.httpStatus === null
                ? ''
                : `, ${t('labelling.http', { status: step.httpStatus })}`}
              {here === null ? (
                ''
              ) : (
                <span className="text-text-3">
                  {' '}
                  · {here === answer ? t('labelling.moveToAnswer') : t('labelling.moveTo', { step: here })}
                </span>
              )}
            </>
          )}
        </button>
        <span className="justify-self-end">
          <KeyCap action="label.firstError" />
        </span>
        <span className="truncate font-mono text-text-2">{step?.toolName ?? ''}</span>
        <button
          type="button"
          aria-pressed={firstError === 'none'}
          onClick={() => acts.noError()}
          className="min-h-6 text-accent text-xs underline underline-offset-2 aria-pressed:font-semibold"
        >
          {t('labelling.noError')}
        </button>
      </div>
      {before === null ? null : (
        <p role="status" className="mt-1 text-warn text-xs">
          <span aria-hidden="true">! </span>
          {firstError === 'none'
            ? t('labelling.markedThough', { step: before })
            : t('labelling.markedBefore', { step: before })}
        </p>
      )}
    </section>
  );
}
