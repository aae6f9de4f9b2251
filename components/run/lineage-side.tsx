'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatAbsolute, formatTime } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { lineageQuery } from '../../lib/client/queries/run.ts';
import { compareHref, runHref, shortRunId } from '../../lib/client/run-links.ts';
import type { LineageNode } from '../../lib/contracts/branches.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { lineageLines } from './lineage-lines.ts';
import type { RunView } from './use-run.ts';
import { FailedNotice } from '../blind/index.ts';

/** As many as one comparison has columns. */
const COMPARED = 6;

/** The tree of forks that the run belongs to: who forked where, and what came of each. */
export function LineageSide({ view }: { readonly view: RunView }): ReactNode {
  const { id } = view.episode;
  const query = useQuery(lineageQuery(id));
  if (query.isPending) return <Loading what={t('run.sides.lineage')} />;
  if (query.isError) {
    return (
      <FailedNotice
        error={query.error}
        title={t('run.lineage.failed')}
        actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  const lines = lineageLines(query.data.nodes);
  if (lines.length <= 1) {
    return <Notice title={t('run.lineage.alone')}>{t('run.lineage.aloneBody')}</Notice>;
  }
  const near = compared(query.data.nodes, id);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
      <p className="flex flex-wrap items-center gap-2 pb-2 text-sm text-text-2">
        <span className="min-w-0 flex-1">
          {t('run.lineage.count', { count: lines.length + query.data.more })}
        </span>
        <NavLink href={compareHref(near)} className={buttonClass({ size: 'sm' })}>
          {t('run.lineage.compare', { count: near.length })}
        </NavLink>
      </p>
      <ul aria-label={t('run.sides.lineage')} className="flex flex-col">
        {lines.map(({ node, depth }) => (
          <li
            key={node.id}
            style={{ paddingLeft: Math.min(depth, 8) * 18 }}
            className={cx(
              'flex min-h-row flex-wrap items-center gap-x-2 border-line border-b py-1 pr-2 text-sm',
              node.id === id && 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)]',
            )}
          >
            <Line node={node} depth={depth} current={node.id === id} />
          </li>
        ))}
      </ul>
      {query.data.more === 0 ? null : (
        <p className="py-2 text-sm text-text-2">{t('run.lineage.more', { count: query.data.more })}</p>
      )}
    </div>
  );
}

interface LineProps {
  readonly node: LineageNode;
  readonly depth: number;
  readonly current: boolean;
}

function Line({ node, depth, current }: LineProps): ReactNode {
  const human = node.actor === 'human';
  return (
    <>
      <span aria-hidden="true" className="pl-2 text-text-3">
        {depth === 0 ? '●' : '└'}
      </span>
      <span className="sr-only">{t('run.lineage.level', { level: depth + 1 })}</span>
      {node.parent === null ? null : (
        <NavLink
          href={runHref(node.parent.id, null, node.parent.seq)}
          className="text-text-2 hover:underline"
        >
          {t(node.origin === 'what_if' ? 'run.lineage.changedAt' : 'run.lineage.after', {
            seq: node.parent.seq,
          })}
        </NavLink>
      )}
      <NavLink
        href={runHref(node.id)}
        aria-current={current ? 'page' : undefined}
        className="font-mono text-accent hover:underline"
      >
        {shortRunId(node.id)}
      </NavLink>
      <span>
        {node.policy ?? t(`run.actor.${human ? 'human' : node.actor === 'agent' ? 'agent' : 'client'}`)}
      </span>
      <span className="text-text-2">{t('run.lineage.steps', { count: node.steps })}</span>
      <span className="flex-1" />
      {node.verdict === null ? (
        <span className="text-text-2">{t(node.endReason === null ? 'run.running' : 'run.noVerdict')}</span>
      ) : (
        <VerdictBadge verdict={node.verdict} />
      )}
      <time className="text-text-2 text-xs tabular-nums" title={formatAbsolute(node.startedAtMs)}>
        {formatTime(node.startedAtMs)}
      </time>
    </>
  );
}

/** The run, where it comes from, and its nearest branches. */
function compared(nodes: readonly LineageNode[], id: string): readonly string[] {
  const own = nodes.find((node) => node.id === id);
  const parent = own?.parent?.id;
  const related = nodes.filter(
    (node) =>
      node.id === parent ||
      node.parent?.id === id ||
      (parent !== undefined && node.parent?.id === parent && node.id !== id),
  );
  return [id, ...related.map((node) => node.id)].slice(0, COMPARED);
}
