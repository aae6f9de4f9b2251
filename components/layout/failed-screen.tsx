'use client';

import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from './page.tsx';

interface FailedScreenProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** What stands in place of a page whose rendering threw. */
export function FailedScreen({ error, onRetry }: FailedScreenProps): ReactNode {
  return (
    <Page crumbs={[{ label: t('common.failedTitle') }]}>
      <Notice
        tone="err"
        role="alert"
        title={t('common.failedTitle')}
        actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      >
        {error.message}
      </Notice>
    </Page>
  );
}
