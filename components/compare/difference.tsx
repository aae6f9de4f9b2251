'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { t } from './messages.ts';
import { differencePages, differenceQuery, type StateAt } from '../../lib/client/queries/compare.ts';
import { runHref } from '../../lib/client/run-links.ts';
import { serverWords } from '../../lib/client/server-words.ts';
import { ChangesFoot, StatesGrid } from '../db-diff/index.ts';
import { LinksElsewhere } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { FailedNotice } from '../blind/index.ts';

interface DifferenceProps {
  readonly a: StateAt;
  readonly b: StateAt;
}

/** The rows that differ from a state to another, of one run or of two. */
export function Difference({ a, b }: DifferenceProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const query = useQuery(differenceQuery(a, b));
  const records = useMemo(() => ({ before: a.id, after: b.id }), [a.id, b.id]);
  const range = useMemo(() => ({ mode: 'pair' as const, from: a.seq, to: b.seq }), [a.seq, b.seq]);
  const answer = query.data;
  if (query.isPending) return <Loading what={t('compare.difference')} />;
  if (answer === undefined) {
    return (
      <FailedNotice
        error={query.error}
        title={t('changes.failed')}
        actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  if (answer.state === 'unavailable') {
    return (
      <Notice tone="warn" title={t('changes.unavailable')}>
        {serverWords(answer)}
      </Notice>
    );
  }
  if (answer.tables.length === 0 && answer.schema.length === 0) {
    return <Notice title={t('compare.sameRows')}>{t('compare.sameRowsBody')}</Notice>;
  }
  return (
    <LinksElsewhere value={runHref(b.id, null, b.seq)}>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        <StatesGrid
          viewed={null}
          records={records}
          range={range}
          changes={answer}
          pagesOf={differencePages(a, b)}
          scroller={scroller}
          label={t('compare.difference')}
        />
        <ChangesFoot changes={answer} />
      </div>
    </LinksElsewhere>
  );
}
