'use client';

import type { ReactNode } from 'react';
import type { QueueSummary } from '../../../lib/contracts/annotation/queue-admin.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Progress } from '../../ui/progress.tsx';
import { t } from './messages.ts';

/** Queues with how far each is. */
export function QueueList({ items }: { readonly items: readonly QueueSummary[] }): ReactNode {
  return (
    <ul aria-label={t('queueAdmin.list')} className="m-3 rounded-2 border border-line bg-surface md:m-4">
      {items.map((queue) => {
        const { id, name, kind, counts, settings, source, everyone } = queue;
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-line border-b px-3 py-2 text-sm last:border-b-0"
          >
            <span className="flex min-w-0 flex-1 basis-56 flex-col">
              <span className="flex min-w-0 items-center gap-2">
                <UrlLink
                  set={{ queue: id }}
                  className="min-w-0 truncate font-medium text-text hover:underline"
                >
                  {name}
                </UrlLink>
                <StateBadge state={queue.state} />
              </span>
              <span className="text-text-2 text-xs wrap-anywhere">
                {[
                  t(`queueAdmin.kinds.${kind}`),
                  t('queueAdmin.overlap', { count: settings.overlap }),
                  t(`queueAdmin.orderings.${settings.ordering}`),
                  ...(source?.from === 'view' ? [t('queueAdmin.fills', { q: source.q })] : []),
                  ...(everyone ? [t('queueAdmin.open')] : []),
                ].join(' · ')}
              </span>
            </span>
            <Progress
              className="min-w-44 flex-1 basis-44"
              label={t('queueAdmin.progress', { done: counts.done, items: counts.items })}
              value={counts.submitted}
              max={counts.wanted}
              text={t('queueAdmin.labels', { given: counts.submitted, wanted: counts.wanted })}
            />
            <span className="flex flex-wrap gap-1.5 empty:hidden">
              {counts.stuck === 0 ? null : (
                <Badge tone="warn" glyph="!">
                  {t('queueAdmin.stuck', { count: counts.stuck })}
                </Badge>
              )}
              {counts.returned === 0 ? null : (
                <Badge tone="info" glyph="↩">
                  {t('queueAdmin.returned', { count: counts.returned })}
                </Badge>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function StateBadge({ state }: { readonly state: QueueSummary['state'] }): ReactNode {
  const look = { open: ['ok', '●'], paused: ['warn', '‖'], closed: ['plain', '■'] } as const;
  const [tone, glyph] = look[state];
  return (
    <Badge tone={tone} glyph={glyph}>
      {t(`queueAdmin.states.${state}`)}
    </Badge>
  );
}
