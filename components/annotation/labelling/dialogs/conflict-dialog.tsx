'use client';

import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { formatTime } from '../../../../lib/client/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../aside-messages.ts';
import { differingRows } from '../model/differing-rows.ts';
import { DifferingTable } from '../parts/differing-table.tsx';
import { useItem, useLabel } from '../use-item.ts';

/** Two labels of one item by one person: both are shown, and one is chosen. */
export function ConflictDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { keeper, label } = useItem();
  const save = useStore(keeper.state, (state) => state.save);
  const doc = useLabel((current) => current);
  const safe = useRef<HTMLButtonElement>(null);
  if (save.kind !== 'conflict') return null;
  const { theirs } = save;

  function choose(keep: 'mine' | 'theirs'): void {
    const taken = keeper.resolve(keep);
    // It can be undone: what was here is the step before.
    if (taken !== null) label.replace(taken);
    onClose();
  }

  return (
    <Dialog
      title={t('labellingAside.conflictTitle')}
      description={t('labellingAside.conflictBody')}
      onClose={onClose}
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} onClick={() => choose('mine')}>
            {t('labellingAside.keepMine')}
          </Button>
          <Button onClick={() => choose('theirs')}>{t('labellingAside.takeTheirs')}</Button>
        </>
      }
    >
      <DifferingTable
        rows={differingRows(doc, theirs.doc)}
        a={t('labellingAside.here')}
        b={t('labellingAside.there', { time: theirs.savedAtMs === null ? '' : formatTime(theirs.savedAtMs) })}
      />
    </Dialog>
  );
}
