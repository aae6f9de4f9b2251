'use client';

import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { Floating } from './floating.tsx';
import type { Align, Side } from './place-floating.ts';
import { useHoverOpen } from './use-hover-open.ts';

interface HoverCardProps {
  readonly label: string;
  /** What the card shows; asked for only while it is open. */
  readonly card: () => ReactNode;
  readonly side?: Side;
  readonly align?: Align;
  /** Of the card. */
  readonly className?: string;
  /** One focusable element. */
  readonly children: ReactNode;
}

/**
 * A card with details and actions on keyboard focus, or when the pointer rests for 500 ms. It may hold buttons: Tab goes
 * into it, Escape and leaving close it.
 */
export function HoverCard({
  label,
  card,
  side = 'top',
  align = 'start',
  className,
  children,
}: HoverCardProps): ReactNode {
  const anchor = useRef<HTMLSpanElement>(null);
  const { open, handlers } = useHoverOpen({ staysOnPress: true });
  return (
    <span ref={anchor} className="contents" {...handlers}>
      {children}
      {open ? (
        <Floating
          anchor={anchor}
          side={side}
          align={align}
          gap={5}
          role="group"
          aria-label={label}
          className={cx(
            'max-h-[80dvh] max-w-[calc(100vw-16px)] overflow-y-auto rounded-2 border border-line-strong bg-overlay font-normal font-sans text-sm text-text shadow-2',
            className,
          )}
        >
          {card()}
        </Floating>
      ) : null}
    </span>
  );
}
