'use client';

import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';
import type { Align, Side } from './place-floating.ts';
import { isOwnPress, popupContainer } from './use-popup.ts';

interface PopoverPopupProps {
  readonly label: string;
  readonly side: Side;
  readonly align: Align;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function PopoverPopup(props: PopoverPopupProps): ReactNode {
  const { label, side, align, anchor, className, onClose, children } = props;
  return (
    <Popover.Root
      open
      onOpenChange={(open, { reason, event }) => {
        if (!open && !isOwnPress(anchor.current, reason, event)) onClose();
      }}
    >
      <Popover.Portal container={popupContainer(anchor.current)}>
        <Popover.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            aria-label={label}
            finalFocus={anchor}
            className={cx(
              'max-h-[var(--available-height)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-2 border border-line-strong bg-overlay p-3 text-sm text-text shadow-2 outline-none',
              className,
            )}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
