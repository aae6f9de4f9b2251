'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { Browser } from '../scenarios/browse/index.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import type { AuditEntry } from './model/audit-list.ts';
import type { AuditActions } from './use-audit-actions.ts';
import { FailedNotice } from '../blind/index.ts';

interface AuditListStateProps {
  readonly state: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly data: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly audited: number;
  readonly total: number;
  readonly browser: Browser<AuditEntry>;
  readonly actions: AuditActions;
  readonly children: ReactNode;
}

/** The findings, or why there are none and what to do. */
export function AuditListState(props: AuditListStateProps): ReactNode {
  const { state, audited, total, browser, actions, children } = props;
  if (state.isPending) return <Loading what={t('audits.what')} />;
  if (state.error !== null && state.data === undefined)
    return (
      <FailedNotice
        error={state.error}
        title={t('audits.failedTitle')}
        actions={<Button onClick={() => void state.refetch()}>{t('common.retry')}</Button>}
      />
    );
  if (total === 0)
    return audited === 0 ? (
      <Notice
        title={t('audits.neverTitle')}
        actions={
          actions.may ? (
            <Button variant="primary" disabled={actions.busy} onClick={() => actions.run(null, false)}>
              {t('audits.run')}
            </Button>
          ) : null
        }
      >
        {t('audits.neverBody')}
      </Notice>
    ) : (
      <Notice title={t('audits.cleanTitle')}>{t('audits.cleanBody')}</Notice>
    );
  if (browser.shown.length === 0)
    return (
      <Notice
        title={t('filter.none', { query: browser.query })}
        actions={<Button onClick={() => browser.setQuery('')}>{t('filter.clear')}</Button>}
      >
        {t('filter.noneHint', { total })}
      </Notice>
    );
  return children;
}
