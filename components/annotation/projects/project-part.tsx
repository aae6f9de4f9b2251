'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/client/api-error.ts';
import { projectQuery } from '../../../lib/client/queries/annotation.ts';
import type { WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Page } from '../../layout/page.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { t } from './messages.ts';

interface ProjectPartProps {
  readonly id: string;
  readonly children: (project: WholeProject) => ReactNode;
}

/** A project's page once the project is known; until then, or where it is not to be had, what is the matter. */
export function ProjectPart({ id, children }: ProjectPartProps): ReactNode {
  const project = useQuery(projectQuery(id));
  if (project.data !== undefined) return children(project.data);
  const gone = project.error instanceof ApiError && project.error.code === 'not_found';
  return (
    <Page crumbs={[{ label: t('projects.annotate'), href: '/annotate' }, { label: t('projects.project') }]}>
      {project.isPending ? (
        <Loading what={t('projects.what')} />
      ) : (
        <Notice
          tone="err"
          role="alert"
          title={t(gone ? 'projects.gone' : 'projects.failed')}
          actions={
            gone ? (
              <NavLink href="/annotate" className={buttonClass()}>
                {t('projects.all')}
              </NavLink>
            ) : (
              <Button onClick={() => void project.refetch()}>{t('common.retry')}</Button>
            )
          }
        >
          {gone ? t('projects.goneBody') : project.error.message}
        </Notice>
      )}
    </Page>
  );
}
