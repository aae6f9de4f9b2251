'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/client/api-error.ts';
import { t } from './messages.ts';
import { taskVerifierQuery, versionCodeQuery } from '../../lib/client/queries/verifiers.ts';
import { FailedNotice } from '../blind/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Page } from '../layout/page.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Workbench } from './workbench.tsx';

interface WorkbenchScreenProps {
  readonly scenarioKey: string;
  readonly taskIdx: number;
}

/** The verifier of one task: edited, tried over all its runs, saved. */
export function WorkbenchScreen({ scenarioKey, taskIdx }: WorkbenchScreenProps): ReactNode {
  const mode = useSearchParams().get('mode') === 'sql' ? 'sql' : 'code';
  const place = { key: scenarioKey, taskIdx, mode } as const;
  const verifier = useQuery(taskVerifierQuery(place));
  const used = verifier.data?.versions.find(({ version }) => version === verifier.data.inUse);
  const code = useQuery({
    ...versionCodeQuery(place, used?.version ?? 1, used?.hash ?? ''),
    enabled: used !== undefined,
  });
  const error = verifier.error ?? code.error;
  return (
    <Page
      crumbs={[
        { label: t('verifiers.title'), href: '/verifiers' },
        { label: scenarioKey, href: `/scenarios/${encodeURIComponent(scenarioKey)}?task=${String(taskIdx)}` },
        { label: t('verifiers.crumb', { index: taskIdx, mode: t(`verifiers.${mode}`) }) },
      ]}
    >
      {verifier.data !== undefined && code.data !== undefined ? (
        <Workbench
          key={`${scenarioKey} ${String(taskIdx)} ${mode}`}
          place={place}
          verifier={verifier.data}
          base={code.data.code}
        />
      ) : error === null ? (
        <Loading what={t('verifiers.what')} />
      ) : error instanceof ApiError && error.code === 'not_found' ? (
        <Notice
          title={t('verifiers.unknownTitle')}
          actions={
            <NavLink href="/verifiers" className={buttonClass()}>
              {t('verifiers.toList')}
            </NavLink>
          }
        >
          {error.message}
        </Notice>
      ) : (
        <FailedNotice
          error={error}
          title={t('verifiers.failed')}
          actions={
            <Button onClick={() => void (verifier.isError ? verifier.refetch() : code.refetch())}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
