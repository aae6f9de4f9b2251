'use client';

import type { ReactNode } from 'react';
import { formatAbsolute, formatTime } from '../../../../lib/client/format.ts';
import { UrlLink } from '../../../layout/url-link.tsx';
import { cx } from '../../../ui/cx.ts';
import { t } from '../messages.ts';
import { useItem, useView } from '../use-item.ts';

/** More items than this are one bar. */
const MOST_TICKS = 60;

/** Where one is in the queue, what is hidden, and until when the item is one's own. Nothing of others. */
export function TopLine({ revealed }: { readonly revealed: boolean }): ReactNode {
  const { assignment } = useItem();
  const { queue, index, total, state, mayHaveLooked } = assignment;
  const blind = state === 'reserved' || state === 'expired' || state === 'returned';
  return (
    <div className="flex min-h-10 shrink-0 items-center gap-x-3.5 border-line border-b bg-surface px-4 text-sm whitespace-nowrap max-lg:flex-wrap lg:h-10">
      <b className="min-w-24 truncate font-semibold text-md max-lg:hidden" title={queue.name}>
        {queue.name}
      </b>
      <span className="text-text-2">
        {total === null ? t('labelling.itemOnly', { index }) : t('labelling.itemOf', { index, total })}
      </span>
      {total === null ? null : <Bar done={index - 1} total={total} />}
      <span className="max-lg:hidden">
        <MineLink />
      </span>
      <span className="flex-1" />
      {!blind ? null : revealed || mayHaveLooked ? (
        <span className="rounded-1 bg-warn-soft px-1.5 text-warn">
          ! {t(revealed ? 'labelling.revealed' : 'labelling.mayHaveLooked')}
        </span>
      ) : (
        <>
          <span className="min-w-0 truncate text-text-2 max-lg:hidden" title={t('labelling.blind')}>
            <span aria-hidden="true">⊘ </span>
            {t('labelling.blind')}
          </span>
          {/* What is right is shown after an onboarding item is answered, not before. */}
          {queue.kind === 'onboarding' ? null : (
            <span className="max-lg:hidden">
              <RevealButton />
            </span>
          )}
        </>
      )}
      <Reserved />
    </div>
  );
}

export function MineLink(): ReactNode {
  return (
    <UrlLink set={{ view: 'mine', item: null, step: null, tab: null }} className="text-accent">
      {t('labelling.mine')}
    </UrlLink>
  );
}

export function RevealButton(): ReactNode {
  const { view, assignment } = useItem();
  // Nothing is hidden any more.
  if (assignment.submittedBefore) return null;
  return (
    <button
      type="button"
      className="min-h-6 text-text-2 underline underline-offset-2 hover:text-text"
      onClick={() => view.setState({ dialog: { kind: 'reveal' } })}
    >
      {t('labelling.reveal')}
    </button>
  );
}

function Reserved(): ReactNode {
  const over = useView((view) => view.ended !== null);
  const untilMs = useView((view) => view.reservedUntilMs);
  if (untilMs === null && !over) return null;
  return (
    <span
      data-unasked=""
      className={cx('whitespace-nowrap', over ? 'text-warn' : 'text-text-2')}
      title={untilMs === null ? undefined : formatAbsolute(untilMs)}
    >
      {over || untilMs === null
        ? `! ${t('labelling.reservationOver')}`
        : t('labelling.reservedUntil', { time: formatTime(untilMs) })}
    </span>
  );
}

function Bar({ done, total }: { readonly done: number; readonly total: number }): ReactNode {
  const label = t('labelling.doneOf', { done, total });
  if (total > MOST_TICKS) {
    return (
      <span
        role="img"
        aria-label={label}
        className="h-2.5 w-40 overflow-hidden rounded-[1px] bg-surface-3 max-lg:hidden"
      >
        <span className="block h-full bg-ok" style={{ width: `${String((done / total) * 100)}%` }} />
      </span>
    );
  }
  return (
    <span role="img" aria-label={label} className="flex items-center gap-px max-lg:hidden">
      {Array.from({ length: total }, (_, at) => (
        <i
          key={at}
          className={cx(
            'w-1 rounded-[1px]',
            at < done ? 'h-2.5 bg-ok' : at === done ? 'h-3.5 bg-accent' : 'h-2.5 bg-surface-3',
          )}
        />
      ))}
    </span>
  );
}
