'use client';

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { currentToasts, dismissToast, subscribeToasts, type Toast } from './toast.ts';

const SHOWN_MS = 6_000;
const NONE: readonly Toast[] = [];

const GLYPHS: Readonly<Record<Toast['tone'], { readonly glyph: string; readonly colour: string }>> = {
  ok: { glyph: '✓', colour: 'text-ok' },
  err: { glyph: '✕', colour: 'text-err' },
  info: { glyph: 'i', colour: 'text-info' },
  warn: { glyph: '!', colour: 'text-warn' },
};

/**
 * The toasts, once a page frame. The region stands from the start, so that screen readers hear what comes into it. The
 * clock stands while the pointer or the focus is on them or the window is hidden; F6 takes the focus there, Escape
 * closes them.
 */
export function Toaster(): ReactNode {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const first = region.current?.querySelector('button');
      // F6 is the key by which browsers and their users go between regions.
      if (event.key !== 'F6' || event.shiftKey || first === null || first === undefined) return;
      event.preventDefault();
      cameFrom.current = document.activeElement;
      first.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  /** What had the focus goes with its toast, and no blur comes of that. */
  function leave(): void {
    setHeld(false);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    cameFrom.current = null;
  }

  return (
    <section
      aria-label={t('ui.notifications')}
      tabIndex={-1}
      ref={region}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        for (const { id } of toasts) dismissToast(id);
        leave();
      }}
      className="pointer-events-none fixed bottom-14 left-3 z-50 flex w-[min(380px,calc(100vw-24px))] flex-col gap-2 outline-none md:bottom-3 md:left-14"
    >
      <div role="status" aria-live="polite" aria-relevant="additions" className="contents">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} held={held} onGone={leave} />
        ))}
      </div>
    </section>
  );
}

interface ToastItemProps {
  readonly toast: Toast;
  readonly held: boolean;
  readonly onGone: () => void;
}

function ToastItem({ toast, held, onGone }: ToastItemProps): ReactNode {
  useCountdown(toast.id, held);
  const { glyph, colour } = GLYPHS[toast.tone];
  const { action } = toast;
  return (
    <div className="pointer-events-auto flex min-h-9 items-center gap-2 rounded-2 border border-line-strong bg-overlay py-1 pr-1.5 pl-3 text-sm shadow-2">
      <b aria-hidden="true" className={colour}>
        {glyph}
      </b>
      <span className="min-w-0 flex-1 wrap-anywhere">{toast.text}</span>
      {action === undefined ? null : (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            dismissToast(toast.id);
            onGone();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t('ui.dismiss')}
        onClick={() => {
          dismissToast(toast.id);
          onGone();
        }}
      >
        <Icon name="close" className="size-3" />
      </Button>
    </div>
  );
}

/** What was left of the 6 s goes on after a pause. */
function useCountdown(id: number, held: boolean): void {
  const [left] = useState({ ms: SHOWN_MS });
  useEffect(() => {
    if (held) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let startedAt = 0;
    const run = (): void => {
      startedAt = performance.now();
      timer = setTimeout(() => dismissToast(id), left.ms);
    };
    const pause = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left.ms -= performance.now() - startedAt;
    };
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') pause();
      else if (timer === undefined) run();
    };
    if (document.visibilityState !== 'hidden') run();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      pause();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [id, held, left]);
}
