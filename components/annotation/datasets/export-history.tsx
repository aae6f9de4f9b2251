'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { buildPath, callApi } from '../../../lib/client/api.ts';
import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import { datasetsRoutes } from '../../../lib/contracts/annotation/rest-datasets.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';
import { PushDialog } from './push-dialog.tsx';
import { exportsKey, exportsQuery } from './queries.ts';
import { SchemasLine } from './schemas-line.tsx';

/** Exports that were made, with their hashes, and what can be done with them. */
export function ExportHistory({ project }: { readonly project: string }): ReactNode {
  const made = useQuery(exportsQuery(project));
  const [pushing, setPushing] = useState<DatasetExport>();
  return (
    <section aria-label={t('training.history')} className="text-sm">
      <h2 className="py-1 font-semibold">{t('training.history')}</h2>
      {made.isPending ? <Loading what={t('training.history')} /> : null}
      {made.isError ? (
        <Notice tone="err" role="alert" title={t('training.failed')}>
          {made.error.message}
        </Notice>
      ) : null}
      {made.data?.items.length === 0 ? <p className="text-text-2">{t('training.historyNone')}</p> : null}
      <ul className="flex flex-col gap-2">
        {made.data?.items.map((each) => (
          <ExportLine key={each.id} made={each} onPush={() => setPushing(each)} />
        ))}
      </ul>
      {pushing === undefined ? null : <PushDialog made={pushing} onClose={() => setPushing(undefined)} />}
    </section>
  );
}

function ExportLine({
  made,
  onPush,
}: {
  readonly made: DatasetExport;
  readonly onPush: () => void;
}): ReactNode {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => callApi(datasetsRoutes.removeDataset, { params: { id: made.id } }),
    onSuccess: () => {
      showToast({ tone: 'ok', text: t('training.removed') });
      return client.invalidateQueries({ queryKey: exportsKey });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const { spec, counts, files, formatVersion, schemaHash, by, atMs, pushes } = made;
  return (
    <li className="flex flex-col gap-1 rounded-1 border border-line bg-surface px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{t(`training.${spec.shape}`)}</strong> {spec.format.toUpperCase()}
        <span>
          {t('training.rows')}: {counts.rows}
        </span>
        <span className="text-text-2">
          {by} · <time dateTime={new Date(atMs).toISOString()}>{new Date(atMs).toLocaleString()}</time>
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <a
            download
            href={buildPath(datasetsRoutes.downloadDataset.path, { id: made.id }, {})}
            className={buttonClass({ size: 'sm' })}
          >
            {t('training.download')}
          </a>
          <Button size="sm" onClick={() => copy(made.python)}>
            {t('training.python')}
          </Button>
          <Button size="sm" onClick={onPush}>
            {t('training.push')}
          </Button>
          <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('training.remove')}
          </Button>
        </span>
      </p>
      <ul aria-label={t('training.files')} className="font-mono text-text-2 text-xs wrap-anywhere">
        {files.map(({ name, sha256 }) => (
          <li key={name}>
            {name} {sha256}
          </li>
        ))}
        <SchemasLine formatVersion={formatVersion} schemaHash={schemaHash} schemas={counts.schemas} />
        <li>{t('training.folder', { id: made.id })}</li>
        {pushes.map(({ commit, repo }) => (
          <li key={commit}>
            {t('training.pushed', { repo })} {commit}
          </li>
        ))}
      </ul>
    </li>
  );
}

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast({ tone: 'ok', text: t('training.copied') }),
    (error: unknown) =>
      showToast({ tone: 'err', text: error instanceof Error ? error.message : String(error) }),
  );
}
