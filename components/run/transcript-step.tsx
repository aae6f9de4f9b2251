'use client';

import { memo, type ReactNode } from 'react';
import { formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { AgentMessage } from '../../lib/contracts/artifacts.ts';
import { stepName } from '../../lib/client/step-name.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { lookOf, StepChangeCounts } from '../timeline/index.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { StepMark } from '../ui/step-mark.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import type { RunStep } from './run-steps.ts';
import { SaidBefore } from './said-before.tsx';
import { StepTexts } from './step-texts.tsx';
import { StepWords } from './step-words.tsx';
import type { ReplayedStep } from './use-beside.ts';

interface TranscriptStepProps {
  readonly recordId: string;
  readonly step: RunStep;
  readonly human: boolean;
  readonly current: boolean;
  readonly open: boolean;
  /** Asks how many rows it changed: not while the list flies past. */
  readonly counted: boolean;
  /** The verdict at its state, where it is known. */
  readonly cell: LaneCell | undefined;
  /** What the last replay made of it. */
  readonly replayed: ReplayedStep | undefined;
  /** Messages of the attached log that stand before it. */
  readonly said: readonly AgentMessage[] | undefined;
  readonly onToggle: () => void;
}

/** One step: the agent's words, then the call in a line, its arguments and its answer, short until opened. */
export const TranscriptStep = memo(function TranscriptStep(props: TranscriptStepProps): ReactNode {
  const { recordId, step, human, current, open, counted, cell, replayed, said, onToggle } = props;
  const { live } = step;
  return (
    <div className="pb-1.5">
      <UrlLink
        set={{ step: String(live.seq), diff: null }}
        tabIndex={current ? 0 : -1}
        data-transcript-step={live.seq}
        aria-current={current ? 'step' : undefined}
        className={cx(
          'flex min-h-8 flex-wrap items-center gap-x-2 px-3 pt-1 text-sm focus-visible:-outline-offset-2',
          !current && 'hover:bg-surface-2',
        )}
      >
        <StepMark effect={effectOf(live)} human={human} />
        <span className="font-medium tabular-nums">
          <span className="sr-only">{t('run.step', { seq: live.seq })}</span>
          <span aria-hidden="true">{live.seq}</span>
        </span>
        <span className="min-w-0 font-medium font-mono wrap-anywhere">{stepName(live)}</span>
        <span className="ml-auto flex items-center gap-2">
          <Result step={step} recordId={recordId} counted={counted} />
          <Flip cell={cell} />
          <ReplayMark step={replayed} />
        </span>
      </UrlLink>
      <div className="flex flex-col gap-0.5 pr-3 pl-10 text-sm">
        <StepWords step={step} open={open} />
        <SaidBefore said={said} message={step.words?.message ?? null} open={open} />
        <StepTexts recordId={recordId} step={live} open={open} current={current} onToggle={onToggle} />
        {step.problem === null ? null : (
          <p className="text-warn wrap-anywhere">
            <span aria-hidden="true">! </span>
            {step.problem}
          </p>
        )}
      </div>
    </div>
  );
});

interface ResultProps {
  readonly step: RunStep;
  readonly recordId: string;
  readonly counted: boolean;
}

/** `404 −1.0`, `+1 ~2`, `✓ complete 1.0`: what came of it, in a few characters. */
function Result({ step: { live, reconstructed }, recordId, counted }: ResultProps): ReactNode {
  const failed = effectOf(live) === 'error';
  return (
    <>
      {reconstructed ? (
        <Badge tone="warn" glyph="↻" title={t('run.reconstructedLong')}>
          {t('run.reconstructed')}
        </Badge>
      ) : null}
      {live.kind === 'verify' && live.rewardType !== null ? <VerdictBadge verdict={live.rewardType} /> : null}
      {live.kind === 'call_tool' && (failed || live.httpStatus !== null) ? (
        <span className={failed ? 'font-medium text-err' : 'text-text-2'}>
          {live.httpStatus ?? live.rewardType}
        </span>
      ) : null}
      {live.wrote ? (
        <span className="font-mono">
          <StepChangeCounts recordId={recordId} step={live} wanted={counted} />
        </span>
      ) : null}
      {live.reward === null || live.reward === 0 ? null : (
        <span className={cx('font-medium font-mono', live.reward < 0 ? 'text-err' : 'text-ok')}>
          <span className="sr-only">{t('run.reward')} </span>
          {formatReward(live.reward)}
        </span>
      )}
    </>
  );
}

/** Where the last replay came out otherwise. */
function ReplayMark({ step }: { readonly step: ReplayedStep | undefined }): ReactNode {
  if (step === undefined || (step.result !== 'different' && step.state !== 'different')) return null;
  return (
    <Badge tone="warn" glyph="≠">
      {t('run.replay.mark')}
    </Badge>
  );
}

/** Where the verdict turns. */
function Flip({ cell }: { readonly cell: LaneCell | undefined }): ReactNode {
  if (cell?.kind !== 'verdict' || cell.flippedFrom === null) return null;
  const look = lookOf(cell);
  return (
    <span className={cx('whitespace-nowrap font-medium', look.ink)}>
      <span aria-hidden="true">{look.glyph} </span>
      {t('timeline.flipped', { from: cell.flippedFrom, to: cell.verdict.verdict })}
    </span>
  );
}
