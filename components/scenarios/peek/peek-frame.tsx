'use client';

import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

interface PeekFrameProps {
  readonly title: string;
  readonly place: string;
  readonly subtitle?: string;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A row's contents beside the list. */
export function PeekFrame({ title, place, subtitle, actions, onClose, children }: PeekFrameProps): ReactNode {
  return (
    <>
      <header className="flex shrink-0 flex-col gap-2 border-line border-b py-2 pr-2 pl-4">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold text-lg" title={title}>
            {title}
          </h2>
          <span className="shrink-0 text-text-2 text-xs">{place}</span>
          <Button variant="ghost" size="icon" aria-label={t('filter.closePeek')} onClick={onClose}>
            <Icon name="close" className="size-3.5" />
          </Button>
        </div>
        {subtitle === undefined || subtitle === '' ? null : (
          <p className="line-clamp-3 pr-2 text-sm text-text-2" title={subtitle}>
            {subtitle}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-1.5">{actions}</div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto text-sm">{children}</div>
    </>
  );
}

export function PeekSection({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="border-line border-b px-4 py-2 last:border-b-0">
      <div className="flex h-6 items-baseline justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {note === undefined ? null : <span className="truncate text-text-2 text-xs">{note}</span>}
      </div>
      {children}
    </section>
  );
}
