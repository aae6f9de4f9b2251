'use client';

import type { ReactNode } from 'react';
import { z } from 'zod/mini';
import type { ApiError } from '../../lib/client/api-error.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { t } from './messages.ts';

const detailsSchema = z.object({
  queues: z._default(z.array(z.object({ id: z.string(), name: z.string() })), []),
  disagreements: z._default(z.array(z.object({ item: z.string(), project: z.string() })), []),
});

interface Way {
  readonly href: string;
  readonly text: string;
}

interface Ways {
  readonly title: string;
  readonly reveal: string;
  readonly places: readonly Way[];
}

/** To the queues that hide it, each of which opens at the item in hand, and to the disagreements in hand that do. */
function waysOf(error: ApiError): Ways {
  const details = detailsSchema.safeParse(error.details);
  const { queues, disagreements } = details.success ? details.data : { queues: [], disagreements: [] };
  const toLabel = queues.map(({ id, name }) => ({
    href: `/annotate/queues/${encodeURIComponent(id)}`,
    text: t('blind.label', { queue: name }),
  }));
  if (disagreements.length === 0)
    return {
      title: t('blind.title'),
      reveal: t('blind.reveal'),
      places: toLabel.length === 0 ? [{ href: '/annotate', text: t('blind.queues') }] : toLabel,
    };
  const toDecide = disagreements.map(({ item, project }) => ({
    href: `/annotate/projects/${encodeURIComponent(project)}/disagreements?item=${encodeURIComponent(item)}`,
    text: t('blind.decide', { item: item.slice(0, 6) }),
  }));
  return {
    title: t(toLabel.length === 0 ? 'blind.decideTitle' : 'blind.bothTitle'),
    reveal: t('blind.revealDecision'),
    places: [...toDecide, ...toLabel],
  };
}

/** Why something is hidden, with the way to the queue that hides it. */
export function BlindNotice({ error }: { readonly error: ApiError }): ReactNode {
  const { title, reveal, places } = waysOf(error);
  return (
    <Notice
      title={title}
      actions={places.map(({ href, text }) => (
        <NavLink key={href} href={href} className={buttonClass({ variant: 'primary' })}>
          {text}
        </NavLink>
      ))}
    >
      {error.message} {reveal}
    </Notice>
  );
}

/** The ways alone, within a line of text. */
export function BlindWays({ error }: { readonly error: ApiError }): ReactNode {
  return waysOf(error).places.map(({ href, text }) => (
    <NavLink key={href} href={href} className="mr-2 text-accent underline">
      {text}
    </NavLink>
  ));
}
