'use client';

import type { ReactNode } from 'react';
import { useKeyLabel } from '../../../../lib/client/keys/index.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { t } from '../messages.ts';
import { useItem, useView } from '../use-item.ts';

/** Which run of a pair is looked at. */
export function Sides(): ReactNode {
  const item = useItem();
  const { sides, assignment } = item;
  const side = useView((state) => state.side);
  const key = useKeyLabel('label.otherRun');
  const shared = assignment.otherRun?.shared ?? null;
  if (sides.length < 2) return null;
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b px-3">
      <Segmented
        label={t('labelling.bothRuns')}
        value={side === 0 ? 'a' : 'b'}
        segments={[
          { value: 'a', label: t('labelling.runA') },
          { value: 'b', label: t('labelling.runB') },
        ]}
        onChange={(value) => {
          if ((value === 'a') !== (side === 0)) item.goOver();
        }}
      />
      {key === null ? null : <Kbd>{key.shown}</Kbd>}
      {shared === null ? null : (
        <span className="ml-auto min-w-0 truncate text-sm text-text-2">
          {shared.seq === null && shared.otherSeq === null
            ? t('labelling.sameCalls')
            : t('labelling.sharedCalls', { count: shared.calls })}
        </span>
      )}
    </div>
  );
}
