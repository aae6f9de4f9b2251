'use client';

import type { ReactNode } from 'react';
import type { z } from 'zod/mini';
import type { myQueueSchema } from '../../../lib/contracts/annotation/labelling.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { t } from './messages.ts';

type MyQueue = z.output<typeof myQueueSchema>;

/** Queues that I label for; nothing of how others do. */
export function MyQueues({ items }: { readonly items: readonly MyQueue[] }): ReactNode {
  if (items.length === 0)
    return <Notice title={t('projects.mine.emptyTitle')}>{t('projects.mine.emptyBody')}</Notice>;
  return (
    <section aria-labelledby="my-queues" className="rounded-2 border border-line bg-surface">
      <h2 id="my-queues" className="border-line border-b px-3 py-2 font-semibold">
        {t('projects.mine.title')}
      </h2>
      <ul>
        {items.map((queue) => (
          <MyQueueLine key={queue.id} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function MyQueueLine({ queue }: { readonly queue: MyQueue }): ReactNode {
  const { id, name, kind, state, project, submitted, skipped, returned, left, onboarding } = queue;
  const href = `/annotate/queues/${id}`;
  const done = left === 0 && returned === 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-3 py-2 text-sm last:border-b-0">
      <span className="flex min-w-0 flex-1 basis-52 flex-col">
        <NavLink href={href} className="truncate font-medium text-text hover:underline">
          {name}
        </NavLink>
        <span className="truncate text-text-2 text-xs">
          {project.name} · {t(`projects.kinds.${kind}`)}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        <span>{t('projects.mine.submitted', { count: submitted })}</span>
        {left === null ? null : (
          <span className="text-text-2">{t('projects.mine.left', { count: left })}</span>
        )}
        {skipped === 0 ? null : (
          <span className="text-text-2">{t('projects.mine.skipped', { count: skipped })}</span>
        )}
        {returned === 0 ? null : (
          <Badge tone="warn" glyph="↩">
            {t('projects.mine.returned', { count: returned })}
          </Badge>
        )}
        {state === 'open' ? null : <Badge>{t(`projects.states.${state}`)}</Badge>}
        {onboarding === 'none' ? null : (
          <Badge
            tone={onboarding === 'passed' ? 'ok' : onboarding === 'failed' ? 'err' : 'info'}
            glyph={onboarding === 'passed' ? '✓' : onboarding === 'failed' ? '✕' : '○'}
          >
            {t(`projects.onboarding.${onboarding}`)}
          </Badge>
        )}
      </span>
      <NavLink
        href={href}
        className={buttonClass({
          className: 'relative',
          variant: done || state !== 'open' ? 'default' : 'primary',
        })}
      >
        {t(
          done || state !== 'open'
            ? 'projects.mine.look'
            : submitted + skipped === 0
              ? 'projects.mine.start'
              : 'projects.mine.resume',
        )}
        <span className="sr-only">{name}</span>
      </NavLink>
    </li>
  );
}
