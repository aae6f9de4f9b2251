'use client';

import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Badge } from './badge.tsx';
import { cx } from './cx.ts';

export interface TabItem<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A figure beside the label; 0 is shown, absent is not. */
  readonly count?: number;
  /** The tab's address: opens in a new tab with the middle button. */
  readonly href?: string;
}

interface TabsProps<T extends string> {
  readonly label: string;
  /** Begins the ids of tabs and panel. One set of tabs a page has each. */
  readonly id: string;
  readonly value: T;
  readonly tabs: readonly TabItem<T>[];
  readonly onChange: (value: T) => void;
  /** At the right end of the row. */
  readonly children?: ReactNode;
  readonly className?: string;
}

const MAX_COUNT = 999;

/**
 * A row of tabs over one `TabPanel`. One focus stop: arrows, Home and End move the focus, Enter or Space opens (opening
 * may ask the server, so moving alone does not). Scrolls sideways where the row is too long, the chosen tab in sight.
 */
export function Tabs<T extends string>({
  label,
  id,
  value,
  tabs,
  onChange,
  children,
  className,
}: TabsProps<T>): ReactNode {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const row = list.current;
    // jsdom has no layout.
    if (row === null || typeof ResizeObserver === 'undefined') return;
    // Also called at the start, and when a row that was hidden or wider comes into sight.
    const observer = new ResizeObserver(() => {
      row.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [value]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const to = nextIndex(event.key, at, stops.length);
    if (to === null) return;
    event.preventDefault();
    stops[to]?.focus();
  }

  return (
    <div className={cx('flex h-9 shrink-0 items-stretch border-line border-b', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-1 [scrollbar-width:none] items-stretch overflow-x-auto overflow-y-hidden px-2"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.value}
            tab={tab}
            id={id}
            selected={tab.value === value}
            onSelect={() => onChange(tab.value)}
          />
        ))}
      </div>
      {children === undefined ? null : (
        <div className="flex shrink-0 items-center gap-2 pr-2 pl-1">{children}</div>
      )}
    </div>
  );
}

interface TabProps {
  readonly tab: TabItem<string>;
  readonly id: string;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function Tab({ tab, id, selected, onSelect }: TabProps): ReactNode {
  const shared = {
    role: 'tab',
    id: `${id}-tab-${tab.value}`,
    'aria-selected': selected,
    'aria-controls': selected ? `${id}-panel` : undefined,
    tabIndex: selected ? 0 : -1,
    className: cx(
      'relative inline-flex shrink-0 items-center gap-1.5 px-2.5 text-md no-underline whitespace-nowrap outline-offset-[-3px]',
      selected
        ? "font-medium text-text after:absolute after:inset-x-1.5 after:-bottom-px after:h-0.5 after:bg-accent after:content-[''] forced-colors:after:bg-[Highlight]"
        : 'text-text-2 hover:text-text',
    ),
    children: (
      <>
        {tab.label}
        {tab.count === undefined ? null : (
          <Badge tone={tab.count > 0 ? 'accent' : 'plain'}>
            {tab.count > MAX_COUNT ? `${MAX_COUNT}+` : tab.count}
          </Badge>
        )}
      </>
    ),
  } as const;
  if (tab.href === undefined) return <button type="button" {...shared} onClick={onSelect} />;
  return (
    <a
      {...shared}
      href={tab.href}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        onSelect();
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        onSelect();
      }}
    />
  );
}

interface TabPanelProps {
  /** Of its tabs. */
  readonly id: string;
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function TabPanel({ id, value, className, children }: TabPanelProps): ReactNode {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab-${value}`}
      tabIndex={0}
      className={cx('outline-offset-[-2px]', className)}
    >
      {children}
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
