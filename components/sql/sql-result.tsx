'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { formatDuration } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { serverWords } from '../../lib/client/server-words.ts';
import type { SqlAnswer } from '../../lib/contracts/evidence.ts';
import { CellValue, DataGrid, resultColumns } from '../cells/index.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Strip } from '../ui/strip.tsx';
import { PlanTree } from './plan-tree.tsx';
import { RowDetails } from './row-details.tsx';

interface SqlResultProps {
  /** Nothing was run yet. */
  readonly idle: boolean;
  readonly query: UseQueryResult<SqlAnswer>;
}

export function SqlResult({ idle, query }: SqlResultProps): ReactNode {
  if (idle) return <Notice title={t('sql.startTitle')}>{t('sql.startBody')}</Notice>;
  if (query.isPending || (query.isFetching && query.data?.kind === 'stopped')) {
    return <Loading what={t('sql.what')} />;
  }
  if (query.isError) {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('sql.failedTitle')}
        actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      >
        {query.error.message}
      </Notice>
    );
  }
  const answer = query.data;
  switch (answer.kind) {
    case 'rows':
      return <Rows answer={answer} />;
    case 'plan':
      return <PlanTree plan={answer.plan} />;
    case 'refused':
      return (
        <Notice tone="err" role="alert" title={t('sql.refusedTitle')}>
          <p className="font-mono text-text">{answer.message}</p>
          <p className="mt-1">{t('sql.refusedHint')}</p>
        </Notice>
      );
    case 'stopped':
      return (
        <Notice
          tone="warn"
          role="alert"
          title={t('sql.stoppedTitle', { ms: formatDuration(answer.afterMs) })}
          actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
        >
          <p>{answer.message}</p>
          <p className="mt-1">{t('sql.stoppedHint')}</p>
        </Notice>
      );
    case 'unavailable':
      return (
        <Notice tone="warn" title={t('sql.unavailableTitle')}>
          {serverWords(answer)}
        </Notice>
      );
  }
}

function Rows({ answer }: { readonly answer: Extract<SqlAnswer, { kind: 'rows' }> }): ReactNode {
  const { columns, rows, truncated } = answer;
  const [selected, setSelected] = useState<number | null>(null);
  const shape = useMemo(() => resultColumns(columns, rows), [columns, rows]);
  if (rows.length === 0) return <Notice title={t('sql.noRows')}>{t('sql.noRowsBody')}</Notice>;
  const row = selected === null ? undefined : rows[selected];
  return (
    <div className="flex min-h-28 flex-1 flex-col">
      {truncated ? <Strip tone="warn">{t('sql.truncated', { limit: rows.length })}</Strip> : null}
      <DataGrid
        label={t('sql.result')}
        columns={shape}
        rowCount={rows.length}
        cell={(at, column) => <CellValue cell={rows[at]?.[column] ?? null} />}
        selected={selected}
        onRow={(at) => setSelected(at === selected ? null : at)}
      />
      {selected === null || row === undefined ? null : (
        <RowDetails position={selected + 1} columns={columns} row={row} onClose={() => setSelected(null)} />
      )}
    </div>
  );
}
