'use client';

import type { ReactNode } from 'react';
import { createLazyPart } from './lazy-part.ts';
import type { Align, Side } from './place-floating.ts';
import { usePopup, type PopupTriggerProps } from './use-popup.ts';

interface PopoverProps {
  /** Name of the card. */
  readonly label: string;
  readonly side?: Side;
  readonly align?: Align;
  /** Of the card. */
  readonly className?: string;
  readonly trigger: (props: PopupTriggerProps) => ReactNode;
  /** What the card shows; `close` for its buttons. */
  readonly children: (close: () => void) => ReactNode;
}

/** 38 KB gzipped with what it needs of Base UI, most of it shared with menus and selects. */
const popup = createLazyPart(async () => (await import('./popover-popup.tsx')).PopoverPopup);

/** A card that a button opens: details, or a small form. Escape or a press elsewhere closes it. */
export function Popover({
  label,
  side = 'bottom',
  align = 'start',
  className,
  trigger,
  children,
}: PopoverProps): ReactNode {
  const { open, close, anchor, trigger: props } = usePopup('dialog', popup.preload);
  const part = popup.usePart(open);
  return (
    <>
      {trigger(props)}
      {open && part.state === 'ready' ? (
        <part.part
          label={label}
          side={side}
          align={align}
          anchor={anchor}
          className={className}
          onClose={close}
        >
          {children(close)}
        </part.part>
      ) : null}
    </>
  );
}
