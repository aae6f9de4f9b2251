'use client';

import type { ReactNode } from 'react';
import { formatAbsolute, formatAgo } from '../../../lib/client/format.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import type { Project } from '../../../lib/contracts/annotation/projects.ts';
import type { QueueSummary } from '../../../lib/contracts/annotation/queue-admin.ts';
import { useMay } from '../../identity/index.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { projectHref } from '../frame/index.ts';
import { t } from './messages.ts';

interface ProjectListProps {
  readonly items: readonly Project[];
  readonly queues: readonly QueueSummary[];
  /** Those that were put away are shown too. */
  readonly archived: boolean;
  readonly onArchived: (archived: boolean) => void;
}

/** Projects with what of their queues is labelled. */
export function ProjectList({ items, queues, archived, onArchived }: ProjectListProps): ReactNode {
  const now = useNow();
  const may = useMay();
  return (
    <section aria-labelledby="projects" className="rounded-2 border border-line bg-surface">
      <h2 id="projects" className="border-line border-b px-3 py-2 font-semibold">
        {t('projects.title')}
      </h2>
      <ul>
        {items.map((project) => {
          const own = queues.filter((queue) => queue.project.id === project.id);
          const open = own.filter(({ state }) => state === 'open').length;
          const sum = (key: 'submitted' | 'wanted') =>
            own.reduce((total, { counts }) => total + counts[key], 0);
          return (
            <li
              key={project.id}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-b px-3 py-2 text-sm last:border-b-0"
            >
              <span className="flex min-w-0 flex-1 basis-52 flex-col">
                <NavLink
                  href={projectHref(project.id, may('analyse') ? '' : 'disagreements')}
                  className="truncate font-medium text-text hover:underline"
                >
                  {project.name}
                  {project.archivedAtMs === null ? null : ` (${t('projects.putAway')})`}
                </NavLink>
                {project.description === '' ? null : (
                  <span className="text-text-2 text-xs wrap-anywhere">{project.description}</span>
                )}
              </span>
              <span className="tabular-nums">{t('projects.queues', { count: own.length, open })}</span>
              {own.length === 0 ? null : (
                <span className="text-text-2 tabular-nums">
                  {t('projects.labels', { given: sum('submitted'), wanted: sum('wanted') })}
                </span>
              )}
              <span className="text-text-2" title={formatAbsolute(project.atMs)}>
                {project.by.name} · {formatAgo(project.atMs, now)}
              </span>
            </li>
          );
        })}
      </ul>
      <Checkbox
        className="px-3 py-1"
        checked={archived}
        onChange={onArchived}
        label={t('projects.showAway')}
      />
    </section>
  );
}
