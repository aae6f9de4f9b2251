'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { t } from './messages.ts';
import { PairTable } from './pair-table.tsx';
import { pairSetQuery } from './queries.ts';

const PAGE = 50;

/** Pairs of a kept set, a page at a time, both verdicts with each. */
export function SetPairs({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const [offset, setOffset] = useState(0);
  const page = useQuery(pairSetQuery(id, offset, PAGE));
  if (page.isPending) return <Loading what={t('training.pairsOf', { name })} />;
  if (page.isError)
    return (
      <Notice tone="err" role="alert" title={t('training.pairsNotShown')}>
        {page.error.message}
      </Notice>
    );
  const { items, total } = page.data;
  const last = Math.min(total, offset + items.length);
  return (
    <div className="flex basis-full flex-col gap-1.5 pt-1">
      <PairTable pairs={items} label={t('training.pairsOf', { name })} />
      {total <= PAGE ? null : (
        <p className="flex items-center gap-2">
          <span role="status">{t('training.pairsShown', { first: offset + 1, last, total })}</span>
          <Button size="sm" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE))}>
            {t('training.earlier')}
          </Button>
          <Button size="sm" disabled={last >= total} onClick={() => setOffset(offset + PAGE)}>
            {t('training.later')}
          </Button>
        </p>
      )}
    </div>
  );
}
