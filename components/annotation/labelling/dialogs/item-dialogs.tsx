'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/button.tsx';
import { createLazyPart } from '../../../ui/lazy-part.ts';
import { t } from '../messages.ts';
import { PAIRS } from '../parts/pairs-part.ts';
import { useItem, useView } from '../use-item.ts';
import type { Submitting } from '../use-submit.ts';

/** Loaded with the first act: the page's own script stays small, and they are there when the network is not. */
const DIALOGS = createLazyPart(() => import('./index.ts'));

/** What stands over the page and asks. */
export function ItemDialogs({ submitting }: { readonly submitting: Submitting }): ReactNode {
  const { view, keeper } = useItem();
  const dialog = useView((state) => state.dialog);
  const conflict = useStore(keeper.state, (state) => state.save.kind === 'conflict');
  const [seen, setSeen] = useState(false);
  const feedback = submitting.feedback;
  // A conflict asks by itself, once; then its mark over the rationale does.
  const asks = conflict && (!seen || dialog?.kind === 'conflict');
  const fixes = PAIRS.usePart(dialog?.kind === 'fix');
  const loaded = DIALOGS.usePart(dialog !== null || feedback !== null || asks);
  useEffect(() => {
    window.addEventListener('keydown', DIALOGS.preload, { once: true });
    window.addEventListener('pointerdown', DIALOGS.preload, { once: true });
    return () => {
      window.removeEventListener('keydown', DIALOGS.preload);
      window.removeEventListener('pointerdown', DIALOGS.preload);
    };
  }, []);
  const close = (): void => view.setState({ dialog: null });
  if (loaded.state === 'failed' && dialog !== null) {
    return (
      <div
        role="alert"
        className="fixed bottom-10 left-1/2 z-50 rounded-2 border border-err bg-overlay p-3 text-sm shadow-2"
      >
        ✕ {t('labelling.partFailed')}{' '}
        <Button size="sm" onClick={loaded.retry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  // Keys that are meant for it do nothing meanwhile.
  if (loaded.state !== 'ready') return dialog === null ? null : <div data-modal hidden />;
  const { CommentDialog, ConflictDialog, FeedbackDialog, RevealDialog, SkipDialog } = loaded.part;
  if (feedback !== null) {
    return <FeedbackDialog feedback={feedback.feedback} onNext={() => submitting.goOn(feedback.next)} />;
  }
  if (asks) {
    return (
      <ConflictDialog
        onClose={() => {
          setSeen(true);
          close();
        }}
      />
    );
  }
  switch (dialog?.kind) {
    case undefined:
    case 'conflict':
      return null;
    case 'skip':
      return <SkipDialog onSkip={submitting.skip} onClose={close} />;
    case 'reveal':
      return <RevealDialog onClose={close} />;
    case 'comment':
      return <CommentDialog anchor={dialog.anchor} onClose={close} />;
    case 'fix':
      return fixes.state === 'ready' ? (
        <fixes.part.SendToFix run={dialog.run} seq={dialog.seq} onClose={close} />
      ) : null;
  }
}
