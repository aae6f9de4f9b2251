'use client';

import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

/** A pointer that only passes opens nothing. */
const OPEN_MS = 500;
/** Time to go from the anchor to what opened. */
const CLOSE_MS = 150;

interface HoverOpen {
  readonly open: boolean;
  readonly close: () => void;
  /** For an element around both the anchor and what opens. */
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/** Opens at once on keyboard focus and after a rest of the pointer; closes on leaving and on Escape. Not by touch. */
export function useHoverOpen({ staysOnPress = false }: { readonly staysOnPress?: boolean } = {}): HoverOpen {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const later = useCallback((next: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  }, []);
  const now = useCallback((next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      now(false);
    };
    // Before the page's own keys and before dialogs: the first Escape takes away the topmost thing alone.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [open, now]);

  return {
    open,
    close: () => now(false),
    handlers: {
      onPointerEnter: (event) => {
        if (event.pointerType !== 'touch') later(true, OPEN_MS);
      },
      onPointerLeave: () => later(false, CLOSE_MS),
      onPointerDown: () => {
        if (!staysOnPress) now(false);
      },
      onFocus: (event) => {
        if (event.target.matches(':focus-visible')) now(true);
      },
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) now(false);
      },
    },
  };
}
