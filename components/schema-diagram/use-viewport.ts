'use client';

import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

const MIN_SCALE = 0.1;
const MAX_SCALE = 3;
const STEP = 1.25;
const PAN_PX = 60;
const MARGIN_PX = 16;
/** A press that moves less is a click. */
const CLICK_PX = 4;

export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Viewport {
  readonly view: View;
  readonly fit: () => void;
  readonly zoom: (by: number) => void;
  /** Moves a rectangle of the drawing into sight. */
  readonly reveal: (box: Point & { readonly width: number; readonly height: number }) => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onClickCapture: (event: React.MouseEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** Pan and zoom of a drawing by wheel, drag, pinch and keys. */
export function useViewport(
  element: RefObject<HTMLElement | null>,
  size: { readonly width: number; readonly height: number },
): Viewport {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 });
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const touched = useRef(false);
  const { width, height } = size;

  const fit = useCallback(() => {
    touched.current = false;
    const frame = element.current;
    if (frame !== null) setView(fitted({ width, height }, frame.getBoundingClientRect()));
    // The element is asked when it is called.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [width, height]);

  // The whole drawing stays in sight until somebody moves it.
  useEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    const observer = new ResizeObserver(() => {
      if (!touched.current) fit();
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, [element, fit]);

  const zoomAt = useCallback((by: number, at: Point) => {
    touched.current = true;
    setView((before) => {
      const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, before.scale * by));
      const factor = scale / before.scale;
      return { scale, x: at.x - (at.x - before.x) * factor, y: at.y - (at.y - before.y) * factor };
    });
  }, []);

  // React listens to wheels passively, and a zoom must not scroll the page as well.
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = target.getBoundingClientRect();
      zoomAt(Math.exp(-event.deltaY * 0.0015), { x: event.clientX - box.left, y: event.clientY - box.top });
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => target.removeEventListener('wheel', onWheel);
  }, [element, zoomAt]);

  function pan(x: number, y: number): void {
    touched.current = true;
    setView((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  }

  function zoom(by: number): void {
    const box = element.current?.getBoundingClientRect();
    if (box !== undefined) zoomAt(by, { x: box.width / 2, y: box.height / 2 });
  }

  function onPointerMove(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.current.set(event.pointerId, now);
    moved.current += Math.hypot(now.x - before.x, now.y - before.y);
    const [other] = others;
    if (other === undefined) {
      pan(now.x - before.x, now.y - before.y);
      return;
    }
    const box = element.current?.getBoundingClientRect();
    const middle = {
      x: (now.x + other.x) / 2 - (box?.left ?? 0),
      y: (now.y + other.y) / 2 - (box?.top ?? 0),
    };
    zoomAt(distance(now, other) / Math.max(1, distance(before, other)), middle);
  }

  function release(event: PointerEvent): void {
    pointers.current.delete(event.pointerId);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => pan(PAN_PX, 0),
      ArrowRight: () => pan(-PAN_PX, 0),
      ArrowUp: () => pan(0, PAN_PX),
      ArrowDown: () => pan(0, -PAN_PX),
      '+': () => zoom(STEP),
      '=': () => zoom(STEP),
      '-': () => zoom(1 / STEP),
      '0': fit,
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  return {
    view,
    fit,
    zoom,
    reveal: (target) => {
      const box = element.current?.getBoundingClientRect();
      if (box === undefined) return;
      setView((before) => {
        const left = target.x * before.scale + before.x;
        const top = target.y * before.scale + before.y;
        return {
          scale: before.scale,
          x: before.x + intoRange(left, target.width * before.scale, box.width),
          y: before.y + intoRange(top, target.height * before.scale, box.height),
        };
      });
    },
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        moved.current = 0;
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove: (event) => {
        // Captured only once it is a drag: a captured press would not click the link under it.
        if (moved.current > CLICK_PX) element.current?.setPointerCapture(event.pointerId);
        onPointerMove(event);
      },
      onPointerUp: release,
      onPointerCancel: release,
      onClickCapture: (event) => {
        if (moved.current <= CLICK_PX) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyDown,
    },
  };
}

/** All of a drawing in the middle of a frame, never enlarged. */
function fitted(
  drawing: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): View {
  const room = { width: frame.width - 2 * MARGIN_PX, height: frame.height - 2 * MARGIN_PX };
  const scale = Math.max(
    MIN_SCALE,
    Math.min(1, room.width / Math.max(1, drawing.width), room.height / Math.max(1, drawing.height)),
  );
  return {
    scale,
    x: (frame.width - drawing.width * scale) / 2,
    y: (frame.height - drawing.height * scale) / 2,
  };
}

/** How far to move what begins at `start`, so that it lies within 0 and `room`. */
function intoRange(start: number, length: number, room: number): number {
  if (start < MARGIN_PX || length > room) return MARGIN_PX - start;
  const over = start + length - (room - MARGIN_PX);
  return over > 0 ? -over : 0;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
