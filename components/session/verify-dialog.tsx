'use client';

import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Segmented } from '../ui/segmented.tsx';
import type { DraftState } from './draft-store.ts';
import { FinalAnswerField } from './final-answer-field.tsx';
import type { VerifierMode, VerifyRequest } from './use-actions.ts';

interface VerifyDialogProps {
  readonly drafts: StoreApi<DraftState>;
  readonly onClose: () => void;
  readonly onVerify: (request: VerifyRequest) => void;
}

export function VerifyDialog({ drafts, onClose, onVerify }: VerifyDialogProps): ReactNode {
  const [mode, setMode] = useState<VerifierMode>('code');
  const answer = useStore(drafts, (state) => state.finalAnswer);
  const field = useRef<HTMLTextAreaElement>(null);

  function verify(): void {
    onVerify({ mode, finalAnswer: answer === '' ? null : answer });
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('session.verifyTitle')}
      description={t('session.verifyBody')}
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={verify}>
            {t('session.verify')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        <span className="text-sm">{t('session.mode')}</span>
        <Segmented
          label={t('session.mode')}
          value={mode}
          onChange={setMode}
          className="self-start"
          segments={[
            { value: 'code', label: t('session.modeCode') },
            { value: 'sql', label: t('session.modeSql') },
          ]}
        />
        <p className="text-text-2 text-xs">
          {t(mode === 'code' ? 'session.modeCodeHint' : 'session.modeSqlHint')}
        </p>
      </div>
      <FinalAnswerField drafts={drafts} field={field} onSubmit={verify} />
    </Dialog>
  );
}
