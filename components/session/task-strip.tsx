'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { scenarioQuery } from '../../lib/client/queries/scenarios.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { useVerdictLane } from '../timeline/index.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { lastVerdict } from './observation.ts';

interface TaskStripProps {
  readonly task: string | null;
  /** Null before the first reset. */
  readonly viewed: Viewed | null;
  readonly running: boolean;
}

/** The task's text, two lines until opened; beside it what the episode earned and what judges it. */
export function TaskStrip({ task, viewed, running }: TaskStripProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-label={t('session.taskText')}
      className="flex shrink-0 items-start gap-2 border-line border-b bg-surface px-3 py-2 md:gap-4"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-w-0 flex-1 items-start gap-2 text-left"
      >
        <span
          className={cx(
            'min-w-0 max-w-[940px] leading-[18px] wrap-anywhere',
            !open && 'line-clamp-2',
            open && 'max-h-[40vh] overflow-y-auto',
          )}
        >
          {task ?? t('session.noTask')}
        </span>
        <Icon name="down" className={cx('mt-0.5 text-text-2', open && 'rotate-180')} />
      </button>
      {viewed === null ? null : (
        <dl className="grid shrink-0 grid-cols-[auto_auto] gap-x-3 gap-y-0.5 text-sm max-lg:hidden">
          <dt className="text-right text-text-2">{t('workspace.rewardSoFar')}</dt>
          <dd>
            <RewardSoFar steps={viewed.steps} />
          </dd>
          {viewed.hidden ? null : (
            <>
              <dt className="text-right text-text-2">{t('workspace.verifiers')}</dt>
              <dd className="flex items-center gap-2">
                <Verifiers viewed={viewed} running={running} />
              </dd>
            </>
          )}
        </dl>
      )}
      {viewed?.hidden === false ? <NarrowVerdict steps={viewed.steps} /> : null}
    </section>
  );
}

function RewardSoFar({ steps }: { readonly steps: readonly LiveStep[] }): ReactNode {
  const sum = steps.reduce((total, step) => total + (step.reward ?? 0), 0);
  const last = steps.findLast((step) => step.reward !== null && step.reward !== 0);
  return (
    <>
      <b
        className={cx('font-medium font-mono', sum < 0 && 'text-err', sum > 0 && 'text-ok')}
        title={last === undefined ? t('workspace.noReward') : undefined}
      >
        {formatReward(Math.round(sum * 1e6) / 1e6)}
      </b>{' '}
      {last === undefined ? null : (
        <span className="text-text-2">
          {t('workspace.rewardFrom', { seq: last.seq, type: last.rewardType ?? '' })}
        </span>
      )}
    </>
  );
}

/** Which verifiers the task has, and whether the untouched database passes. */
function Verifiers({ viewed, running }: { readonly viewed: Viewed; readonly running: boolean }): ReactNode {
  const scenario = useQuery(scenarioQuery(viewed.scenario));
  const { lane } = useVerdictLane(viewed, running);
  const has = viewed.taskIdx === null ? undefined : scenario.data?.verifiers[viewed.taskIdx];
  if (viewed.taskIdx === null || (has !== undefined && !has.code && !has.sql)) {
    return <span className="text-text-2">{t('workspace.noVerifiers')}</span>;
  }
  const atSeed = lane?.items.find(({ seq }) => seq === 0)?.verdict;
  return (
    <>
      {(['code', 'sql'] as const).map((mode) =>
        has?.[mode] === true ? (
          <span key={mode}>
            <span aria-hidden="true" className="text-ok">
              ✓{' '}
            </span>
            {t(`scenario.${mode}`)}
          </span>
        ) : null,
      )}
      {atSeed === undefined ? null : atSeed === 'complete' ? (
        <Badge tone="warn" glyph="!" title={t('workspace.trivialHint')}>
          {t('workspace.trivial')}
        </Badge>
      ) : (
        <Badge glyph="✕">{t('workspace.notTrivial')}</Badge>
      )}
    </>
  );
}

/** Where there is no room for more: the newest verdict alone. */
function NarrowVerdict({ steps }: { readonly steps: readonly LiveStep[] }): ReactNode {
  const verdict = lastVerdict(steps);
  return verdict === null ? null : (
    <p className="flex shrink-0 items-center gap-1.5 lg:hidden">
      <span className="sr-only">{t('workspace.verdictAt', { seq: verdict.seq })}</span>
      {verdict.rewardType === null ? null : <VerdictBadge verdict={verdict.rewardType} />}
    </p>
  );
}
