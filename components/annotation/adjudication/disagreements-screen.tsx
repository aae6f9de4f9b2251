'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { isSignInOver } from '../../../lib/client/refusals.ts';
import { formatTime } from '../../../lib/client/format.ts';
import { useKeyLabel } from '../../../lib/client/keys/index.ts';
import { proposalsQuery } from '../../../lib/client/queries/annotation.ts';
import type {
  AdjudicationItem,
  Disagreement,
  Disagreements,
} from '../../../lib/contracts/annotation/adjudication.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';
import { useAuthor } from '../../identity/index.ts';
import { pushUrl } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { showToast } from '../../ui/toast.ts';
import { ProjectFrame } from '../frame/index.ts';
import { Begin, firstToTake } from './begin.tsx';
import { Figures } from './figures.tsx';
import { GiveBack } from './give-back.tsx';
import { GroupList } from './group-list.tsx';
import { ItemView } from './item-view.tsx';
import { t } from './messages.ts';
import { Proposals } from './proposals.tsx';
import {
  disagreementKey,
  disagreementQuery,
  disagreementsKey,
  disagreementsQuery,
  type Show,
} from './queries.ts';
import { type Walk, withWalk } from './walk.ts';

/** Labels that stand against each other, and the decisions between them. */
export function DisagreementsScreen({ project }: { readonly project: string }): ReactNode {
  const search = useSearchParams();
  const show: Show = search.get('show') === 'decided' ? 'decided' : 'todo';
  const list = useQuery(disagreementsQuery(project, show));
  const rows = list.data?.groups.flatMap(({ items }) => items) ?? [];
  const offer = search.has('item') ? undefined : firstToTake(rows);
  // What is only read opens by itself; what would be taken in hand waits for a word.
  const chosen = search.get('item') ?? (offer === undefined ? (rows[0]?.item ?? null) : null);
  return (
    <ProjectFrame project={list.data?.project ?? { id: project, name: '' }} place="disagreements">
      {list.isPending ? <Loading what={t('annotate.disagreements')} /> : null}
      {list.isError && !(list.data !== undefined && isSignInOver(list.error)) ? (
        <Notice
          tone="err"
          role="alert"
          title={t('adjudication.failed')}
          actions={<Button onClick={() => void list.refetch()}>{t('common.retry')}</Button>}
        >
          {list.error.message}
        </Notice>
      ) : null}
      {list.data === undefined ? null : (
        <Decisions project={project} list={list.data} show={show} current={chosen} offer={offer} />
      )}
    </ProjectFrame>
  );
}

interface DecisionsProps {
  readonly project: string;
  readonly list: Disagreements;
  readonly show: Show;
  readonly current: string | null;
  /** To begin with, where none is chosen. */
  readonly offer: Disagreement | undefined;
}

