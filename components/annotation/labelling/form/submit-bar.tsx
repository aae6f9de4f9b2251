'use client';

import type { ReactNode } from 'react';
import { useKeyLabel } from '../../../../lib/client/keys/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { labelActs } from '../label-acts.ts';
import { t } from '../messages.ts';
import { missingRows, openSteps } from '../model/missing.ts';
import { useItem, useLabel, useNamed } from '../use-item.ts';
import { rowName, type Submitting } from '../use-submit.ts';
import { KeyCap } from './row-head.tsx';

export function SubmitBar({ submitting }: { readonly submitting: Submitting }): ReactNode {
  const item = useItem();
  const { assignment, seqs, view } = item;
  const flagged = useLabel((doc) => doc.flagged);
  const key = useKeyLabel('label.submit');
  const named = useNamed();
  const done = assignment.state === 'submitted' || assignment.state === 'returned';
  return (
    <div className="@container shrink-0 border-line border-t bg-surface">
      {named.length === 0 ? null : (
        <p role="alert" className="px-4 pt-1.5 text-err text-sm wrap-anywhere">
          ✕ {t('labelling.missingRow', { rows: named.map((row) => rowName(row, item)).join(', ') })}
        </p>
      )}
      <div className="flex min-h-12 flex-wrap items-center gap-0.5 pr-3 pl-1.5 @max-[330px]:pb-2">
        {done ? null : (
          <Button
            variant="ghost"
            className="gap-1 px-1.5"
            onClick={() => view.setState({ dialog: { kind: 'skip' } })}
          >
            {t('labelling.skip')} <KeyCap action="label.skip" />
          </Button>
        )}
        <Button
          variant="ghost"
          className="gap-1 px-1.5"
          aria-pressed={flagged}
          onClick={() => labelActs(item).flag()}
        >
          {t(flagged ? 'labelling.flagged' : 'labelling.flag')} <KeyCap action="label.flag" />
        </Button>
        <span className="mr-2 min-w-0 flex-1 text-right text-sm leading-4 @max-[330px]:-order-1 @max-[330px]:basis-full @max-[330px]:pt-2">
          <Left seqs={seqs} />
        </span>
        <Button
          variant="primary"
          className="h-8 @max-[330px]:ml-auto"
          busy={submitting.busy}
          aria-keyshortcuts={key?.aria}
          onClick={submitting.submit}
        >
          {t(submitting.busy ? 'labelling.submitting' : done ? 'labelling.submitAgain' : 'labelling.submit')}
          {key === null ? null : <Kbd>{key.shown}</Kbd>}
        </Button>
      </div>
    </div>
  );
}

/** What is still open, counted honestly: steps without a mark, else answers that must be given. */
function Left({ seqs }: { readonly seqs: readonly number[] }): ReactNode {
  const { assignment } = useItem();
  const schema = assignment.schema.doc;
  const steps = useLabel((doc) => (schema.steps === 'off' ? 0 : openSteps(doc, seqs).length));
  const rows = useLabel(
    (doc) =>
      missingRows(doc, schema, seqs, assignment.otherRun !== null).filter((row) => row !== 'steps').length,
  );
  if (steps > 0) return <span className="text-warn">! {t('labelling.openSteps', { count: steps })}</span>;
  if (rows > 0) return <span className="text-warn">! {t('labelling.openRows', { count: rows })}</span>;
  if (seqs.length === 0 || schema.steps === 'off') return null;
  return <span className="text-text-2">{t('labelling.allMarked')}</span>;
}
