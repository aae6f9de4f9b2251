'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { guidelinesVersionQuery, queuesQuery } from '../../../lib/client/queries/annotation.ts';
import type { GuidelinesDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { TextChanges, VersionList } from '../projects/index.ts';
import { RelabelDialog } from '../queues/index.ts';
import { t } from './messages.ts';
import { changedSections, guidelinesText } from './sections.ts';

interface GuidelinesVersionsProps {
  readonly project: WholeProject;
  /** What is not saved yet. */
  readonly mine: GuidelinesDoc | null;
}

/** All versions; what changed since one of them, and the labels that leaned on what changed. */
export function GuidelinesVersions({ project, mine }: GuidelinesVersionsProps): ReactNode {
  const search = useSearchParams();
  const newest = project.guidelinesVersion;
  const fallback = mine === null ? Math.max(1, newest - 1) : newest;
  const shown = Math.min(
    newest,
    Math.max(1, Math.trunc(Number(search.get('version') ?? fallback)) || fallback),
  );
  const one = useQuery(guidelinesVersionQuery(project.id, shown));
  const queues = useQuery(queuesQuery(project.id)).data?.items ?? [];
  const [relabelling, setRelabelling] = useState<string | null>(null);
  const now = mine ?? project.guidelines.doc;
  const changed = one.data === undefined ? [] : changedSections(one.data.doc, now);
  const labelled = queues.filter(({ counts, kind }) => counts.submitted > 0 && kind !== 'onboarding');
  const queue = queues.find(({ id }) => id === relabelling);
  return (
    <div className="flex flex-col gap-4 p-3 md:p-4 lg:flex-row">
      <div className="shrink-0 lg:w-[320px]">
        <VersionList project={project.id} kind="guidelines" shown={shown} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 text-sm">
        {one.data === undefined ? (
          <Loading what={t('guidelines.what')} />
        ) : (
          <>
            <h2 className="font-semibold">
              {t(mine === null ? 'guidelines.since' : 'guidelines.sinceMine', { version: shown })}
            </h2>
            {changed.length === 0 ? null : (
              <p>{t('guidelines.changed', { count: changed.length, numbers: changed.join(', ') })}</p>
            )}
            {mine !== null || changed.length === 0 ? null : (
              <div className="flex flex-wrap gap-2">
                {labelled.map(({ id, name }) => (
                  <Button key={id} onClick={() => setRelabelling(id)}>
                    {t('guidelines.relabel', { name })}
                  </Button>
                ))}
              </div>
            )}
            {shown === newest && mine === null ? (
              <pre
                role="region"
                aria-label={t('guidelines.text')}
                tabIndex={0}
                className="max-h-[60dvh] overflow-auto rounded-1 border border-line bg-surface p-2 font-sans whitespace-pre-wrap"
              >
                {guidelinesText(now)}
              </pre>
            ) : (
              <TextChanges
                was={guidelinesText(one.data.doc)}
                now={guidelinesText(now)}
                label={t('guidelines.since', { version: shown })}
              />
            )}
          </>
        )}
      </div>
      {queue === undefined ? null : (
        <RelabelDialog
          queue={queue}
          sections={project.guidelines.doc.sections}
          chosen={changed}
          onClose={() => setRelabelling(null)}
        />
      )}
    </div>
  );
}
