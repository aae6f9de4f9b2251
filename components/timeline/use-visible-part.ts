'use client';

import { type RefObject, useEffect, useState } from 'react';

/** Which part of a scroller's width is in sight, from 0 to 1. Updated at most once a frame. */
export function useVisiblePart(scroller: RefObject<HTMLElement | null>, watched: boolean) {
  const [part, setPart] = useState({ from: 0, to: 1 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !watched) return;
    let frame = 0;
    function measure(): void {
      frame = 0;
      if (element === null) return;
      const { scrollLeft, clientWidth, scrollWidth } = element;
      setPart({ from: scrollLeft / scrollWidth, to: (scrollLeft + clientWidth) / scrollWidth });
    }
    function later(): void {
      if (frame === 0) frame = requestAnimationFrame(measure);
    }
    const sizes = new ResizeObserver(later);
    sizes.observe(element);
    if (element.firstElementChild !== null) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      element.removeEventListener('scroll', later);
    };
  }, [scroller, watched]);
  return part;
}
