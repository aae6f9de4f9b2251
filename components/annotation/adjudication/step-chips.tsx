import type { ReactNode } from 'react';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { BlindStep } from '../../../lib/contracts/annotation/labelling.ts';
import { cx } from '../../ui/cx.ts';
import { t } from './messages.ts';
import { markText } from './row-words.ts';

interface StepChipsProps {
  readonly letter: string;
  readonly doc: LabelDoc;
  readonly steps: readonly BlindStep[];
  /** Row ids. */
  readonly differing: readonly string[];
  readonly at: number | null;
  readonly onStep: (seq: number) => void;
}

/** Every step's mark by one label; a chip shows its step's evidence. */
export function StepChips({ letter, doc, steps, differing, at, onStep }: StepChipsProps): ReactNode {
  return (
    <span className="flex flex-wrap gap-[3px]">
      {steps.map(({ seq, labelled }) => {
        const mark = doc.steps[String(seq)];
        const differs = differing.includes(`step:${String(seq)}`);
        const text = mark === undefined ? (labelled ? '·' : '◆') : markText(mark.value);
        return (
          <button
            key={seq}
            type="button"
            aria-label={`${letter}: ${t('adjudication.step', { seq })}: ${mark === undefined ? t('adjudication.unmarked') : text}`}
            aria-pressed={at === seq}
            onClick={() => onStep(seq)}
            className={cx(
              'on-tint h-6 w-[33px] rounded-1 border text-center text-sm leading-[22px]',
              mark === undefined || mark.value === 0
                ? 'bg-surface-2 text-text-2'
                : mark.value > 0
                  ? 'bg-ok-soft text-ok'
                  : 'bg-err-soft text-err',
              differs ? 'border-current font-bold' : 'border-transparent',
              at === seq && 'outline-2 outline-focus outline-offset-1',
            )}
          >
            {text}
          </button>
        );
      })}
    </span>
  );
}
