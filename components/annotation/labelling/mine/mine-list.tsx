'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod/mini';
import { callApi } from '../../../../lib/client/api.ts';
import { formatAbsolute, formatAgo, formatTime } from '../../../../lib/client/format.ts';
import { useKey } from '../../../../lib/client/keys/index.ts';
import { useNow } from '../../../../lib/client/use-now.ts';
import type { mySubmissionSchema } from '../../../../lib/contracts/annotation/labelling.ts';
import { labellingRoutes } from '../../../../lib/contracts/annotation/rest-labelling.ts';
import { pushUrl, UrlLink } from '../../../layout/url-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.ts';
import { t } from '../aside-messages.ts';
import { preferred } from '../preferred.ts';
import { mineQuery, putAssignment } from '../queries.ts';

type Mine = z.output<typeof mySubmissionSchema>;
const PAGE = 100;

const addressOf = ({ assignment }: Mine) => ({
  item: assignment,
  view: null,
  from: 'mine',
  step: null,
  tab: null,
});

/** What I submitted, skipped or got back in a queue; each can be opened again. */
export function MineList({ queueId }: { readonly queueId: string }): ReactNode {
  const [limit, setLimit] = useState(PAGE);
  const query = useQuery(mineQuery(queueId, limit));
  const [at, setAt] = useState(0);
  const list = useRef<HTMLTableSectionElement>(null);
  const now = useNow();
  const items = query.data?.items ?? [];
  const current = items[Math.min(at, items.length - 1)];

  useKey('list.next', () => setAt((was) => Math.min(items.length - 1, was + 1)));
  useKey('list.previous', () => setAt((was) => Math.max(0, was - 1)));
  useKey('list.first', () => setAt(0));
  useKey('list.last', () => setAt(items.length - 1));
  useKey('list.open', () => current !== undefined && pushUrl(addressOf(current)));
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  return (
    <div className="min-h-0 flex-1 overflow-auto bg-surface">
      <div className="flex items-center gap-3 px-4 py-2">
        <h2 className="font-semibold">{t('labelling.mine')}</h2>
        <UrlLink set={{ view: null, item: null }} className="text-accent text-sm">
          {t('labellingAside.toLabel')}
        </UrlLink>
      </div>
      {query.isPending ? <Loading what={t('labelling.mine')} /> : null}
      {query.isError ? (
        <Notice
          tone="err"
          role="alert"
          title={t('labellingAside.mineFailed')}
          actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
        >
          {query.error.message}
        </Notice>
      ) : null}
      {query.data !== undefined && items.length === 0 ? (
        <p className="px-4 text-sm text-text-2">{t('labellingAside.mineEmpty')}</p>
      ) : null}
      {items.length === 0 ? null : (
        <table className="w-full border-collapse text-left text-sm">
          <thead>
            <tr className="text-text-2 text-xs">
              {[
                t('labellingAside.itemColumn'),
                t('labellingAside.taskColumn'),
                t('labelling.outcome'),
                t('labellingAside.stateColumn'),
                t('labellingAside.timeColumn'),
              ].map((head) => (
                <th key={head} className="h-7 border-line border-b px-3 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={list}>
            {items.map((one, index) => (
              <MineRow
                key={one.assignment}
                one={one}
                current={one === current}
                now={now}
                onChoose={() => setAt(index)}
              />
            ))}
          </tbody>
        </table>
      )}
      {query.data !== undefined && query.data.total > items.length ? (
        <Button className="m-3" onClick={() => setLimit((was) => Math.min(500, was + PAGE))}>
          {t('labellingAside.moreMine')}
        </Button>
      ) : null}
    </div>
  );
}

/** The outcome; of a pair, which run was said to be better. */
function wordOf({ outcome, preference }: Mine): string {
  if (preference !== null) return preferred(preference);
  return outcome ?? t('labelling.nothing');
}

interface MineRowProps {
  readonly one: Mine;
  readonly current: boolean;
  readonly now: number;
  readonly onChoose: () => void;
}

function MineRow({ one, current, now, onChoose }: MineRowProps): ReactNode {
  const client = useQueryClient();
  const reopen = useMutation({
    mutationFn: () => callApi(labellingRoutes.reopenItem, { params: { id: one.assignment } }),
    onSuccess: (assignment) => {
      putAssignment(client, assignment);
      pushUrl(addressOf(one));
    },
    onError: (error) =>
      showToast({ tone: 'err', text: t('labellingAside.reopenFailed', { message: error.message }) }),
  });
  const cell = 'h-row border-line border-b px-3';
  return (
    <tr
      aria-current={current ? 'true' : undefined}
      onClick={onChoose}
      className={cx(
        current ? 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-surface-2',
      )}
    >
      <td className={cell}>
        <UrlLink set={addressOf(one)} className="text-accent">
          {t('labelling.item', { index: one.index })}
        </UrlLink>
      </td>
      <td className={cx(cell, 'wrap-anywhere')}>
        {one.scenario}
        {one.taskIdx === null ? '' : ` · ${t('labelling.task', { index: one.taskIdx })}`}
      </td>
      <td className={cell}>
        {wordOf(one)}
        {one.flagged ? ` · ${t('labelling.flagged')}` : ''}
        {one.versions > 1 ? ` · ${t('labelling.versionsOf', { count: one.versions })}` : ''}
      </td>
      <td className={cell}>
        {t(`labellingAside.states.${one.state}`)}
        {one.skipReason === null
          ? ''
          : ` · ${t('labellingAside.skippedBecause', { reason: one.skipReason })}`}
        {one.state === 'skipped' ? (
          <Button size="sm" className="ml-2" busy={reopen.isPending} onClick={() => reopen.mutate()}>
            {t('labellingAside.reopen')}
          </Button>
        ) : null}
        {one.state === 'submitted' ? (
          <span className="text-text-2">
            {' · '}
            {one.editableUntilMs === null
              ? t('labellingAside.notEditable')
              : t('labellingAside.editable', { time: formatTime(one.editableUntilMs) })}
          </span>
        ) : null}
      </td>
      <td className={cell} title={formatAbsolute(one.atMs)}>
        {formatAgo(one.atMs, now)}
      </td>
    </tr>
  );
}
