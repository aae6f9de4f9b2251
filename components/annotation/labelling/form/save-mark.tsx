'use client';

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatAbsolute, formatTime } from '../../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { pageOutbox } from '../outbox.ts';
import { useItem } from '../use-item.ts';

/** Where the label is: with the server, on the way, or only here. */
export function SaveMark(): ReactNode {
  return (
    <span data-unasked="">
      <SaveWords />
    </span>
  );
}

function SaveWords(): ReactNode {
  const { keeper, view } = useItem();
  const save = useStore(keeper.state, (state) => state.save);
  const keptHere = useStore(keeper.state, (state) => state.keptHere);
  const waiting = useStore(pageOutbox().state, (state) => state.waiting.length);
  // This label may be saved while those before it are not there yet.
  const behind = useStore(pageOutbox().state, (state) => state.offline && state.waiting.length > 0);
  if (behind && (save.kind === 'saved' || save.kind === 'saving'))
    return <span className="text-warn">! {t('labelling.offline', { count: waiting })}</span>;
  switch (save.kind) {
    case 'saved':
      return save.atMs === null ? (
        <span className="text-text-3">{t('labelling.notSavedYet')}</span>
      ) : (
        <span className="text-ok" title={formatAbsolute(save.atMs)}>
          ✓ {t('labelling.saved', { time: formatTime(save.atMs) })}
        </span>
      );
    case 'saving':
      return <span className="text-text-2">{t('labelling.saving')}</span>;
    case 'offline':
      return (
        <span className="text-warn">
          ! {keptHere ? t('labelling.offline', { count: waiting + 1 }) : t('labelling.notKept')}
        </span>
      );
    case 'signed-out':
      return (
        <span className="text-warn">! {t(keptHere ? 'labelling.keptSignedOut' : 'labelling.notKept')}</span>
      );
    case 'refused':
      return <span className="text-err">✕ {t('labelling.refused', { message: save.message })}</span>;
    case 'conflict':
      return (
        <button
          type="button"
          className="min-h-6 text-err underline"
          onClick={() => view.setState({ dialog: { kind: 'conflict' } })}
        >
          ✕ {t('labelling.conflict')}
        </button>
      );
  }
}
