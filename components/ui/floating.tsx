'use client';

import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { cx } from './cx.ts';
import { type Align, placeFloating, type Side } from './place-floating.ts';

interface FloatingProps extends ComponentProps<'span'> {
  /** Where it has no box of its own (`display: contents`), its first child is meant. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly side: Side;
  readonly align: Align;
  readonly gap: number;
}

/**
 * A box beside its anchor, above everything else of the page. It stays where it is in the document, so that Tab goes from
 * the anchor into it and its landmark is the anchor's. Follows scrolling and resizing.
 */
export function Floating({
  anchor,
  side,
  align,
  gap,
  className,
  children,
  ref,
  ...props
}: FloatingProps): ReactNode {
  const box = useRef<HTMLSpanElement>(null);
  useImperativeHandle(ref, () => {
    if (box.current === null) throw new TypeError('not mounted');
    return box.current;
  });

  useLayoutEffect(() => {
    const element = box.current;
    const target = boxOf(anchor.current);
    if (element === null || target === null) return;
    // The top layer is above every stacking context; where a browser has none the z-index serves.
    if ('showPopover' in element) element.showPopover();
    const place = (): void => {
      const { left, top } = placeFloating({
        anchor: target.getBoundingClientRect(),
        size: element.getBoundingClientRect(),
        view: { width: document.documentElement.clientWidth, height: window.innerHeight },
        side,
        align,
        gap,
      });
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [anchor, side, align, gap]);

  return (
    <span
      {...props}
      ref={box}
      popover="manual"
      className={cx('fixed inset-auto z-50 m-0 block overflow-visible', className)}
    >
      {children}
    </span>
  );
}

function boxOf(element: HTMLElement | null): Element | null {
  if (element === null || element.getClientRects().length > 0) return element;
  return element.firstElementChild;
}
