'use client';

import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useFixQueue } from './back-to-queue.tsx';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { DraftState } from './draft-store.ts';
import { FinalAnswerField } from './final-answer-field.tsx';

interface BaselineDoneDialogProps {
  readonly drafts: StoreApi<DraftState>;
  readonly onClose: () => void;
  /** With the answer to be judged; null: none is given. */
  readonly onDone: (finalAnswer: string | null) => void;
}

/** Asks for the final answer, then verifies with it and ends in one go. */
export function BaselineDoneDialog({ drafts, onClose, onDone }: BaselineDoneDialogProps): ReactNode {
  const answer = useStore(drafts, (state) => state.finalAnswer);
  const field = useRef<HTMLTextAreaElement>(null);
  const isFix = useFixQueue() !== null;

  function done(): void {
    onDone(answer === '' ? null : answer);
  }

  return (
    <Dialog
      onClose={onClose}
      title={t(isFix ? 'session.doneConfirmTitle' : 'live.baseline.doneTitle')}
      description={t(isFix ? 'live.baseline.fixBody' : 'live.baseline.doneBody')}
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={done}>
            {t(isFix ? 'session.endEpisode' : 'live.baseline.confirm')}
          </Button>
        </>
      }
    >
      <FinalAnswerField drafts={drafts} field={field} onSubmit={done} />
    </Dialog>
  );
}
