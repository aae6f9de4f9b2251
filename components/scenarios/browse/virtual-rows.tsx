'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { scrolled } from '../../../lib/client/scroll-memory.ts';

/** Enough for a fast wheel turn without a blank flash. */
const OVERSCAN = 12;

export interface RowsHandle {
  /** Brings a row into sight and gives it the focus. */
  readonly focusRow: (index: number) => void;
  /** Follows the row's link. */
  readonly openRow: (index: number) => void;
}

interface VirtualRowsProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowPx: number;
  readonly keyOf: (item: T) => string;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly renderRow: (item: T, row: RowState) => ReactNode;
  readonly onRange?: (first: number, last: number) => void;
  readonly attach: Ref<RowsHandle>;
}

export interface RowState {
  readonly index: number;
  readonly selected: boolean;
  /** One tab stop for the list. */
  readonly tabIndex: 0 | -1;
}

/** A list of which only the rows in view exist: 10,000 cost as much as 40. Arrows move, Back finds the place again. */
export function VirtualRows<T>(props: VirtualRowsProps<T>): ReactNode {
  const { items, rowPx, keyOf, selected, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  // Its functions are used in this component only, so there is nothing to go stale.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    initialOffset: () => scrolled.read(),
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);

  function focusRow(index: number): void {
    const item = items[index];
    if (item === undefined) return;
    onSelect(index);
    wanted.current = keyOf(item);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    const shown = linkOf(item);
    if (shown === null) return;
    wanted.current = undefined;
    shown.focus({ preventScroll: true });
  }

  function openRow(index: number): void {
    const item = items[index];
    if (item !== undefined) linkOf(item)?.click();
  }

  function linkOf(item: T): HTMLElement | null {
    return scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(keyOf(item))}"] a`) ?? null;
  }
  useImperativeHandle(props.attach, () => ({ focusRow, openRow }));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx) - 1);
    const to = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      PageDown: selected + page,
      PageUp: selected - page,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focusRow(Math.min(items.length - 1, Math.max(0, to)));
  }

  const rows = virtualizer.getVirtualItems();
  const [firstShown, lastShown] = visibleRange(virtualizer.scrollOffset ?? 0, scroller.current?.clientHeight ?? 0, rowPx);
  const { onRange } = props;
  useEffect(() => {
    onRange?.(firstShown, Math.min(lastShown, items.length - 1));
  }, [onRange, firstShown, lastShown, items.length]);

  return (
    <div
      ref={scroller}
      tabIndex={-1}
      onScroll={(event) => scrolled.write(event.currentTarget.scrollTop)}
      className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden"
    >
      <ul
        aria-label={props.label}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          const key = keyOf(item);
          const isSelected = row.index === selected;
          return (
            <li
              key={row.key}
              data-row={key}
              ref={(element) => {
                if (element === null || wanted.current !== key) return;
                wanted.current = undefined;
                element.querySelector('a')?.focus({ preventScroll: true });
              }}
              aria-posinset={row.index + 1}
              aria-setsize={items.length}
              className={cx(
                'group absolute inset-x-0 border-line border-b',
                isSelected
                  ? 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)] forced-colors:outline-1'
                  : 'hover:bg-surface-2',
              )}
              style={{ height: rowPx, transform: `translateY(${row.start}px)` }}
            >
              {props.renderRow(item, {
                index: row.index,
                selected: isSelected,
                tabIndex: isSelected || (selected < 0 && row.index === 0) ? 0 : -1,
              })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function visibleRange(offset: number, height: number, rowPx: number): readonly [number, number] {
  return [Math.floor(offset / rowPx), Math.max(0, Math.ceil((offset + height) / rowPx) - 1)];
}
