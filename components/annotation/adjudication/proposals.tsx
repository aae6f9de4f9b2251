'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { proposalsQuery } from '../../../lib/client/queries/annotation.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { projectHref } from '../frame/index.ts';
import { t } from './messages.ts';

/** What adjudicators would change in the guidelines waits there for the lead. */
export function Proposals({ project }: { readonly project: string }): ReactNode {
  const { data } = useQuery(proposalsQuery(project));
  const waiting = data?.items.filter(({ state }) => state === 'open').length ?? 0;
  if (waiting === 0) return null;
  return (
    <NavLink href={projectHref(project, 'guidelines')} className="text-accent">
      {t('adjudication.proposals')} ({waiting})
    </NavLink>
  );
}