function Decisions({ project, list, show, current, offer }: DecisionsProps): ReactNode {
  const client = useQueryClient();
  const author = useAuthor();
  const [walk, setWalk] = useState<Walk | null>(null);
  const rows = list.groups.flatMap(({ items }) => items);
  const row = rows.find(({ item }) => item === current);
  const take = row !== undefined && row.cannot === null && row.state !== 'held' && row.state !== 'decided';
  const item = useQuery({ ...disagreementQuery(current ?? '', take), enabled: current !== null });
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: disagreementsKey(project) });
    void client.invalidateQueries({ queryKey: proposalsQuery(project).queryKey });
  };
  const open = (next: string | null): void => pushUrl({ item: next });
  const nextAfter = (id: string): string | null => {
    const at = rows.findIndex((each) => each.item === id);
    const order = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
    return order.find(({ state, cannot }) => state === 'open' && cannot === null)?.item ?? null;
  };
  const begin = (from: AdjudicationItem): void => {
    const decision = from.decisions.find(({ undone }) => undone === null);
    const group = list.groups.find(({ items }) => items.some((each) => each.item === from.item));
    const left = (group?.items ?? [])
      .filter(
        (each) =>
          each.item !== from.item &&
          each.cannot === null &&
          (each.state === 'open' || each.state === 'skipped'),
      )
      .map((each) => each.item);
    const [first] = left;
    if (decision === undefined || first === undefined) return;
    const { doc, reason, section } = decision;
    setWalk({ like: from.item, doc, reason, section, left });
    open(first);
  };
  const goOn = (id: string): void => {
    const left = walk?.left.filter((each) => each !== id) ?? [];
    const [first] = left;
    setWalk(walk !== null && first !== undefined ? { ...walk, left } : null);
    open(walk !== null && first !== undefined ? first : nextAfter(id));
    refresh();
  };
  const decided = (answer: AdjudicationItem, then: 'next' | 'group'): void => {
    for (const taken of [true, false])
      client.setQueryData(disagreementQuery(answer.item, taken).queryKey, answer);
    tellDecided(answer);
    if (then === 'group') begin(answer);
    else goOn(answer.item);
    refresh();
  };
  const act = useMutation({
    mutationFn: ({ id, what }: { readonly id: string; readonly what: 'reveal' | 'reopen' }) =>
      callApi(
        what === 'reveal' ? adjudicationRoutes.revealDisagreement : adjudicationRoutes.reopenDisagreement,
        { params: { item: id }, body: {} },
      ),
    onSuccess: (answer, { what }) => {
      for (const taken of [true, false])
        client.setQueryData(disagreementQuery(answer.item, taken).queryKey, answer);
      // It is to be decided again: stay with it.
      if (what === 'reopen') pushUrl({ item: answer.item, show: null });
      refresh();
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const data = item.data === undefined || author === undefined ? undefined : withWalk(item.data, walk);
  return (
    <div className="flex min-h-0 flex-1 flex-col max-md:scroll-pb-24 max-md:overflow-y-auto">
      <Head
        list={list}
        show={show}
        current={current}
        item={data}
        onReveal={(id) => act.mutate({ id, what: 'reveal' })}
        project={project}
        onChanged={refresh}
      />
      <div className="flex min-h-0 flex-1 max-md:shrink-0 max-md:basis-auto max-md:flex-col">
        {rows.length === 0 ? null : (
          <GroupList
            groups={list.groups}
            current={current}
            onApply={data?.state === 'decided' ? () => begin(data) : null}
          />
        )}
        {rows.length === 0 && current === null ? (
          <div className="m-auto max-w-md p-6 text-center">
            <h2 className="font-semibold">
              {t(show === 'todo' ? 'adjudication.empty' : 'adjudication.noneDecided')}
            </h2>
            <p className="text-text-2">
              {t(show === 'todo' ? 'adjudication.emptyWhy' : 'adjudication.noneDecidedWhy')}
            </p>
          </div>
        ) : null}
        {offer === undefined ? null : <Begin item={offer} onBegin={() => open(offer.item)} />}
        {item.isError && !(item.data !== undefined && isSignInOver(item.error)) ? (
          <Notice
            tone="err"
            role="alert"
            className="flex-1"
            title={t('adjudication.itemFailed')}
            actions={<Button onClick={() => void item.refetch()}>{t('common.retry')}</Button>}
          >
            {item.error.message}
          </Notice>
        ) : null}
        {current !== null && item.isPending ? <Loading what={t('annotate.disagreements')} /> : null}
        {data === undefined ? null : (
          <ItemView
            key={`${data.item}/${data.state}/${String(data.revealedAtMs)}`}
            item={data}
            walk={walk?.left[0] === data.item ? walk : null}
            person={author?.person?.id ?? ''}
            onStopWalk={() => setWalk(null)}
            onDecided={decided}
            onSkipped={() => {
              client.removeQueries({ queryKey: disagreementKey(data.item) });
              goOn(data.item);
            }}
            onReveal={() => act.mutate({ id: data.item, what: 'reveal' })}
            onReopen={() => act.mutate({ id: data.item, what: 'reopen' })}
            onChanged={() => {
              void client.invalidateQueries({ queryKey: disagreementKey(data.item) });
              refresh();
            }}
            onApply={() => begin(data)}
          />
        )}
      </div>
    </div>
  );
}

/** Who said what, and what the verifier said, while the next one comes. */
function tellDecided({ item, labels, shown }: AdjudicationItem): void {
  const authors = labels.map(({ letter, author }) => `${letter} ${author?.name ?? ''}`).join(', ');
  const verdict = `${t('adjudication.verdict')}: ${shown?.verdict ?? t('adjudication.noVerdict')}`;
  showToast({
    tone: 'ok',
    text: `${item.slice(0, 6)}: ${authors} · ${verdict}`,
    action: { label: t('adjudication.showDecided'), onClick: () => pushUrl({ item, show: 'decided' }) },
  });
}

interface HeadProps {
  readonly list: Disagreements;
  readonly project: string;
  readonly show: Show;
  readonly current: string | null;
  readonly item: AdjudicationItem | undefined;
  readonly onReveal: (item: string) => void;
  readonly onChanged: () => void;
}

function Head({ list, project, show, current, item, onReveal, onChanged }: HeadProps): ReactNode {
  const key = useKeyLabel('adjudicate.reveal');
  const rows = list.groups.flatMap(({ items }) => items);
  const at = rows.findIndex((row) => row.item === current);
  const { counts } = list;
  const agree = useMutation({
    mutationFn: () => callApi(adjudicationRoutes.confirmAgreed, { params: { id: project }, body: {} }),
    onSuccess: ({ confirmed }) => {
      showToast({ tone: 'ok', text: t('adjudication.confirmed', { count: confirmed }) });
      onChanged();
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const blind =
    item !== undefined && item.state !== 'decided' && item.cannot === null && item.state !== 'held';
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b bg-surface px-4 py-1 text-sm">
      <Segmented
        size="sm"
        label={t('adjudication.show')}
        value={show}
        segments={[
          { value: 'todo', label: t('adjudication.showTodo') },
          { value: 'decided', label: t('adjudication.showDecided') },
        ]}
        onChange={(next) => pushUrl({ show: next === 'todo' ? null : next, item: null })}
      />
      {at === -1 ? null : <span>{t('adjudication.place', { index: at + 1, total: rows.length })}</span>}
      <span className="text-text-2">{t('adjudication.counts', counts)}</span>
      {counts.hidden > 0 ? (
        <span className="text-warn">{t('adjudication.hidden', { count: counts.hidden })}</span>
      ) : null}
      {counts.agreed > 0 ? (
        <span className="flex items-center gap-2">
          {t('adjudication.equal', { count: counts.agreed })}
          <Button size="sm" busy={agree.isPending} onClick={() => agree.mutate()}>
            {t('adjudication.confirm')}
          </Button>
        </span>
      ) : null}
      <GiveBack project={project} inHand={counts.inHand} current={current} onDone={onChanged} />
      <Proposals project={project} />
      {item === undefined ? null : <Figures item={item} />}
      {blind ? (
        <span className="ml-auto flex items-center gap-3">
          {item.shown === null ? (
            <>
              <span className="text-text-2">{t('adjudication.authorsHidden')}</span>
              <Button size="sm" aria-keyshortcuts={key?.aria} onClick={() => onReveal(item.item)}>
                {t('adjudication.reveal')}
                {key === null ? null : <Kbd>{key.shown}</Kbd>}
              </Button>
            </>
          ) : item.revealedAtMs === null ? null : (
            <span className="text-warn">
              ! {t('adjudication.revealed', { time: formatTime(item.revealedAtMs) })}
            </span>
          )}
        </span>
      ) : null}
    </header>
  );
}
