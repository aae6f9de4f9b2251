'use client';

import type { ReactNode } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { BaselineDoneDialog } from './baseline-done-dialog.tsx';
import { DoneDialog } from './done-dialog.tsx';
import type { DraftState } from './draft-store.ts';
import type { VerifyRequest } from './use-actions.ts';
import { VerifyDialog } from './verify-dialog.tsx';

export type DialogName = 'verify' | 'done';

interface SessionDialogsProps {
  readonly dialog: DialogName;
  readonly drafts: StoreApi<DraftState>;
  readonly baseline: boolean;
  /** Nothing was verified yet. */
  readonly unverified: boolean;
  readonly onDialog: (dialog: DialogName | null) => void;
  readonly onVerify: (request: VerifyRequest) => void;
  readonly onDone: (finalAnswer: string | null) => void;
}

/** The session page's dialogs, one at a time. */
export function SessionDialogs(props: SessionDialogsProps): ReactNode {
  const { dialog, drafts, onDialog } = props;
  const onClose = () => onDialog(null);
  if (dialog === 'verify') {
    return <VerifyDialog drafts={drafts} onClose={onClose} onVerify={props.onVerify} />;
  }
  if (props.baseline) return <BaselineDoneDialog drafts={drafts} onClose={onClose} onDone={props.onDone} />;
  return (
    <DoneDialog
      unverified={props.unverified}
      onClose={onClose}
      onVerifyFirst={() => onDialog('verify')}
      onDone={() => props.onDone(null)}
    />
  );
}
