'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import { changesQuery } from '../../lib/client/queries/evidence.ts';
import { serverWords } from '../../lib/client/server-words.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { ChangeSet } from '../../lib/contracts/evidence.ts';
import { AgentMessage } from '../agent-message/index.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { BeforeThat } from './before-that.tsx';
import { ChangeGrid } from './change-grid.tsx';
import { ChangesHeader, stateName } from './changes-header.tsx';
import { type DiffRange, parseDiff } from './diff-range.ts';
import { NothingChanged } from './empty.tsx';
import { ChangesFoot } from './foot.tsx';
import { VerdictFlip } from './verdict-flip.tsx';

/** What the viewed step changed in the database, or what differs between any two states. */
export function ChangesTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const range = parseDiff(useSearchParams().get('diff'), viewed);
  const same = range.from === range.to;
  const query = useQuery({ ...changesQuery(viewed.recordId, range.from, range.to), enabled: !same });
  const answer = query.data;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ChangesHeader viewed={viewed} range={range} changes={answer?.state === 'ok' ? answer : null} />
      <VerdictFlip viewed={viewed} range={range} />
      {range.mode === 'step' ? <AgentMessage viewed={viewed} /> : null}
      {same ? <NothingChanged viewed={viewed} range={range} /> : null}
      {query.isLoading ? (
        <Loading
          what={
            range.mode === 'step'
              ? t('changes.reading', { to: range.to })
              : t('changes.readingRange', { from: stateName(range.from), to: stateName(range.to) })
          }
        />
      ) : null}
      {query.isError ? (
        <Notice
          tone="err"
          role="alert"
          title={t('changes.failed')}
          actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
        >
          {query.error.message}
        </Notice>
      ) : null}
      {answer?.state === 'unavailable' ? (
        <Notice tone="warn" title={t('changes.unavailable')}>
          {t('changes.fullStep', { why: serverWords(answer) })}
        </Notice>
      ) : null}
      {answer?.state === 'ok' ? (
        <Body key={`${range.from}..${range.to}`} viewed={viewed} range={range} changes={answer} />
      ) : null}
    </div>
  );
}

interface BodyProps {
  readonly viewed: Viewed;
  readonly range: DiffRange;
  readonly changes: ChangeSet;
}

function Body({ viewed, range, changes }: BodyProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  if (changes.tables.length === 0 && changes.schema.length === 0) {
    return <NothingChanged viewed={viewed} range={range} />;
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <div className="px-3 pb-3">
        <ChangeGrid
          viewed={viewed}
          range={range}
          changes={changes}
          scroller={scroller}
          label={t('changes.grid')}
        />
        {range.mode === 'step' ? (
          <BeforeThat viewed={viewed} changes={changes} range={range} scroller={scroller} />
        ) : null}
        <ChangesFoot changes={changes} />
      </div>
    </div>
  );
}
