'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { verdictQuery } from '../../lib/client/queries/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { OwnVerify } from './own-verify.tsx';
import { VerdictFacts } from './verdict-facts.tsx';
import { VerifierSource } from './verifier-source.tsx';
import { FailedNotice } from '../blind/index.ts';

/** The verifier at the viewed state: what it said, on what grounds, and its code. */
export function VerifyTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const { taskIdx, hidden } = viewed;
  if (hidden) return <Notice title={t('verify.hiddenTitle')}>{t('verify.hiddenBody')}</Notice>;
  if (taskIdx === null) return <Notice title={t('verify.noTaskTitle')}>{t('verify.noTaskBody')}</Notice>;
  return <Verdict viewed={viewed} taskIdx={taskIdx} />;
}

function Verdict({ viewed, taskIdx }: { readonly viewed: Viewed; readonly taskIdx: number }): ReactNode {
  const { recordId, seq, step, scenario } = viewed;
  const detail = useQuery(verdictQuery(recordId, seq));
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {step?.kind === 'verify' ? <OwnVerify step={step} /> : null}
      {detail.isPending ? (
        <Loading what={t('verify.what')} />
      ) : detail.isError ? (
        <FailedNotice
          error={detail.error}
          title={t('verify.failedTitle')}
          actions={<Button onClick={() => void detail.refetch()}>{t('common.retry')}</Button>}
        />
      ) : (
        <VerdictFacts detail={detail.data} />
      )}
      <VerifierSource scenario={scenario} taskIdx={taskIdx} detail={detail.data} />
    </div>
  );
}
