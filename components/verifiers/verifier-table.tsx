'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { VerifierListItem } from '../../lib/contracts/workbench.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';

const ROW_PX = 46;
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 md:grid-cols-[minmax(0,190px)_minmax(0,1fr)_150px_64px_64px_76px]';

/** Most disagreements first, as the server orders them. Only the rows in sight exist. */
export function VerifierTable({ items }: { readonly items: readonly VerifierListItem[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions stay in this component
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <div
        aria-hidden="true"
        className={cx(COLUMNS, 'h-7 shrink-0 border-line border-b text-text-2 text-xs max-md:hidden')}
      >
        <span>{t('verifiers.taskHead')}</span>
        <span />
        <span>{t('verifiers.versionsHead')}</span>
        <span className="text-right">{t('verifiers.runs')}</span>
        <span className="text-right">{t('verifiers.labels')}</span>
        <span className="text-right">{t('verifiers.disagree')}</span>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        <ul
          aria-label={t('verifiers.listLabel')}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const item = items[index];
            return item === undefined ? null : (
              <li
                key={key}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0"
                style={{ top: start, height: ROW_PX }}
              >
                <Line item={item} />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function Line({ item }: { readonly item: VerifierListItem }): ReactNode {
  const { scenario, taskIdx, task, runs, labelled, disagree, modes } = item;
  const mode = modes[0]?.mode ?? 'code';
  return (
    <div
      className={cx(
        COLUMNS,
        'relative h-full content-center border-line border-b text-sm hover:bg-surface-2',
      )}
    >
      <span className="flex min-w-0 flex-col leading-[17px]">
        <NavLink
          href={`/verifiers/${encodeURIComponent(scenario)}/${String(taskIdx)}?mode=${mode}`}
          className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px]"
        >
          {scenario}
          <span className="sr-only"> {t('verifiers.task', { index: taskIdx })}</span>
        </NavLink>
        <span aria-hidden="true" className="text-text-2">
          {t('verifiers.task', { index: taskIdx })}
        </span>
      </span>
      <span className="line-clamp-2 leading-[17px] text-text-2 max-md:hidden" title={task}>
        {task}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 max-md:hidden">
        {modes.map(({ mode: kind, versions, inUse, recheck }) => (
          <span key={kind} className="whitespace-nowrap">
            <span className="text-text-2">{t(`verifiers.${kind}`)} </span>
            {versions === 1
              ? t('verifiers.packs')
              : t('verifiers.ofVersions', { version: inUse, count: versions })}
            {recheck ? (
              <Badge tone="warn" glyph="!" className="ml-1">
                {t('verifiers.recheck')}
              </Badge>
            ) : null}
          </span>
        ))}
      </span>
      <Count label={t('verifiers.runs')} count={runs} />
      <Count label={t('verifiers.labels')} count={labelled} />
      <span className="text-right tabular-nums">
        <span className="text-text-2 md:sr-only">{t('verifiers.disagree')} </span>
        <span className={disagree > 0 ? 'font-semibold text-err' : 'text-text-2'}>
          {formatNumber(disagree)}
        </span>
      </span>
    </div>
  );
}

function Count({ label, count }: { readonly label: string; readonly count: number }): ReactNode {
  return (
    <span className="text-right tabular-nums max-md:hidden">
      <span className="sr-only">{label} </span>
      {formatNumber(count)}
    </span>
  );
}
