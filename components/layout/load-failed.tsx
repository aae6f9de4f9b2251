import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface LoadFailedProps {
  /** What did not load. */
  readonly what: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** In place of a part of the frame whose script did not come. */
export function LoadFailed({ what, onRetry, onClose }: LoadFailedProps): ReactNode {
  return (
    <Notice
      tone="err"
      role="alert"
      title={t('common.partFailed', { what })}
      className="fixed top-12 right-3 z-50 rounded-2 border border-line-strong bg-overlay shadow-2"
      actions={
        <>
          <Button onClick={onRetry}>{t('common.retry')}</Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </>
      }
    >
      {t('common.unreachable')}
    </Notice>
  );
}
