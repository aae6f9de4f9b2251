import type { ReactNode } from 'react';
import type { BlindStep } from '../../../lib/contracts/annotation/labelling.ts';
import { cx } from '../../ui/cx.ts';
import { t } from './messages.ts';

interface StepListProps {
  readonly steps: readonly BlindStep[];
  readonly at: number;
  readonly onStep: (seq: number) => void;
}

/** All steps of a run; one shows its evidence beside them. */
export function StepList({ steps, at, onStep }: StepListProps): ReactNode {
  return (
    <ol
      aria-label={t('adjudication.stepsOfRun')}
      tabIndex={0}
      className="w-60 shrink-0 overflow-y-auto border-line border-r bg-surface outline-offset-[-2px] max-md:max-h-48 max-md:w-auto max-md:border-r-0 max-md:border-b"
    >
      {steps.map(({ seq, toolName, kind, failed, wrote }) => (
        <li key={seq}>
          <button
            type="button"
            aria-current={seq === at ? 'step' : undefined}
            onClick={() => onStep(seq)}
            className={cx(
              'flex min-h-7 w-full items-center gap-2 border-line border-b px-4 text-left text-sm outline-offset-[-2px]',
              seq === at ? 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-surface-2',
            )}
          >
            <span className="w-6 shrink-0 text-right text-text-2 tabular-nums">{seq}</span>
            <span aria-hidden="true" className={failed ? 'text-err' : wrote ? 'text-write' : 'text-read'}>
              {failed ? '✕' : wrote ? '●' : '○'}
            </span>
            <span className="truncate font-mono">{toolName ?? kind}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
