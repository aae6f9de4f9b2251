'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useKey } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import type { TryRow } from '../../lib/contracts/workbench.ts';
import { replaceUrl } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { COLUMNS, FROM_480, FROM_640, RunLine } from './run-line.tsx';

const ROW_PX = 28;

interface RunListProps {
  readonly rows: readonly TryRow[];
  readonly selected: string | null;
}

/** The runs of a try; only those in sight exist. j and k, or the arrows, move the selection. */
export function RunList({ rows, selected }: RunListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions stay in this component
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.run ?? index,
    overscan: 10,
  });
  const at = rows.findIndex(({ run }) => run === selected);
  const stop = at < 0 ? 0 : at;

  function go(by: number): void {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    if (next !== undefined) replaceUrl({ run: next.run });
  }
  useKey('list.next', () => go(1));
  useKey('list.previous', () => go(-1));
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at]);

  return (
    <div className="flex min-h-24 flex-1 flex-col max-[899px]:min-h-80">
      <div
        aria-hidden="true"
        className={cx(
          COLUMNS,
          'h-7 shrink-0 border-line border-b border-l-2 border-l-transparent text-text-2 text-xs',
        )}
      >
        <span>{t('verifiers.runHead')}</span>
        <span className={FROM_640}>{t('verifiers.actor')}</span>
        <span>{t('verifiers.beforeHead')}</span>
        <span>{t('verifiers.afterHead')}</span>
        <span>{t('verifiers.human')}</span>
        <span className="truncate text-center">
          <span className="hidden @min-[480px]:inline">{t('verifiers.agreesHead')}</span>
        </span>
        <span className={FROM_480}>{t('verifiers.trueAt')}</span>
        <span className={cx(FROM_640, 'text-right')}>{t('verifiers.first')}</span>
      </div>
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          go(event.key === 'ArrowDown' ? 1 : -1);
        }}
      >
        {rows.length === 0 ? (
          <p className="p-4 text-sm text-text-2">{t('verifiers.noneShown')}</p>
        ) : (
          <ul
            aria-label={t('verifiers.results')}
            className="relative"
            style={{ height: virtual.getTotalSize() }}
          >
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return row === undefined ? null : (
                <li
                  key={item.key}
                  aria-setsize={rows.length}
                  aria-posinset={item.index + 1}
                  className="absolute inset-x-0"
                  style={{ top: item.start, height: ROW_PX }}
                >
                  <RunLine
                    row={row}
                    selected={row.run === selected}
                    tabIndex={item.index === stop ? 0 : -1}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </div>
  );
}
