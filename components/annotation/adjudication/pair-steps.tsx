import type { ReactNode } from 'react';
import type { BlindRun } from '../../../lib/contracts/annotation/labelling.ts';
import { cx } from '../../ui/cx.ts';
import { t } from './messages.ts';

interface PairStepsProps {
  readonly runs: readonly [BlindRun, BlindRun];
  readonly side: 0 | 1;
  readonly step: number | null;
  readonly onLook: (side: 0 | 1, seq: number) => void;
}

/** The steps of both runs of a pair, one line each; a chip shows its step's evidence. */
export function PairSteps({ runs, side, step, onLook }: PairStepsProps): ReactNode {
  return (
    <div className="flex shrink-0 flex-col border-line border-b bg-surface">
      {runs.map(({ steps }, index) => {
        const of: 0 | 1 = index === 0 ? 0 : 1;
        const name = of === 0 ? t('adjudication.preferA') : t('adjudication.preferB');
        return (
          <div key={of} className="flex items-center gap-2 px-4 py-0.5">
            <span className={cx('w-24 shrink-0 text-sm', side === of ? 'font-semibold' : 'text-text-2')}>
              {name}
            </span>
            <ol
              aria-label={t('adjudication.stepsOf', { run: name })}
              tabIndex={0}
              className="flex min-w-0 flex-1 gap-1 overflow-x-auto py-1 outline-offset-[-2px]"
            >
              {steps.map(({ seq, toolName, kind, failed, wrote }) => (
                <li key={seq} className="shrink-0">
                  <button
                    type="button"
                    aria-pressed={side === of && step === seq}
                    onClick={() => onLook(of, seq)}
                    className={cx(
                      'flex h-6 items-center gap-1 rounded-1 border px-1.5 text-sm',
                      side === of && step === seq
                        ? 'on-tint border-accent bg-accent-soft'
                        : 'border-line bg-surface hover:bg-surface-2',
                    )}
                  >
                    <span
                      aria-hidden="true"
                      className={failed ? 'text-err' : wrote ? 'text-write' : 'text-read'}
                    >
                      {failed ? '✕' : wrote ? '●' : '○'}
                    </span>
                    {seq} <span className="max-w-44 truncate font-mono">{toolName ?? kind}</span>
                  </button>
                </li>
              ))}
            </ol>
          </div>
        );
      })}
    </div>
  );
}
