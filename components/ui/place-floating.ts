export type Side = 'top' | 'bottom';
export type Align = 'start' | 'center' | 'end';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Placement {
  readonly left: number;
  readonly top: number;
  readonly side: Side;
}

/** Kept free at the window's edges, px. */
const MARGIN = 8;

/**
 * Where a floating box stands, in px of the window: on the wanted side of its anchor, on the other one where there is
 * more room there, and never past an edge.
 */
export function placeFloating(options: {
  readonly anchor: Box;
  readonly size: { readonly width: number; readonly height: number };
  readonly view: { readonly width: number; readonly height: number };
  readonly side: Side;
  readonly align: Align;
  readonly gap: number;
}): Placement {
  const { anchor, size, view, gap } = options;
  const above = anchor.top - gap - MARGIN;
  const below = view.height - (anchor.top + anchor.height) - gap - MARGIN;
  const fits = (options.side === 'top' ? above : below) >= size.height;
  const roomier: Side = above > below ? 'top' : 'bottom';
  const side = fits ? options.side : roomier;
  const top = side === 'top' ? anchor.top - gap - size.height : anchor.top + anchor.height + gap;
  const left = anchor.left + offset(options.align, anchor.width, size.width);
  return {
    left: clamp(left, view.width - size.width),
    top: clamp(top, view.height - size.height),
    side,
  };
}

function offset(align: Align, anchorWidth: number, width: number): number {
  if (align === 'start') return 0;
  return align === 'end' ? anchorWidth - width : (anchorWidth - width) / 2;
}

function clamp(at: number, last: number): number {
  return Math.max(MARGIN, Math.min(at, last - MARGIN));
}
