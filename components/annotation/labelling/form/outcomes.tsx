'use client';

import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { outcomeLook } from '../model/outcome-look.ts';
import { useItem, useLabel } from '../use-item.ts';
import { OUTCOME_KEYS } from '../use-label-keys.ts';
import { ChoiceButton } from './choice-button.tsx';
import { moveRadio } from './move-radio.ts';
import type { PartProps } from './part-props.ts';
import { RowHead } from './row-head.tsx';

export function Outcomes({ acts }: PartProps): ReactNode {
  const { assignment, view } = useItem();
  const chosen = useLabel((doc) => doc.outcome);
  return (
    <section data-form-row="outcome" className="@container">
      <RowHead id="label-outcome" row="outcome" note={t('labelling.required')}>
        {t('labelling.outcome')}
      </RowHead>
      <div
        role="radiogroup"
        aria-labelledby="label-outcome"
        className="grid grid-cols-1 gap-1.5 @min-[280px]:grid-cols-2"
        onKeyDown={moveRadio}
      >
        {assignment.schema.doc.outcomes.map((option, index) => {
          const { glyph, colour } = outcomeLook(option.means);
          return (
            <ChoiceButton
              key={option.value}
              chosen={chosen === option.value}
              stop={chosen === null ? index === 0 : chosen === option.value}
              action={OUTCOME_KEYS[index]}
              onChoose={() => acts.outcome(index)}
              onFocus={() => view.setState({ section: option.section })}
            >
              <span aria-hidden="true" className={colour}>
                {glyph}
              </span>
              <span className="truncate">{option.label}</span>
            </ChoiceButton>
          );
        })}
      </div>
    </section>
  );
}
