'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { projectQuery } from '../../../lib/client/queries/annotation.ts';
import { pairsRoutes } from '../../../lib/contracts/annotation/rest-pairs.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { countsOf } from './counts-of.ts';
import { DownloadPairs } from './download-pairs.tsx';
import { t } from './messages.ts';
import { LabelSet } from './label-set.tsx';
import { pairKeys, pairSetsQuery } from './queries.ts';
import { SetPairs } from './set-pairs.tsx';

/** Pair sets that were kept, as they stood then. */
export function PairSets({ project }: { readonly project: string | null }): ReactNode {
  const open = useSearchParams().get('set');
  const named = useQuery({ ...projectQuery(project ?? ''), enabled: project !== null }).data;
  const sets = useQuery(pairSetsQuery(project));
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => callApi(pairsRoutes.removePairSet, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: pairKeys.sets(project) }),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  return (
    <section aria-label={t('training.sets')} className="text-sm">
      <h2 className="py-1 font-semibold">{t('training.sets')}</h2>
      {sets.isError ? (
        <Notice tone="err" role="alert" title={t('training.failed')}>
          {sets.error.message}
        </Notice>
      ) : null}
      {sets.data?.items.length === 0 ? <p className="text-text-2">{t('training.setsNone')}</p> : null}
      <ul>
        {sets.data?.items.map(({ id, name, counts, by, atMs, query }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-line border-b py-1">
            <UrlLink
              set={{ set: open === id ? null : id }}
              aria-expanded={open === id}
              className="inline-flex items-center gap-1 font-semibold text-accent"
            >
              <span aria-hidden="true">{open === id ? '▾' : '▸'}</span>
              {name}
            </UrlLink>
            <span>{t('training.pairsFound', countsOf(counts))}</span>
            <span className="text-text-2">
              {by} · <time dateTime={new Date(atMs).toISOString()}>{new Date(atMs).toLocaleString()}</time>{' '}
              <code>{query}</code>
            </span>
            <span className="ml-auto" />
            {named === undefined || named.schema.doc.preference === null ? null : (
              <LabelSet set={{ id, name }} project={named} />
            )}
            <DownloadPairs set={id} name={name} project={project} />
            <Button
              size="sm"
              aria-label={`${t('training.remove')}: ${name}`}
              onClick={() => remove.mutate(id)}
            >
              {t('training.remove')}
            </Button>
            {open === id ? <SetPairs id={id} name={name} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
