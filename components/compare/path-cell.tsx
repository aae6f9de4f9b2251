import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { StateAt } from '../../lib/client/queries/compare.ts';
import { runHref } from '../../lib/client/run-links.ts';
import type { PathStep } from '../../lib/contracts/branches.ts';
import type { RunRow } from '../../lib/contracts/runs.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { StepMark } from '../ui/step-mark.tsx';
import type { MarkedArgument } from './argument-marks.ts';

interface PathCellProps {
  readonly run: RunRow;
  readonly step: PathStep;
  readonly marks: readonly MarkedArgument[];
  /** All runs have the same step here. */
  readonly quiet: boolean;
  readonly picked: readonly StateAt[];
  readonly onPick: (id: string, seq: number) => void;
}

/** One step of one run: what was called, with what others did not send, and what came of it. */
export function PathCell({ run, step, marks, quiet, picked, onPick }: PathCellProps): ReactNode {
  const failed = effectOf(step) === 'error';
  return (
    <div className={cx('flex gap-2', quiet && 'text-text-2')}>
      <StateButton state={{ id: run.id, seq: step.seq }} picked={picked} onPick={onPick} />
      <div className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-1.5">
          <StepMark effect={effectOf(step)} human={run.actor === 'human'} />
          <NavLink
            href={runHref(run.id, null, step.seq)}
            tabIndex={-1}
            className="min-w-0 font-medium font-mono wrap-anywhere hover:underline"
          >
            {step.toolName ?? t(nameKey(step.kind))}
          </NavLink>
          <span className="ml-auto flex items-center gap-1.5">
            {step.kind === 'verify' ? <span>{step.rewardType}</span> : null}
            {step.httpStatus === null ? null : (
              <span className={failed ? 'font-medium text-err' : 'text-text-2'}>{step.httpStatus}</span>
            )}
            {step.wrote ? <span className="text-write text-xs">{t('steps.wrote')}</span> : null}
          </span>
        </span>
        {marks.length === 0 ? null : <Arguments marks={marks} />}
        {step.message === null ? null : (
          <p className="line-clamp-2 text-text-2 text-xs wrap-anywhere" title={step.message}>
            {step.message}
          </p>
        )}
      </div>
    </div>
  );
}

function Arguments({ marks }: { readonly marks: readonly MarkedArgument[] }): ReactNode {
  return (
    <p className="line-clamp-4 font-mono text-xs leading-[18px] wrap-anywhere">
      {marks.map(({ name, text, differs }, index) => (
        <span key={name}>
          {index === 0 ? null : ', '}
          {differs ? (
            <mark className="on-tint rounded-[2px] bg-mod-soft px-0.5 font-semibold text-mod underline decoration-2 underline-offset-2">
              <span className="sr-only">{t('compare.differs')} </span>
              {name} {text ?? t('compare.notSent')}
            </mark>
          ) : (
            <span className="text-text-2">
              {name} {text}
            </span>
          )}
        </span>
      ))}
    </p>
  );
}

interface StateButtonProps {
  readonly state: StateAt;
  readonly picked: readonly StateAt[];
  readonly onPick: (id: string, seq: number) => void;
}

/** Picks the state after a step; two of them are compared. */
export function StateButton({ state, picked, onPick }: StateButtonProps): ReactNode {
  const at = picked.findIndex(({ id, seq }) => id === state.id && seq === state.seq);
  const letter = at < 0 ? null : 'AB'[at];
  return (
    <Button
      size="icon-sm"
      tabIndex={-1}
      aria-pressed={at >= 0}
      aria-label={t('compare.pick', { seq: state.seq })}
      title={t('compare.pick', { seq: state.seq })}
      onClick={() => onPick(state.id, state.seq)}
      className="w-7 text-xs tabular-nums aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
    >
      {letter ?? state.seq}
    </Button>
  );
}

function nameKey(kind: PathStep['kind']) {
  switch (kind) {
    case 'verify':
      return 'steps.verify';
    case 'done':
      return 'steps.done';
    case 'list_tools':
      return 'steps.listTools';
    case 'list_scenarios':
    case 'call_tool':
      return 'steps.listScenarios';
  }
}
