import type { ReactNode } from 'react';
import { formatReward } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { ExperimentStep, When } from './columns.tsx';
import { Actor, AgreesMark, CountMark, LabelMark, VerdictMark, WroteMark } from './marks.tsx';
import { RunLink } from './run-link.tsx';
import { ChooseBox, rowLook, type RunRowProps } from './run-table-row.tsx';

/** One run where there is no room for columns. */
export function RunCard(props: RunRowProps): ReactNode {
  const { index, run, now, style } = props;
  if (run === undefined) {
    return (
      <div role="row" className="absolute inset-x-0 border-line border-b px-3 py-2" style={style}>
        <span role="cell">
          <span className="sr-only">{t('common.loading', { what: t('runs.what') })}</span>
          <span aria-hidden="true" className="block h-2.5 w-1/2 rounded-[2px] bg-surface-3" />
        </span>
      </div>
    );
  }
  const name = t('runs.named', { id: run.id.slice(0, 6) });
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      className={cx(rowLook(props), 'flex gap-2 px-3 py-2 text-sm leading-[17px]')}
      style={style}
    >
      <span role="cell" className="relative z-10 shrink-0">
        <ChooseBox {...props} name={name} />
      </span>
      <span role="cell" className="flex min-w-0 flex-1 flex-col gap-0.5 *:shrink-0">
        <span className="flex items-start gap-2">
          <RunLink {...props} run={run} />
          <span className="min-w-0 flex-1 truncate text-text-2">
            {run.scenario}
            {run.taskIdx === null ? null : ` · ${t('runs.taskOf', { index: run.taskIdx })}`}
          </span>
          <span className="shrink-0 [&>span]:flex-row [&>span]:gap-1.5">
            <When run={{ ...run, pinned: false }} now={now} />
          </span>
        </span>
        <span className="line-clamp-2 wrap-anywhere">{run.task ?? t('runs.noTask')}</span>
        <span className="flex items-center gap-3 overflow-hidden whitespace-nowrap">
          <Actor run={run} />
          <span className="font-medium tabular-nums">
            <span className="sr-only">{t('runs.columns.reward')} </span>
            {run.reward === null ? '–' : formatReward(run.reward)}
          </span>
          {run.wrote === null ? null : <WroteMark wrote={run.wrote} />}
          {run.collateral === null ? null : <CountMark count={run.collateral} />}
          <Said word={t('runs.columns.code')} known={run.code !== null}>
            <VerdictMark verdict={run.code} />
          </Said>
          <Said word={t('runs.columns.sql')} known={run.sql !== null}>
            <VerdictMark verdict={run.sql} />
          </Said>
          <Said word={t('runs.columns.label')} known={run.label !== null}>
            <LabelMark label={run.label} />
          </Said>
          {run.agrees === null ? null : <AgreesMark agrees={run.agrees} />}
        </span>
        <span className="flex min-w-0 gap-1 text-text-2 [&>span]:flex-row [&>span]:gap-1.5">
          <ExperimentStep run={run} />
        </span>
      </span>
      <button
        type="button"
        aria-label={t('filter.peekAt', { name })}
        onClick={props.onPeek}
        className="relative z-10 -mr-1 flex size-8 shrink-0 items-center justify-center self-center rounded-1 text-text-2 hover:bg-surface-3"
      >
        <Icon name="right" className="size-4" />
      </button>
    </div>
  );
}

interface SaidProps {
  readonly word: string;
  readonly known: boolean;
  readonly children: ReactNode;
}

/** Who says so, before the mark; nothing where nothing was said. */
function Said({ word, known, children }: SaidProps): ReactNode {
  if (!known) return null;
  return (
    <span>
      <span className="text-text-2">{word}</span> {children}
    </span>
  );
}
