'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { type Crumb, Page } from '../../layout/page.tsx';
import { replaceUrl, UrlLink } from '../../layout/url-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ItemScreen } from './item-screen.tsx';
import { t } from './messages.ts';
import { OutboxLines } from './parts/notices.tsx';
import { onSubmitted, pageOutbox } from './outbox.ts';
import { assignmentQuery, forgetAssignment, nextQuery, readEvidenceAhead } from './queries.ts';

/** A queue as its annotator sees it: the item under work, or what was submitted. The address says which. */
export function LabellingScreen({ queueId }: { readonly queueId: string }): ReactNode {
  const search = useSearchParams();
  const client = useQueryClient();
  useEffect(() => {
    const outbox = pageOutbox();
    outbox.resume();
    const online = (): void => outbox.retry();
    window.addEventListener('online', online);
    const stop = onSubmitted((assignment, queue) => forgetAssignment(client, assignment, queue));
    return () => {
      window.removeEventListener('online', online);
      stop();
    };
  }, [client]);
  const itemId = search.get('item');
  if (search.get('view') === 'mine') {
    return (
      <Page crumbs={crumbsOf(queueId, null)}>
        <OutboxLines />
        <Mine queueId={queueId} />
      </Page>
    );
  }
  return itemId === null ? (
    <FirstItem queueId={queueId} />
  ) : (
    <Item key={itemId} queueId={queueId} itemId={itemId} />
  );
}

const MINE = createLazyPart(async () => (await import('./mine/mine-list.tsx')).MineList);

function Mine({ queueId }: { readonly queueId: string }): ReactNode {
  const list = MINE.usePart();
  switch (list.state) {
    case 'waiting':
      return <Loading what={t('labelling.mine')} />;
    case 'failed':
      return <Failed message={t('labelling.partFailed')} onRetry={list.retry} />;
    case 'ready':
      return <list.part queueId={queueId} />;
  }
}

function crumbsOf(queueId: string, assignment: Assignment | null): readonly Crumb[] {
  const home = { label: t('annotate.title'), href: '/annotate' };
  if (assignment === null) return [home, { label: t('labelling.queue') }];
  return [
    home,
    { label: assignment.queue.name, href: `/annotate/queues/${queueId}?view=mine` },
    { label: t('labelling.item', { index: assignment.index }) },
  ];
}

/** Asks for an item; where there is none, says why. */
function FirstItem({ queueId }: { readonly queueId: string }): ReactNode {
  const query = useQuery(nextQuery(queueId, null));
  const next = query.data?.assignment?.id;
  useEffect(() => {
    if (next !== undefined) replaceUrl({ item: next });
  }, [next]);
  const none = query.data?.none ?? null;
  return (
    <Page crumbs={crumbsOf(queueId, null)}>
      <OutboxLines />
      {query.isError ? (
        <Failed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : none === null ? (
        <Loading what={t('labelling.loadingNext')} />
      ) : (
        <Notice
          title={t(`labelling.noneTitle.${none.why}`)}
          actions={
            <>
              <Button onClick={() => void query.refetch()}>{t('labelling.lookAgain')}</Button>
              <UrlLink set={{ view: 'mine' }} className={buttonClass()}>
                {t('labelling.mine')}
              </UrlLink>
              <NavLink href="/annotate" className={buttonClass()}>
                {t('labelling.toAnnotate')}
              </NavLink>
            </>
          }
        >
          {t(`labelling.noneBody.${none.why}`)}
        </Notice>
      )}
    </Page>
  );
}

function Item({ queueId, itemId }: { readonly queueId: string; readonly itemId: string }): ReactNode {
  const client = useQueryClient();
  const query = useQuery(assignmentQuery(itemId));
  const assignment = query.data;
  useEffect(() => {
    if (assignment !== undefined) readEvidenceAhead(client, assignment);
  }, [client, assignment]);
  return (
    <Page crumbs={crumbsOf(queueId, assignment ?? null)}>
      {assignment !== undefined ? (
        <ItemScreen key={assignment.id} assignment={assignment} revealed={assignment.revealed} />
      ) : query.isError ? (
        <Failed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Loading what={t('labelling.what')} />
      )}
    </Page>
  );
}

function Failed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }): ReactNode {
  return (
    <Notice
      tone="err"
      role="alert"
      title={t('labelling.failedTitle')}
      actions={
        <>
          <Button onClick={onRetry}>{t('common.retry')}</Button>
          <UrlLink set={{ item: null, step: null, tab: null }} className={buttonClass()}>
            {t('labelling.nextItem')}
          </UrlLink>
        </>
      }
    >
      {message}
    </Notice>
  );
}
