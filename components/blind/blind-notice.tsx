'use client';

import type { ReactNode } from 'react';
import { z } from 'zod/mini';
import { ApiError } from '../../lib/client/api-error.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { t } from './messages.ts';

const detailsSchema = z.object({ queues: z.array(z.object({ id: z.string(), name: z.string() })) });

/** What was asked for would tell how a run ended that the person has to label. */
export function isBlind(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'blind';
}

/** Why something is hidden, with the way to the queue that hides it. */
export function BlindNotice({ error }: { readonly error: ApiError }): ReactNode {
  const details = detailsSchema.safeParse(error.details);
  const queues = details.success ? details.data.queues : [];
  return (
    <Notice
      title={t('blind.title')}
      actions={
        queues.length === 0 ? (
          <NavLink href="/annotate" className={buttonClass({ variant: 'primary' })}>
            {t('blind.queues')}
          </NavLink>
        ) : (
          queues.map(({ id, name }) => (
            <NavLink
              key={id}
              href={`/annotate/queues/${encodeURIComponent(id)}`}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('blind.label', { queue: name })}
            </NavLink>
          ))
        )
      }
    >
      {error.message} {t('blind.reveal')}
    </Notice>
  );
}
