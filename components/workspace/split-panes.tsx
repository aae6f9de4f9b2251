'use client';

import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { useStore } from 'zustand';
import { t } from './messages.ts';
import { cx } from '../ui/cx.ts';
import { ACT_SHARE, layoutStore } from './layout-store.ts';

const KEY_STEP = 2;

interface SplitPanesProps {
  /** Names the left pane. */
  readonly label: string;
  readonly act: ReactNode;
  readonly observe: ReactNode;
  /** The one that narrow screens show. */
  readonly shown: 'act' | 'observe';
}

/**
 * Two panes side by side; the bar between them is moved by pointer or arrow keys and remembered. On narrow screens one
 * pane stands alone.
 */
export function SplitPanes({ label, act, observe, shown }: SplitPanesProps): ReactNode {
  const share = useStore(layoutStore, (state) => state.actShare);
  const actHidden = useStore(layoutStore, (state) => state.actHidden);
  const setShare = useStore(layoutStore, (state) => state.setActShare);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => void layoutStore.persist.rehydrate(), []);

  function onKeyDown(event: KeyboardEvent): void {
    const next = {
      ArrowLeft: share - KEY_STEP,
      ArrowRight: share + KEY_STEP,
      Home: ACT_SHARE.least,
      End: ACT_SHARE.most,
      Enter: ACT_SHARE.initial,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setShare(next);
  }

  function onPointerMove(event: PointerEvent): void {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setShare(((event.clientX - box.left) / box.width) * 100);
  }

  return (
    <div
      ref={frame}
      style={{ '--act': `${share}fr`, '--observe': `${100 - share}fr` } as CSSProperties}
      className={cx(
        'relative flex min-h-0 flex-1',
        !actHidden && 'md:grid md:grid-cols-[minmax(0,var(--act))_1px_minmax(0,var(--observe))]',
      )}
    >
      <section
        aria-label={label}
        data-pane="act"
        tabIndex={-1}
        className={cx(
          'flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none',
          shown !== 'act' && 'max-md:hidden',
          actHidden && 'md:hidden',
        )}
      >
        {act}
      </section>
      <div
        role="separator"
        aria-label={t('workspace.resize')}
        aria-orientation="vertical"
        aria-valuemin={ACT_SHARE.least}
        aria-valuemax={ACT_SHARE.most}
        aria-valuenow={share}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={() => setShare(ACT_SHARE.initial)}
        hidden={actHidden}
        className="relative z-3 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-inset-x-1 hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-0 max-md:hidden"
      />
      <section
        aria-label={t('session.observe')}
        data-pane="observe"
        tabIndex={-1}
        className={cx(
          'flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none',
          shown !== 'observe' && 'max-md:hidden',
        )}
      >
        {observe}
      </section>
    </div>
  );
}
