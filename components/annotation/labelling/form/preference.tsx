'use client';

import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { useItem, useLabel } from '../use-item.ts';
import { OUTCOME_KEYS } from '../use-label-keys.ts';
import { ChoiceButton } from './choice-button.tsx';
import { moveRadio } from './move-radio.ts';
import type { PartProps } from './part-props.ts';
import { RowHead } from './row-head.tsx';

/** Which run of a pair is better; nothing where the schema does not ask. */
export function Preference({ acts }: PartProps): ReactNode {
  const asked = useItem().assignment.schema.doc.preference;
  const chosen = useLabel((doc) => doc.preference);
  if (asked === null) return null;
  const { question, allowTie } = asked;
  const options = [
    { value: 'a', label: t('labelling.runA') },
    { value: 'b', label: t('labelling.runB') },
    ...(allowTie ? [{ value: 'tie', label: t('labelling.tie') } as const] : []),
  ] as const;
  return (
    <section data-form-row="preference" className="@container">
      <RowHead id="label-preference" row="preference" note={t('labelling.required')}>
        {question}
      </RowHead>
      <div
        role="radiogroup"
        aria-labelledby="label-preference"
        className="grid grid-cols-1 gap-1.5 @min-[290px]:grid-cols-3"
        onKeyDown={moveRadio}
      >
        {options.map(({ value, label }, index) => (
          <ChoiceButton
            key={value}
            chosen={chosen === value}
            stop={chosen === null ? index === 0 : chosen === value}
            action={OUTCOME_KEYS[index]}
            onChoose={() => acts.preference(value)}
          >
            {label}
          </ChoiceButton>
        ))}
      </div>
    </section>
  );
}
