'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { schemaVersionQuery } from '../../../lib/client/queries/annotation.ts';
import type { WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import { writeSchemaYaml } from '../../../lib/domain/labels/schema-yaml.ts';
import { pushUrl } from '../../layout/url-link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextChanges, VersionList } from '../projects/index.ts';
import { t } from './messages.ts';
import type { SchemaDraft } from './use-schema-draft.ts';

interface SchemaVersionsProps {
  readonly project: WholeProject;
  /** What is not saved yet. */
  readonly mine: SchemaDraft | null;
}

const WAYS = ['alone', 'before', 'newest', 'mine'] as const;

/** All versions; one of them as it was, beside the one before it, the newest, or what is not saved yet. */
export function SchemaVersions({ project, mine }: SchemaVersionsProps): ReactNode {
  const search = useSearchParams();
  const newest = project.schemaVersion;
  const shown = Math.min(newest, Math.max(1, Math.trunc(Number(search.get('version') ?? newest)) || newest));
  const ways = WAYS.filter((way) => way !== 'mine' || mine !== null);
  const beside = ways.find((way) => way === search.get('with')) ?? (mine === null ? 'before' : 'mine');
  const other = beside === 'newest' ? newest : Math.max(1, shown - 1);
  const one = useQuery(schemaVersionQuery(project.id, shown));
  const two = useQuery(schemaVersionQuery(project.id, other));
  const text = one.data === undefined ? null : writeSchemaYaml(one.data.doc, one.data.source);
  const second =
    beside === 'mine' && mine !== null
      ? (mine.unread ?? writeSchemaYaml(mine.doc, mine.source ?? text))
      : two.data === undefined
        ? null
        : writeSchemaYaml(two.data.doc, two.data.source);
  const label = t('labelSchema.versionText', { version: shown });
  return (
    <div className="flex flex-col gap-4 p-3 md:p-4 lg:flex-row">
      <div className="shrink-0 lg:w-[320px]">
        <VersionList project={project.id} kind="schema" shown={shown} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Segmented
          label={t('labelSchema.compareWith')}
          className="max-w-full flex-wrap self-start"
          value={beside}
          segments={ways.map((value) => ({ value, label: t(`labelSchema.compare.${value}`) }))}
          onChange={(value) => pushUrl({ with: value })}
        />
        {text === null || second === null ? (
          <Loading what={t('labelSchema.what')} />
        ) : beside === 'alone' || (beside === 'before' && shown === 1) ? (
          <pre
            role="region"
            aria-label={label}
            tabIndex={0}
            className="max-h-[60dvh] overflow-auto rounded-1 border border-line bg-surface p-2 font-mono text-sm leading-[18px]"
          >
            {text}
          </pre>
        ) : beside === 'before' ? (
          <TextChanges was={second} now={text} label={label} />
        ) : (
          <TextChanges was={text} now={second} label={label} />
        )}
      </div>
    </div>
  );
}
