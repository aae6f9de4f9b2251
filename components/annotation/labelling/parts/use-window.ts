'use client';

import { type RefObject, useEffect, useState } from 'react';

/** Rows beyond those in sight, so that a fast scroll meets no gap. */
const OVERSCAN = 10;

export interface RowWindow {
  readonly first: number;
  /** After the last one. */
  readonly end: number;
}

/** Which rows of one fixed height are in sight of their scroller; it scrolls by itself to the one that is looked at. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowPx, at }: { readonly count: number; readonly rowPx: number; readonly at: number },
): RowWindow {
  const [seen, setSeen] = useState({ top: 0, height: 900 });

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = (): void => {
      // In whole rows: scrolling within one draws nothing anew.
      const top = Math.floor(element.scrollTop / rowPx) * rowPx;
      const height = element.clientHeight;
      setSeen((was) => (was.top === top && was.height === height ? was : { top, height }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, rowPx]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const top = at * rowPx;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (top + rowPx > element.scrollTop + element.clientHeight)
      element.scrollTo({ top: top + rowPx - element.clientHeight });
  }, [scroller, rowPx, at]);

  return {
    first: Math.max(0, Math.floor(seen.top / rowPx) - OVERSCAN),
    end: Math.min(count, Math.ceil((seen.top + seen.height) / rowPx) + 1 + OVERSCAN),
  };
}
