'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { t } from '../messages.ts';
import { useItem, useLabel } from '../use-item.ts';
import { moveRadio } from './move-radio.ts';
import type { PartProps } from './part-props.ts';
import { KeyCap, RowHead } from './row-head.tsx';
import { useNextKey } from './use-next-key.ts';

/** How sure the annotator is: by `c` again and again, by `c` and a digit, or by pointer. */
export function Confidence({ acts }: PartProps): ReactNode {
  const { assignment, label } = useItem();
  const chosen = useLabel((doc) => doc.confidence);
  const levels = assignment.schema.doc.confidence;
  // From `c` on, a digit is a level's, not an outcome's.
  const nextKey = useNextKey((event) => {
    const digit = digitOf(event);
    if (digit === null) return false;
    const level = levels[digit - 1];
    if (level === undefined) label.say(t('labelling.said.noSuchConfidence', { digit }));
    else acts.confidence(level.value);
    return true;
  });
  return (
    <section data-form-row="confidence">
      <RowHead
        id="label-confidence"
        row="confidence"
        note={
          <>
            <KeyCap action="label.confidence" /> {t('labelling.thenDigit', { count: levels.length })}
          </>
        }
      >
        {t('labelling.confidence')}
      </RowHead>
      <div
        role="group"
        aria-labelledby="label-confidence"
        data-confidence=""
        tabIndex={-1}
        {...nextKey}
        className="group/digits rounded-1 focus:outline-2 focus:outline-focus focus:outline-offset-2"
      >
        <div
          role="radiogroup"
          aria-labelledby="label-confidence"
          onKeyDown={moveRadio}
          className="flex h-7 overflow-hidden rounded-1 border border-line-control"
        >
          {levels.map((level, index) => (
            <button
              key={level.value}
              type="button"
              role="radio"
              aria-checked={chosen === level.value}
              tabIndex={(chosen === null ? index === 0 : chosen === level.value) ? 0 : -1}
              onClick={() => acts.confidence(level.value)}
              className={cx(
                'min-w-0 flex-1 truncate text-center outline-offset-[-2px] not-first:border-line not-first:border-l',
                chosen === level.value ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-surface-2',
              )}
            >
              {level.label}
              <span aria-hidden="true" className="ml-1.5 hidden group-focus/digits:inline">
                <Kbd>{index + 1}</Kbd>
              </span>
            </button>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Where digits need Shift, the place on the keyboard counts. */
function digitOf({ key, code }: KeyboardEvent): number | null {
  const digit = /^[1-9]$/.test(key) ? key : /^Digit([1-9])$/.exec(code)?.[1];
  return digit === undefined ? null : Number(digit);
}
