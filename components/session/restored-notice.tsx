'use client';

import { type ReactNode, useState } from 'react';
import { formatAbsolute, formatTime } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { LiveSessionInfo, Restored } from '../../lib/contracts/live.ts';
import { Button } from '../ui/button.tsx';
import { Strip } from '../ui/strip.tsx';

/** Says that the server was started anew and what came back of the session, until it is dismissed. */
export function RestoredNotice({ info }: { readonly info: LiveSessionInfo }): ReactNode {
  const { id, restored, restoredAtMs } = info;
  const [dismissedAtMs, setDismissedAtMs] = useState(() => readDismissed(id));
  if (restored === null || restoredAtMs === null || restoredAtMs === dismissedAtMs) return null;

  function dismiss(): void {
    setDismissedAtMs(restoredAtMs);
    keepDismissed(id, restoredAtMs);
  }

  return (
    <Strip
      tone={restored.from === 'nothing' || restored.lostCall !== null ? 'warn' : 'info'}
      role="status"
      actions={
        <Button size="sm" onClick={dismiss}>
          {t('live.restored.dismiss')}
        </Button>
      }
    >
      <time dateTime={new Date(restoredAtMs).toISOString()} title={formatAbsolute(restoredAtMs)}>
        {t('live.restored.title', { time: formatTime(restoredAtMs) })}
      </time>{' '}
      <span className="font-normal">{sentences(restored).join(' ')}</span>
    </Strip>
  );
}

function sentences(restored: Restored): readonly string[] {
  const { from, steps, problem, lostCall } = restored;
  const lost =
    lostCall === null ? [] : [t('live.restored.lostCall', { tool: lostCall.toolName ?? 'list_tools' })];
  if (from === 'nothing') return [t('live.restored.nothing', { problem: problem ?? '' }), ...lost];
  return [t(`live.restored.${from}`, { steps }), ...(problem === null ? [] : [problem]), ...lost];
}

const storageKey = (id: string): string => `awm.restored.${id}`;

function readDismissed(id: string): number | null {
  try {
    return Number(sessionStorage.getItem(storageKey(id)));
  } catch {
    return null;
  }
}

function keepDismissed(id: string, atMs: number | null): void {
  try {
    sessionStorage.setItem(storageKey(id), String(atMs));
  } catch {
    // Where storage is refused, it is shown again after a reload.
  }
}
