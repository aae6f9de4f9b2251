'use client';

import { type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface DoneDialogProps {
  readonly onClose: () => void;
  /** Verification was not asked for yet. */
  readonly unverified: boolean;
  readonly onVerifyFirst: () => void;
  readonly onDone: () => void;
}

export function DoneDialog({ onClose, unverified, onVerifyFirst, onDone }: DoneDialogProps): ReactNode {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      onClose={onClose}
      title={t('session.doneConfirmTitle')}
      description={t(unverified ? 'session.doneConfirmUnverified' : 'session.doneConfirmBody')}
      initialFocus={safe}
      actions={
        <>
          {unverified ? (
            <Button ref={safe} onClick={onVerifyFirst}>
              {t('session.verifyFirst')}
            </Button>
          ) : null}
          <Button ref={unverified ? undefined : safe} variant="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={onDone}>
            {t('session.endEpisode')}
          </Button>
        </>
      }
    />
  );
}
