'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { t } from '../messages.ts';
import { scrolled } from '../../../lib/client/scroll-memory.ts';
import { useMediaQuery } from '../../../lib/client/use-media-query.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { type ColumnName, columnOf } from './columns.tsx';
import { RunCard } from './run-card.tsx';
import { RunTableHead } from './run-table-head.tsx';
import { RunTableRow } from './run-table-row.tsx';

const WIDE = '(min-width: 768px)';
const ROW_PX = 58;
const CARD_PX = 112;
const HEAD_PX = 28;
const BOX_PX = 34;
const OVERSCAN = 8;

export interface RunTableHandle {
  /** Brings a row into sight and gives it the focus. */
  readonly focusRow: (index: number) => void;
  /** Follows the row's link. */
  readonly openRow: (index: number) => void;
}

interface RunTableProps {
  readonly columns: readonly ColumnName[];
  readonly count: number;
  /** The filter of the list. */
  readonly query: string;
  /** Rows that were scrolled to before count only where the list is found again as it was. */
  readonly restore: boolean;
  readonly rowAt: (index: number) => RunRow | undefined;
  /** -1 where none is. */
  readonly cursor: number;
  readonly onCursor: (index: number) => void;
  readonly onRange: (first: number, last: number) => void;
  readonly isChosen: (id: string) => boolean;
  readonly onChoose: (index: number, extend: boolean) => void;
  readonly onPeek: (index: number) => void;
  readonly onFollow: (index: number) => void;
  readonly head: Pick<
    Parameters<typeof RunTableHead>[0],
    'order' | 'sorts' | 'onSort' | 'chosen' | 'onChooseAll'
  >;
  readonly attach: Ref<RunTableHandle>;
}

/** The rows of the runs that match; only those in sight exist. On narrow screens each is a card. */
export function RunTable(props: RunTableProps): ReactNode {
  const { columns, count, rowAt, cursor, onCursor, onRange } = props;
  const isWide = useMediaQuery(WIDE);
  const now = useNow();
  const rowPx = isWide ? ROW_PX : CARD_PX;
  const headPx = isWide ? HEAD_PX : 0;
  const scroller = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  // Its functions are used in this component only, so there is nothing to go stale.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollPaddingStart: headPx,
    initialOffset: () => (props.restore ? scrolled.read() : 0),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);

  function linkOf(index: number): HTMLElement | null {
    return scroller.current?.querySelector<HTMLElement>(`[data-row="${String(index)}"] a`) ?? null;
  }

  function focusRow(index: number): void {
    if (index < 0 || index >= count) return;
    onCursor(index);
    wanted.current = index;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    const shown = linkOf(index);
    if (shown === null) return;
    wanted.current = undefined;
    shown.focus({ preventScroll: true });
  }
  useImperativeHandle(props.attach, () => ({ focusRow, openRow: (index) => linkOf(index)?.click() }));

  // A row that was wanted gets the focus once it is drawn and its run is there.
  useLayoutEffect(() => {
    const index = wanted.current;
    if (index === undefined) return;
    const link = linkOf(index);
    if (link === null) return;
    wanted.current = undefined;
    onCursor(index);
    link.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.target instanceof HTMLAnchorElement)) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? rowPx) - headPx) / rowPx) - 1);
    const to = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focusRow(Math.min(count - 1, Math.max(0, to)));
  }

  const rows = virtualizer.getVirtualItems();
  const offset = virtualizer.scrollOffset ?? 0;
  const height = Math.max(0, (scroller.current?.clientHeight ?? 0) - headPx);
  const first = Math.floor(offset / rowPx);
  const last = Math.min(count - 1, Math.max(first, Math.ceil((offset + height) / rowPx) - 1));
  useEffect(() => onRange(first, last), [onRange, first, last]);

  const tracks = `${String(BOX_PX)}px ${columns.map((name) => columnOf(name).track).join(' ')}`;
  const least = columns.reduce((sum, name) => sum + columnOf(name).px, BOX_PX) + 12;
  // The tab stop: the cursor's row while it is drawn, else the first one in sight.
  const stop = rows.some(({ index }) => index === cursor) ? cursor : first;
  return (
    <div
      ref={scroller}
      tabIndex={-1}
      onScroll={(event) => scrolled.write(event.currentTarget.scrollTop)}
      className="relative min-h-0 flex-1 overflow-auto outline-none"
    >
      <div
        role="table"
        aria-label={t('runs.title')}
        aria-rowcount={count + 1}
        onKeyDown={onKeyDown}
        style={isWide ? { minWidth: least } : undefined}
      >
        {isWide ? <RunTableHead {...props.head} columns={columns} tracks={tracks} /> : null}
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start }) => {
            const run = rowAt(index);
            const chosen = run !== undefined && props.isChosen(run.id);
            const shared = {
              index,
              query: props.query,
              run,
              now,
              chosen,
              isCursor: index === cursor,
              tabIndex: index === stop ? 0 : -1,
              onChoose: (extend: boolean) => props.onChoose(index, extend),
              onFollow: () => props.onFollow(index),
              onFocus: () => {
                if (index !== cursor) onCursor(index);
              },
              style: { height: rowPx, transform: `translateY(${String(start)}px)` },
            } as const;
            return isWide ? (
              <RunTableRow
                key={index}
                {...shared}
                columns={columns}
                tracks={tracks}
                onPeek={() => props.onPeek(index)}
              />
            ) : (
              <RunCard key={index} {...shared} onPeek={() => props.onPeek(index)} />
            );
          })}
        </div>
      </div>
    </div>
  );
}
