import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { Outcome, OutcomeReference } from '../../lib/contracts/outcomes.ts';
import { cx } from '../ui/cx.ts';
import { sayAgainst, sayOutcome, sayReferenceMark } from './words.ts';

interface OutcomeItemProps {
  readonly outcome: Outcome;
  readonly reference: OutcomeReference | null;
  /** Runs of the largest outcome: its bar is whole. */
  readonly most: number;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly detailId: string;
}

/** One line an outcome: what changed, how many runs, and a bar for their share. */
export function OutcomeItem(props: OutcomeItemProps): ReactNode {
  const { outcome, reference, most, open, detailId } = props;
  const passes = outcome.verdicts.find(({ verdict }) => verdict === 'complete')?.runs ?? 0;
  const notes = sayAgainst(outcome);
  const suspected = outcome.suspicions.length > 0;
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? detailId : undefined}
      onClick={props.onToggle}
      className={cx(
        'flex w-full flex-col gap-1 rounded-1 px-2 py-1.5 text-left text-sm hover:bg-surface-2',
        outcome.isReference && 'on-tint bg-ok-soft hover:bg-ok-soft',
      )}
    >
      <span className="flex w-full items-baseline gap-2">
        <span className="min-w-0 flex-1 wrap-anywhere">
          {outcome.isReference && reference !== null ? (
            <b className="mr-1.5 font-semibold text-ok">
              <span aria-hidden="true">{reference.from === 'marked' ? '★ ' : '☆ '}</span>
              {sayReferenceMark(reference)}
            </b>
          ) : null}
          {sayOutcome(outcome)}
        </span>
        <span className="shrink-0 font-semibold">
          {formatNumber(outcome.runs)}
          <span className="sr-only"> {t('outcomes.runs', { count: outcome.runs })}</span>
        </span>
      </span>
      <span aria-hidden="true" className="block h-1.5 w-full bg-surface-3">
        <span
          className={cx('block h-full', outcome.isReference ? 'bg-ok' : suspected ? 'bg-warn' : 'bg-text-3')}
          style={{ width: `${String(Math.max(1, (outcome.runs / Math.max(1, most)) * 100))}%` }}
        />
      </span>
      {notes.length === 0 && passes === outcome.runs ? null : (
        <span className="flex flex-wrap gap-x-3 text-text-2 text-xs">
          {notes.length === 0 ? null : (
            <span className={suspected ? 'text-warn' : undefined}>
              {suspected ? <span aria-hidden="true">! </span> : null}
              {notes.join(', ')}
            </span>
          )}
          {passes === outcome.runs ? null : (
            <span>{t('outcomes.passed', { passes, runs: outcome.runs })}</span>
          )}
        </span>
      )}
    </button>
  );
}
