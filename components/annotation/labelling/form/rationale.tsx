'use client';

import type { ReactNode } from 'react';
import { Textarea } from '../../../ui/input.tsx';
import { t } from '../messages.ts';
import { needsRationale } from '../model/missing.ts';
import { useItem, useLabel } from '../use-item.ts';
import type { PartProps } from './part-props.ts';
import { KeyCap, RowHead } from './row-head.tsx';
import { SaveMark } from './save-mark.tsx';

/** Why, in words; says how the label is kept. */
export function Rationale({ acts }: PartProps): ReactNode {
  const { assignment } = useItem();
  const text = useLabel((doc) => doc.rationale);
  const needed = useLabel((doc) => needsRationale(doc, assignment.schema.doc));
  return (
    <section data-form-row="rationale">
      <RowHead
        id="label-rationale"
        row="rationale"
        note={
          <>
            <KeyCap action="label.rationale" /> <KeyCap action="label.leave" /> {t('labelling.leaves')}
            {needed ? `, ${t('labelling.required')}` : ''}
          </>
        }
        end={<SaveMark />}
      >
        {t('labelling.rationale')}
      </RowHead>
      <Textarea
        aria-labelledby="label-rationale"
        data-rationale=""
        value={text}
        maxLength={20_000}
        onChange={(event) => acts.rationale(event.target.value)}
        className="h-28 resize-y px-2.5 py-[7px] text-md leading-[19px]"
      />
    </section>
  );
}
