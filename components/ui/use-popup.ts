'use client';

import { type KeyboardEvent, type RefObject, useCallback, useId, useRef, useState } from 'react';

/** What a button needs to open a popup. Spread it over the button. */
export interface PopupTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu' | 'dialog' | 'listbox';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface Popup {
  readonly open: boolean;
  readonly close: () => void;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly trigger: PopupTriggerProps;
}

/** A popup and its button. `preload` is called when the pointer or the focus comes near, for code that is not there yet. */
export function usePopup(
  kind: PopupTriggerProps['aria-haspopup'],
  preload: () => void = () => undefined,
): Popup {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback(() => setOpen(false), []);
  return {
    open,
    close,
    anchor,
    trigger: {
      ref: anchor,
      id,
      'aria-haspopup': kind,
      'aria-expanded': open,
      onClick: () => setOpen((was) => !was),
      onPointerEnter: preload,
      onFocus: preload,
      onKeyDown: (event) => {
        const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp';
        if (!opens || kind === 'dialog' || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setOpen(true);
      },
    },
  };
}

/** Where a popup belongs in the document: the dialog that its button stands in, else the page's main region. */
export function popupContainer(anchor: HTMLElement | null): HTMLElement | null {
  return anchor?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('content');
}

/** A press on the popup's own button closes it by that button. */
export function isOwnPress(anchor: HTMLElement | null, reason: string, event: Event): boolean {
  return (
    reason === 'outside-press' && event.target instanceof Node && anchor?.contains(event.target) === true
  );
}
