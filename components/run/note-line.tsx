'use client';

import type { ReactNode } from 'react';
import { formatAbsolute, formatAgo } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { useNow } from '../../lib/client/use-now.ts';
import type { RunNote } from '../../lib/contracts/runs.ts';
import { May } from '../identity/index.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

interface NoteLineProps {
  readonly note: RunNote;
  /** Where it stands among others: it says what it is about. */
  readonly about: boolean;
  readonly onRemove: () => void;
}

export function NoteLine({ note, about, onRemove }: NoteLineProps): ReactNode {
  const nowMs = useNow();
  return (
    <div className="flex items-start gap-2 rounded-1 border-info border-l-2 bg-info-soft on-tint px-2 py-1 text-sm">
      <div className="min-w-0 flex-1">
        <span className="block whitespace-pre-wrap wrap-anywhere">{note.text}</span>
        <span className="text-text-2 text-xs">
          {about ? (
            <>
              {note.seq === null ? (
                t('run.notes.run')
              ) : (
                <UrlLink set={{ step: String(note.seq) }} className="text-accent hover:underline">
                  {t('run.step', { seq: note.seq })}
                </UrlLink>
              )}
              {' · '}
            </>
          ) : null}
          {note.by} · <time title={formatAbsolute(note.atMs)}>{formatAgo(note.atMs, nowMs)}</time>
        </span>
      </div>
      <May needs="run">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('run.notes.remove', { by: note.by })}
          title={t('run.notes.remove', { by: note.by })}
          onClick={onRemove}
        >
          <Icon name="close" className="size-3" />
        </Button>
      </May>
    </div>
  );
}
