import type { ReactNode } from 'react';
import { actorKey } from '../../lib/client/actor-key.ts';
import { formatNumber, formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { runHref, shortRunId } from '../../lib/client/run-links.ts';
import type { RunRow } from '../../lib/contracts/runs.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';

interface RunColumnHeadProps {
  readonly run: RunRow;
  readonly ids: readonly string[];
}

/** Which run stands in a column, what it earned, and what judges it. */
export function RunColumnHead({ run, ids }: RunColumnHeadProps): ReactNode {
  const who = [run.policy ?? t(`run.actor.${actorKey(run.actor)}`)];
  if (run.experiment !== null) who.push(run.experiment);
  if (run.trainStep !== null) who.push(t('run.trainStep', { step: formatNumber(run.trainStep) }));
  if (run.sample !== null) who.push(t('run.sample', { sample: run.sample }));
  return (
    <div role="columnheader" className="min-w-0 border-line border-r px-3 py-1.5 text-sm last:border-r-0">
      <div className="flex items-center gap-2">
        <NavLink href={runHref(run.id)} className="font-medium font-mono text-accent hover:underline">
          {shortRunId(run.id)}
        </NavLink>
        <Outcome run={run} />
        <span className="flex-1" />
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('compare.remove', { id: shortRunId(run.id) })}
          title={t('compare.remove', { id: shortRunId(run.id) })}
          onClick={() => {
            const rest = ids.filter((id) => id !== run.id);
            pushUrl({ ids: rest.length === 0 ? null : rest.join(','), at: null });
          }}
        >
          <Icon name="close" className="size-3" />
        </Button>
      </div>
      <p className="truncate text-text-2 text-xs" title={who.join(' · ')}>
        {who.join(' · ')}
      </p>
      {run.answer === null ? null : (
        <p className="line-clamp-2 text-xs wrap-anywhere" title={run.answer}>
          “{run.answer}”
        </p>
      )}
    </div>
  );
}

/** Verdict and reward, as far as they are known. */
export function Outcome({ run }: { readonly run: RunRow }): ReactNode {
  return (
    <>
      {run.verdict === null ? (
        <span className="text-text-2">{t(run.endReason === null ? 'run.running' : 'run.noVerdict')}</span>
      ) : (
        <VerdictBadge verdict={run.verdict} />
      )}
      {run.reward === null ? null : (
        <span
          className={cx('font-medium font-mono', run.reward > 0 && 'text-ok', run.reward < 0 && 'text-err')}
        >
          <span className="sr-only">{t('run.reward')} </span>
          {formatReward(run.reward)}
        </span>
      )}
      {run.label === null || run.label === run.verdict ? null : (
        <span className="inline-flex items-center gap-1 text-text-2 text-xs">
          {t('run.human')} <VerdictBadge verdict={run.label}>{t(`run.label.${run.label}`)}</VerdictBadge>
        </span>
      )}
    </>
  );
}
