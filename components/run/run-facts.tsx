'use client';

import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { actorKey } from '../../lib/client/actor-key.ts';
import { formatAbsolute, formatAgo, formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { replayQuery } from '../../lib/client/queries/run.ts';
import { runHref, shortRunId } from '../../lib/client/run-links.ts';
import { useNow } from '../../lib/client/use-now.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { ReplayBadge } from './replay-badge.tsx';

interface RunFactsProps {
  readonly episode: Episode;
  /** On narrow screens they are seen only then. */
  readonly open: boolean;
}

/** Who made the run, for what, from where, when; in one line where it fits. */
export function RunFacts({ episode, open }: RunFactsProps): ReactNode {
  const replay = useQuery(replayQuery(episode.id)).data?.replay ?? null;
  const facts = factsOf(episode);
  return (
    <p
      className={cx(
        'mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-text-2',
        !open && 'max-md:hidden [@media(max-height:560px)]:hidden',
      )}
    >
      <ActorMark human={episode.actor === 'human'} />
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <span aria-hidden="true">·</span>}
          {fact}
        </Fragment>
      ))}
      <span aria-hidden="true">·</span>
      <StartedAt atMs={episode.startedAtMs} />
      {replay === null ? null : (
        <UrlLink set={{ side: 'replay' }} className="ml-1">
          <ReplayBadge replay={replay} />
        </UrlLink>
      )}
    </p>
  );
}

function factsOf(episode: Episode): readonly ReactNode[] {
  const { run, parent, origin } = episode;
  const facts: ReactNode[] = [run.policy ?? t(`run.actor.${actorKey(episode.actor)}`)];
  if (run.checkpoint !== undefined) facts.push(run.checkpoint);
  if (run.experiment !== undefined) facts.push(run.experiment);
  if (run.train_step !== undefined) facts.push(t('run.trainStep', { step: formatNumber(run.train_step) }));
  if (run.group !== undefined) facts.push(t('run.group', { group: run.group }));
  if (run.sample !== undefined) facts.push(t('run.sample', { sample: run.sample }));
  for (const tag of run.tags ?? []) facts.push(`#${tag}`);
  if (episode.baseline) facts.push(t('run.baseline'));
  if (parent !== null) {
    facts.push(
      <NavLink href={runHref(parent.id, null, parent.seq)} className="text-accent hover:underline">
        {t(origin === 'what_if' ? 'run.whatIfOf' : 'run.forkOf', {
          id: shortRunId(parent.id),
          seq: parent.seq,
        })}
      </NavLink>,
    );
  } else if (origin !== 'played') facts.push(t(`run.origin.${origin}`));
  if (episode.pinned) facts.push(t('run.pinned'));
  if (episode.kept !== null && episode.kept !== 'full') facts.push(t(`run.kept.${episode.kept}`));
  return facts;
}

function StartedAt({ atMs }: { readonly atMs: number }): ReactNode {
  const nowMs = useNow();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatAbsolute(atMs)} suppressHydrationWarning>
      {nowMs === 0 ? formatAbsolute(atMs) : formatAgo(atMs, nowMs)}
    </time>
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
