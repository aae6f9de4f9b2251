'use client';

import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { cx } from '../../../ui/cx.ts';
import { type Share, SHARES, viewStore } from '../view-store.ts';

const KEY_STEP = 2;

interface SeparatorProps {
  readonly share: Share;
  readonly label: string;
  /** Which edge of its pane it is: the share grows away from it. */
  readonly edge: 'right' | 'left' | 'top';
  /** Of the box that the percent are of. */
  readonly box: () => DOMRect | undefined;
}

/** The edge of a pane: moved by pointer or arrow keys, and remembered. */
export function Separator({ share, label, edge, box }: SeparatorProps): ReactNode {
  const value = useStore(viewStore, (state) => state.shares[share]);
  const setShare = useStore(viewStore, (state) => state.setShare);
  const { least, most, initial } = SHARES[share];
  const upright = edge !== 'top';

  function onKeyDown(event: KeyboardEvent): void {
    const grow = edge === 'right' ? 'ArrowRight' : edge === 'left' ? 'ArrowLeft' : 'ArrowUp';
    const shrink = edge === 'right' ? 'ArrowLeft' : edge === 'left' ? 'ArrowRight' : 'ArrowDown';
    const next = {
      [grow]: value + KEY_STEP,
      [shrink]: value - KEY_STEP,
      Home: least,
      End: most,
      Enter: initial,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setShare(share, next);
  }

  function onPointerMove(event: PointerEvent): void {
    const frame = box();
    if (frame === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    if (edge === 'right') setShare(share, ((event.clientX - frame.left) / frame.width) * 100);
    else if (edge === 'left') setShare(share, ((frame.right - event.clientX) / frame.width) * 100);
    else setShare(share, ((frame.bottom - event.clientY) / frame.height) * 100);
  }

  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => setShare(share, initial)}
      className={cx(
        'relative z-3 shrink-0 touch-none bg-line before:absolute hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-0',
        upright
          ? 'w-px cursor-col-resize before:inset-y-0 before:-inset-x-1'
          : 'h-px cursor-row-resize before:inset-x-0 before:-inset-y-1',
      )}
    />
  );
}
