'use client';

import type { ReactNode } from 'react';
import { sayWhoMay, SignInOver, useMay } from '../../identity/index.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Page } from '../../layout/page.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { t } from './messages.ts';
import { PROJECT_PLACES, projectHref, type ProjectPlace } from './places.ts';

interface ProjectFrameProps {
  readonly project: { readonly id: string; readonly name: string };
  readonly place: ProjectPlace;
  /** At the right end of the top bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of one project: its name, its parts, and one of them. */
export function ProjectFrame({ project, place, actions, children }: ProjectFrameProps): ReactNode {
  const may = useMay();
  const here = PROJECT_PLACES.find(({ path }) => path === place);
  return (
    <Page
      crumbs={[
        { label: t('annotate.title'), href: '/annotate' },
        { label: project.name, href: projectHref(project.id) },
        { label: t(here?.label ?? 'annotate.queues') },
      ]}
      actions={actions}
    >
      <nav
        aria-label={t('annotate.parts')}
        className="flex shrink-0 gap-1 overflow-x-auto border-line border-b bg-surface px-3"
      >
        {PROJECT_PLACES.filter(({ needs }) => may(needs)).map(({ path, label: name }) => (
          <NavLink
            key={path}
            href={projectHref(project.id, path)}
            aria-current={path === place ? 'page' : undefined}
            className={cx(
              'whitespace-nowrap border-b-2 px-2 py-1.5 text-sm',
              path === place ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text',
            )}
          >
            {t(name)}
          </NavLink>
        ))}
      </nav>
      <SignInOver>{t('annotate.signInOver')}</SignInOver>
      {here === undefined || may(here.needs) ? children : <Notice title={sayWhoMay(here.needs)} />}
    </Page>
  );
}
