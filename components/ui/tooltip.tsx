'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Floating } from './floating.tsx';
import { Kbd } from './kbd.tsx';
import type { Side } from './place-floating.ts';
import { useHoverOpen } from './use-hover-open.ts';

interface TooltipProps {
  readonly text: string;
  /** Shown after the text. */
  readonly shortcut?: string;
  readonly side?: Side;
  /** One focusable element with a name of its own: a tooltip describes, it does not name. */
  readonly children: ReactNode;
}

/** A few words on keyboard focus, or when the pointer rests for 500 ms. */
export function Tooltip({ text, shortcut, side = 'top', children }: TooltipProps): ReactNode {
  const anchor = useRef<HTMLSpanElement>(null);
  const { open, handlers } = useHoverOpen();
  const id = useId();

  useEffect(() => {
    const target = anchor.current?.firstElementChild;
    if (!open || target === null || target === undefined) return;
    const before = target.getAttribute('aria-describedby');
    target.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`);
    return () => {
      if (before === null) target.removeAttribute('aria-describedby');
      else target.setAttribute('aria-describedby', before);
    };
  }, [open, id]);

  return (
    <span ref={anchor} className="contents" {...handlers}>
      {children}
      {open ? (
        <Floating
          anchor={anchor}
          side={side}
          align="center"
          gap={6}
          role="tooltip"
          id={id}
          className="max-w-[min(320px,calc(100vw-16px))] rounded-1 border border-transparent bg-text px-2 py-1 font-normal font-sans text-surface text-xs"
        >
          {text}
          {shortcut === undefined ? null : (
            <span className="ml-1.5">
              <Kbd>{shortcut}</Kbd>
            </span>
          )}
        </Floating>
      ) : null}
    </span>
  );
}
