'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { serverWords } from '../../../lib/client/server-words.ts';
import type { TableInfo, TablesAnswer } from '../../../lib/contracts/evidence.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';

interface TablesStateProps {
  readonly state: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly data: TablesAnswer | undefined;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (tables: readonly TableInfo[]) => ReactNode;
}

/** A scenario's tables, or why they cannot be shown. */
export function TablesState({ state, children }: TablesStateProps): ReactNode {
  const { data } = state;
  if (data === undefined && state.isPending) return <Loading what={t('scenario.tablesWhat')} />;
  if (data?.state === 'ok') {
    return data.tables.length === 0 ? <Notice title={t('scenario.noTables')} /> : children(data.tables);
  }
  return (
    <Notice
      tone="err"
      role="alert"
      title={t('scenario.tablesFailedTitle')}
      actions={<Button onClick={() => void state.refetch()}>{t('common.retry')}</Button>}
    >
      {data === undefined ? state.error?.message : serverWords(data)}
    </Notice>
  );
}
