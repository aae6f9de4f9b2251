import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface PartFailedProps {
  readonly what: string;
  readonly onRetry: () => void;
}

/** In place of a part of the page whose script did not load. */
export function PartFailed({ what, onRetry }: PartFailedProps): ReactNode {
  return (
    <Notice
      tone="err"
      role="alert"
      title={t('workspace.partFailed', { what })}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {t('workspace.partFailedBody')}
    </Notice>
  );
}
