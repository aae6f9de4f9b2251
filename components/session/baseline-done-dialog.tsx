'use client';

import { type ReactNode, useId, useRef } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../../lib/client/messages/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Textarea } from '../ui/input.tsx';
import type { DraftState } from './draft-store.ts';

interface BaselineDoneDialogProps {
  readonly drafts: StoreApi<DraftState>;
  readonly onClose: () => void;
  /** With the answer to be judged; null: none is given. */
  readonly onDone: (finalAnswer: string | null) => void;
}

/** Asks for the final answer, then verifies with it and ends in one go. */
export function BaselineDoneDialog({ drafts, onClose, onDone }: BaselineDoneDialogProps): ReactNode {
  const answer = useStore(drafts, (state) => state.finalAnswer);
  const { setFinalAnswer } = useStore(drafts, (state) => state.actions);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  function done(): void {
    onDone(answer === '' ? null : answer);
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('live.baseline.doneTitle')}
      description={t('live.baseline.doneBody')}
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={done}>
            {t('live.baseline.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm">
          {t('session.finalAnswer')}
        </label>
        <Textarea
          ref={field}
          id={id}
          rows={3}
          value={answer}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setFinalAnswer(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing)
              return;
            event.preventDefault();
            done();
          }}
        />
        <p id={`${id}-hint`} className="text-text-2 text-xs">
          {t('session.finalAnswerHint')}
        </p>
      </div>
    </Dialog>
  );
}
