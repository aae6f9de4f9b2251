'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DatasetPreview, DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { t } from './messages.ts';
import { previewQuery } from './queries.ts';
import { SchemasLine } from './schemas-line.tsx';

/** What an export would hold now. */
export function ExportPreview({ spec }: { readonly spec: DatasetSpec }): ReactNode {
  const preview = useQuery(previewQuery(spec));
  if (preview.isError)
    return (
      <Notice tone="err" role="alert" title={t('training.failed')}>
        {preview.error.message}
      </Notice>
    );
  if (preview.data === undefined) return <Loading what={t('training.preview')} />;
  return (
    <section aria-label={t('training.preview')} className="flex min-w-0 flex-1 flex-col gap-3 text-sm">
      <Counts preview={preview.data} />
      <ul className="font-mono text-text-2 text-xs wrap-anywhere">
        <SchemasLine
          formatVersion={preview.data.formatVersion}
          schemaHash={preview.data.schemaHash}
          schemas={preview.data.counts.schemas}
        />
      </ul>
      <FirstRows rows={preview.data.rows} whyNone={whyNone(spec, preview.data)} />
    </section>
  );
}

function Counts({ preview: { counts, partial } }: { readonly preview: DatasetPreview }): ReactNode {
  return (
    <>
      <p role="status">
        <strong>{t('training.previewRows', { rows: counts.rows, of: counts.of })}</strong>{' '}
        <span className="text-text-2">
          {t('training.splits', counts.splits)} {partial ? t('training.partial') : ''}
        </span>
      </p>
      {counts.withoutTools === 0 ? null : (
        <p className="text-warn">{t('training.withoutTools', { count: counts.withoutTools })}</p>
      )}
      {counts.left.length === 0 ? (
        counts.rows === 0 ? null : (
          <p className="text-text-2">{t('training.leftNone')}</p>
        )
      ) : (
        <table className="w-fit border-collapse">
          <caption className="text-left font-medium">{t('training.left')}</caption>
          <thead className="sr-only">
            <tr>
              <th>{t('training.why')}</th>
              <th>{t('training.count')}</th>
            </tr>
          </thead>
          <tbody>
            {counts.left.map(({ why, count }) => (
              <tr key={why} className="border-line border-b">
                <td className="py-0.5 pr-6">{t(`training.why_${why}`)}</td>
                <td className="text-right font-mono">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function whyNone(spec: DatasetSpec, { counts }: DatasetPreview): string {
  if (counts.left.length > 0) return t('training.noRows');
  if (spec.shape !== 'dpo') return t('training.noLabels');
  const all = spec.pairSets.length > 0 && spec.fixes && spec.preferences;
  return t(all ? 'training.noPairs' : 'training.noPairsChosen');
}

interface FirstRowsProps {
  readonly rows: readonly string[];
  readonly whyNone: string;
}

function FirstRows({ rows, whyNone }: FirstRowsProps): ReactNode {
  if (rows.length === 0) return <p className="text-text-2">{whyNone}</p>;
  return (
    <div>
      <h2 className="font-medium">{t('training.firstRows')}</h2>
      <ol
        tabIndex={0}
        aria-label={t('training.firstRows')}
        className="max-h-96 overflow-auto rounded-1 border border-line bg-surface"
      >
        {rows.map((row, index) => (
          <li key={index} className="border-line border-b px-2 py-1">
            <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{row}</pre>
          </li>
        ))}
      </ol>
    </div>
  );
}
