'use client';

import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A pointer that rests this long on a step wants to know more. */
const CARD_AFTER_MS = 500;

interface Peek {
  readonly seq: number;
  /** Only the readout, or the card too. */
  readonly card: boolean;
  /** Left edge and width of the card, px, in the strip's frame. */
  readonly left: number;
  readonly width: number;
}

const CARD_WIDTH = 376;
const MARGIN = 8;

/** Above the step, but over the act pane only: never over what changed. */
function placeOf(step: HTMLElement): Pick<Peek, 'left' | 'width'> {
  const frame = step.closest('nav')?.getBoundingClientRect();
  const act = document.querySelector('[data-pane="act"]')?.getBoundingClientRect();
  const right = act === undefined || act.width === 0 ? window.innerWidth : act.right;
  const frameLeft = frame?.left ?? 0;
  const width = Math.min(CARD_WIDTH, window.innerWidth - 2 * MARGIN);
  const last = right - MARGIN - width;
  return { left: Math.max(MARGIN, Math.min(step.getBoundingClientRect().left, last) - frameLeft), width };
}

/** Which step is pointed at: at once for the readout; on focus, or after a rest, for the card. Esc closes the card. */
export function usePeek() {
  const [peek, setPeek] = useState<Peek | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(target: EventTarget, card: boolean): Peek | null {
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
    if (item === null) return null;
    const next = { seq: Number(item.dataset['seq']), card, ...placeOf(item) };
    setPeek(next);
    return next;
  }

  function hide(): void {
    clearTimeout(timer.current);
    setPeek(null);
  }

  return {
    peek,
    handlers: {
      onPointerOver(event: PointerEvent) {
        if (event.pointerType !== 'mouse') return;
        clearTimeout(timer.current);
        const next = show(event.target, false);
        if (next !== null) timer.current = setTimeout(() => setPeek({ ...next, card: true }), CARD_AFTER_MS);
      },
      onPointerLeave: hide,
      // A click focuses too, but asks for the step itself, not for its card.
      onFocus(event: FocusEvent) {
        if (event.target.matches(':focus-visible')) show(event.target, true);
      },
      onBlur: hide,
      onClick: hide,
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape' || peek?.card !== true) return;
        event.stopPropagation();
        hide();
      },
    },
  };
}
