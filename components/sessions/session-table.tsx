import Link from 'next/link';
import type { ReactNode } from 'react';
import { actorKey } from '../../lib/client/actor-key.ts';
import { formatAbsolute, formatAgo, formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { runHref, shortRunId } from '../../lib/client/run-links.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { Cell, HeadCell, Row, Table } from '../ui/table.tsx';

interface SessionTableProps {
  readonly items: readonly LiveSessionInfo[];
  readonly nowMs: number;
}

/** Live sessions, one a row; on narrow screens the columns that say least are left out. */
export function SessionTable({ items, nowMs }: SessionTableProps): ReactNode {
  return (
    <Table label={t('sessions.title')} className="font-sans">
      <thead>
        <tr>
          <HeadCell>{t('sessions.actor')}</HeadCell>
          <HeadCell>{t('sessions.session')}</HeadCell>
          <HeadCell className="text-right">{t('sessions.steps')}</HeadCell>
          <HeadCell>{t('sessions.phase')}</HeadCell>
          <HeadCell className="max-md:hidden">{t('sessions.control')}</HeadCell>
          <HeadCell className="max-md:hidden">{t('sessions.run')}</HeadCell>
          <HeadCell className="text-right max-md:hidden">{t('sessions.used')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map((info) => (
          <SessionRow key={info.id} info={info} nowMs={nowMs} />
        ))}
      </tbody>
    </Table>
  );
}

function SessionRow({ info, nowMs }: { readonly info: LiveSessionInfo; readonly nowMs: number }): ReactNode {
  const usedAtMs = nowMs - info.idleMs;
  return (
    <Row>
      <Cell>
        <span className="inline-flex items-center gap-1.5">
          <ActorMark human={info.actor === 'human'} />
          <span className="max-md:sr-only">{t(`sessions.actors.${actorKey(info.actor)}`)}</span>
          {info.actor === 'human' ? null : (
            <span className="text-text-2 text-xs max-md:hidden">{info.transport}</span>
          )}
        </span>
      </Cell>
      <Cell className="w-full max-w-0">
        <Link
          href={`/sessions/${encodeURIComponent(info.id)}`}
          prefetch={false}
          className="block truncate hover:underline focus-visible:-outline-offset-2"
          title={info.task ?? undefined}
        >
          <span className="font-medium">{info.scenario ?? t('sessions.noScenario')}</span>
          {info.taskIdx === null ? null : ` · ${t('session.task', { index: info.taskIdx })}`}
          {info.task === null ? null : <span className="text-text-2"> · {info.task}</span>}
        </Link>
      </Cell>
      <Cell align="end" className="tabular-nums">
        {formatNumber(info.stepCount)}
      </Cell>
      <Cell>
        <span className="inline-flex gap-1">
          <PhaseBadge info={info} />
          {info.baseline ? (
            <Badge glyph="◇">
              <span className="max-md:sr-only">{t('sessions.baseline')}</span>
            </Badge>
          ) : null}
        </span>
      </Cell>
      <Cell className="max-md:hidden">{controlText(info)}</Cell>
      <Cell className="max-md:hidden">
        {info.episodeId === null ? null : (
          <Link
            href={runHref(info.episodeId)}
            prefetch={false}
            className="font-mono text-accent hover:underline"
          >
            {shortRunId(info.episodeId)}
          </Link>
        )}
      </Cell>
      <Cell align="end" className="text-text-2 max-md:hidden">
        <time dateTime={new Date(usedAtMs).toISOString()} title={formatAbsolute(usedAtMs)}>
          {info.phase === 'running' ? t('sessions.now') : formatAgo(usedAtMs, nowMs)}
        </time>
      </Cell>
    </Row>
  );
}

/** Shape says who: round for people, square for clients. */
function ActorMark({ human }: { readonly human: boolean }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block size-3 shrink-0 border-[1.5px]',
        human ? 'rounded-full border-human' : 'rounded-[2px] border-agent',
      )}
    />
  );
}

function controlText({ actor, done, control }: LiveSessionInfo): string {
  if (actor !== 'human') return t('sessions.watchOnly');
  if (done) return t('sessions.nobody');
  const number = control.pages.find(({ id }) => id === control.holder)?.number;
  return number === undefined ? t('sessions.nobody') : t('live.control.page', { number });
}

function PhaseBadge({ info }: { readonly info: LiveSessionInfo }): ReactNode {
  if (info.done) return <Badge glyph="■">{t('phase.done')}</Badge>;
  const live = info.phase === 'ready' || info.phase === 'running';
  return (
    <Badge tone={live ? 'ok' : 'plain'} glyph={live ? '●' : '○'}>
      {t(`phase.${info.phase}`)}
    </Badge>
  );
}
