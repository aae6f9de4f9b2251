'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { groupTreeQuery } from '../../lib/client/queries/compare.ts';
import type { GroupTree } from '../../lib/contracts/branches.ts';
import type { RunTarget } from '../../lib/contracts/runs.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Address } from './address.ts';
import { GroupDetail } from './group-detail.tsx';
import { indexGroup } from './group-lines.ts';
import { GroupTreeView } from './group-tree-view.tsx';
import { FailedNotice } from '../blind/index.ts';

/** Rollouts of a task merged into the tree of the states that they went through. */
export function GroupView({ address }: { readonly address: Address }): ReactNode {
  const { selection } = address;
  const target: RunTarget = selection === null ? { ids: [...address.ids] } : { selection };
  const query = useQuery(groupTreeQuery(target));
  if (query.isPending) return <Loading what={t('compare.group')} />;
  if (query.isError) {
    return (
      <FailedNotice
        error={query.error}
        title={t('compare.groupFailed')}
        actions={
          <>
            <Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>
            <Button onClick={() => pushUrl({ ids: null, selection: null, view: null, node: null })}>
              {t('compare.chooseOthers')}
            </Button>
          </>
        }
      />
    );
  }
  return <Group tree={query.data} node={address.node} />;
}

function Group({ tree, node }: { readonly tree: GroupTree; readonly node: number | null }): ReactNode {
  const index = useMemo(() => indexGroup(tree), [tree]);
  const root = tree.nodes[0];
  if (root === undefined || tree.runs.length === 0) {
    return (
      <Notice title={t('compare.groupEmpty')}>
        <Left left={tree.left} />
      </Notice>
    );
  }
  const viewed = tree.nodes.find(({ id }) => id === node) ?? root;
  return (
    <>
      <div className="shrink-0 border-line border-b bg-surface px-3 py-1.5 text-sm">
        <p role="status">
          {t('compare.groupOf', {
            runs: formatNumber(tree.runs.length),
            states: formatNumber(tree.nodes.length),
            ends: formatNumber(index.ended.size),
          })}{' '}
          <span className="text-text-2">
            {tree.scenario}
            {tree.taskIdx === null ? '' : ` · ${t('session.task', { index: tree.taskIdx })}`}
          </span>
        </p>
        {tree.left.length === 0 ? null : (
          <Disclosure look="plain" summary={t('compare.left', { count: tree.left.length })}>
            <Left left={tree.left} />
          </Disclosure>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <GroupTreeView index={index} viewed={viewed.id} />
        <GroupDetail key={viewed.id} index={index} node={viewed} />
      </div>
    </>
  );
}

function Left({ left }: { readonly left: GroupTree['left'] }): ReactNode {
  return (
    <ul className="max-h-40 overflow-y-auto text-sm text-text-2">
      {left.map(({ id, message }) => (
        <li key={id}>
          <span className="font-mono">{id.slice(0, 6)}</span> {message}
        </li>
      ))}
    </ul>
  );
}
