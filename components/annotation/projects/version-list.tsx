'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAbsolute, formatAgo } from '../../../lib/client/format.ts';
import { versionsQuery } from '../../../lib/client/queries/annotation.ts';
import { useNow } from '../../../lib/client/use-now.ts';
import type { DocumentKind } from '../../../lib/contracts/annotation/projects.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Loading } from '../../ui/loading.tsx';
import { t } from './messages.ts';

interface VersionListProps {
  readonly project: string;
  readonly kind: DocumentKind;
  /** Shown beside the list. */
  readonly shown: number;
}

/** Versions of a document, newest first, with how many labels lean on each. */
export function VersionList({ project, kind, shown }: VersionListProps): ReactNode {
  const versions = useQuery(versionsQuery(project, kind));
  const now = useNow();
  if (versions.isPending) return <Loading what={t('projects.versionsWhat')} />;
  if (versions.isError)
    return (
      <p role="alert" className="text-err text-sm wrap-anywhere">
        {versions.error.message}
      </p>
    );
  return (
    <ol aria-label={t('projects.versions')} className="flex flex-col gap-1">
      {versions.data.items.map(({ version, by, atMs, note, hash, labels }) => (
        <li key={version}>
          <UrlLink
            set={{ version: String(version) }}
            aria-current={version === shown ? 'true' : undefined}
            className="block rounded-1 border border-line bg-surface px-2 py-1.5 text-sm text-text aria-[current]:border-accent aria-[current]:bg-accent-soft"
          >
            <span className="flex flex-wrap items-baseline gap-x-2">
              <b>{t('projects.version', { version })}</b>
              <span className="text-text-2" title={formatAbsolute(atMs)}>
                {by.name} · {formatAgo(atMs, now)}
              </span>
              <code className="text-text-2 text-xs" title={hash}>
                {hash.slice(0, 8)}
              </code>
              {labels === 0 ? null : <Badge>{t('projects.versionLabels', { count: labels })}</Badge>}
            </span>
            {note === '' ? null : <span className="text-text-2 wrap-anywhere">{note}</span>}
          </UrlLink>
        </li>
      ))}
    </ol>
  );
}
