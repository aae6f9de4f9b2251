'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { projectQuery } from '../../../lib/client/queries/annotation.ts';
import { Page } from '../../layout/page.tsx';
import { ProjectFrame } from '../frame/index.ts';
import { FixList } from './fix-list.tsx';
import { t } from './messages.ts';
import { PairFinder } from './pair-finder.tsx';
import { PairSets } from './pair-sets.tsx';

/** Preference data with proof: pairs of runs, and mistakes put right. */
export function PairsScreen({ project }: { readonly project: string }): ReactNode {
  const named = useQuery(projectQuery(project));
  return (
    <ProjectFrame project={{ id: project, name: named.data?.name ?? '' }} place="pairs">
      <Body project={project}>
        <FixList project={project} />
      </Body>
    </ProjectFrame>
  );
}

/** The same of runs without a project: pairs alone. */
export function LoosePairsScreen(): ReactNode {
  return (
    <Page crumbs={[{ label: t('annotate.title'), href: '/annotate' }, { label: t('training.pairs') }]}>
      <Body project={null} />
    </Page>
  );
}

function Body({
  project,
  children,
}: {
  readonly project: string | null;
  readonly children?: ReactNode;
}): ReactNode {
  const search = useSearchParams();
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('training.pairs')}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 py-3 outline-offset-[-2px]"
    >
      <PairFinder project={project} startsWith={search.get('q') ?? ''} selection={search.get('selection')} />
      <PairSets project={project} />
      {children}
    </div>
  );
}
