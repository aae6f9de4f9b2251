'use client';

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { Floating } from './floating.tsx';
import { Icon } from './icon.tsx';

interface SelectListProps {
  readonly id: string;
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly options: readonly { readonly value: string; readonly label: string; readonly detail?: string }[];
  readonly chosen: number;
  readonly at: number;
  readonly onMove: (index: number) => void;
  readonly onChoose: (index: number) => void;
}

export function SelectList(props: SelectListProps): ReactNode {
  const { id, label, anchor, options, chosen, at, onMove, onChoose } = props;
  const list = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const width = anchor.current?.getBoundingClientRect().width ?? 0;
    if (list.current !== null) list.current.style.minWidth = `${width}px`;
  }, [anchor]);
  useEffect(() => {
    const option = list.current?.querySelector(`[id="${id}-${at}"]`);
    // jsdom has no scrolling.
    if (option !== null && option !== undefined && 'scrollIntoView' in option) {
      option.scrollIntoView({ block: 'nearest' });
    }
  }, [id, at]);

  return (
    <Floating
      ref={list}
      id={`${id}-list`}
      anchor={anchor}
      side="bottom"
      align="start"
      gap={4}
      role="listbox"
      aria-label={label}
      // The box keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      className="max-h-[min(320px,60dvh)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-2 border border-line-strong bg-overlay p-1 font-normal font-sans text-sm text-text shadow-2"
    >
      {options.map((option, index) => (
        <span
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onPointerMove={() => {
            if (index !== at) onMove(index);
          }}
          onClick={() => onChoose(index)}
          className={cx(
            'flex min-h-dense cursor-default items-center gap-2 rounded-[3px] px-2',
            index === at && 'on-tint bg-accent-soft forced-colors:outline-2',
            index === chosen && 'font-medium',
          )}
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
          {option.detail === undefined ? null : (
            <span className="font-normal text-text-2">{option.detail}</span>
          )}
          <Icon name="check" className={cx('size-3.5 text-accent', index !== chosen && 'invisible')} />
        </span>
      ))}
    </Floating>
  );
}
