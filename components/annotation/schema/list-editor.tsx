'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { t } from './messages.ts';

interface ListEditorProps<T> {
  readonly title: string;
  readonly hint?: string;
  readonly items: readonly T[];
  readonly most: number;
  readonly nameOf: (item: T) => string;
  readonly make: () => T;
  readonly addWord: string;
  readonly onChange: (items: T[]) => void;
  readonly children: (item: T, change: (to: T) => void, at: number) => ReactNode;
}

/** A list whose items can be changed, added, removed and, by Alt with the arrows or by their buttons, moved. */
export function ListEditor<T>(props: ListEditorProps<T>): ReactNode {
  const { title, hint, items, most, nameOf, make, addWord, onChange, children } = props;
  const list = useRef<HTMLOListElement>(null);
  // Where the focus goes once the list is drawn anew.
  const [focus, setFocus] = useState<{ readonly at: number; readonly on: string } | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (focus === null) return;
    list.current?.children[focus.at]?.querySelector<HTMLElement>(focus.on)?.focus();
  }, [focus]);

  function move(from: number, to: number, on: string): void {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length) return;
    const next = items.filter((_, at) => at !== from);
    next.splice(to, 0, item);
    onChange(next);
    setFocus({ at: to, on });
    setSaid(t('labelSchema.list.moved', { name: nameOf(item), place: to + 1, of: items.length }));
  }

  function onKeyDown(event: KeyboardEvent, at: number): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    // A list within an item moves its own.
    event.stopPropagation();
    const to = event.key === 'ArrowUp' ? at - 1 : at + 1;
    const field = event.target instanceof HTMLElement ? event.target.dataset['part'] : undefined;
    move(at, to, field === undefined ? 'input' : `[data-part="${field}"]`);
  }

  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold text-sm">{title}</h2>
        {hint === undefined ? null : <span className="text-text-2 text-xs">{hint}</span>}
      </div>
      <ol ref={list} className="flex flex-col gap-1.5 empty:hidden">
        {items.map((item, at) => (
          <li
            key={at}
            aria-label={nameOf(item)}
            onKeyDown={(event) => onKeyDown(event, at)}
            className="flex items-start gap-2 rounded-1 border border-line bg-surface p-2"
          >
            <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
              {children(item, (to) => onChange(items.map((each, place) => (place === at ? to : each))), at)}
            </div>
            <span className="flex shrink-0">
              {(['up', 'down'] as const).map((way) => (
                <Button
                  key={way}
                  size="icon-sm"
                  variant="ghost"
                  data-part={way}
                  aria-label={t(`labelSchema.list.${way}`, { name: nameOf(item) })}
                  title={t(`labelSchema.list.${way}Hint`)}
                  disabled={way === 'up' ? at === 0 : at === items.length - 1}
                  focusableWhenDisabled
                  onClick={() => move(at, way === 'up' ? at - 1 : at + 1, `[data-part="${way}"]`)}
                >
                  <Icon name={way === 'up' ? 'arrowUp' : 'arrowDown'} className="size-3.5" />
                </Button>
              ))}
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={t('labelSchema.list.remove', { name: nameOf(item) })}
                onClick={() => {
                  onChange(items.filter((_, place) => place !== at));
                  setFocus({ at: Math.max(0, at - 1), on: 'input' });
                }}
              >
                <Icon name="close" className="size-3.5" />
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <span role="status" className="sr-only">
        {said}
      </span>
      <Button
        className="self-start"
        disabled={items.length >= most}
        onClick={() => {
          onChange([...items, make()]);
          setFocus({ at: items.length, on: 'input' });
        }}
      >
        <Icon name="plus" className="size-3.5" />
        {addWord}
      </Button>
    </section>
  );
}

/** The first of `prefix_1`, `prefix_2` … that is free. */
export function freeName(prefix: string, taken: readonly string[]): string {
  for (let n = taken.length + 1; ; n += 1) {
    const name = `${prefix}_${String(n)}`;
    if (!taken.includes(name)) return name;
  }
}
