import type { ReactNode } from 'react';
import { formatNumber, formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { cx } from '../ui/cx.ts';
import type { GroupLine, GroupNode, GroupRun } from './group-lines.ts';

/** Rewards of runs that end at a node which a line has room for. */
const REWARDS = 6;

interface GroupNodeLineProps {
  readonly line: GroupLine;
  /** Runs of the whole tree. */
  readonly total: number;
}

/** One state: the call that led there, how many runs went through, what they earned, and where runs end, their rewards. */
export function GroupNodeLine({ line, total }: GroupNodeLineProps): ReactNode {
  if (line.kind === 'more') {
    return (
      <span className="font-sans text-text-2">
        {t('compare.moreBranches', { count: line.branches, runs: formatNumber(line.runs) })}
      </span>
    );
  }
  const { node, ended } = line;
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{nameOf(node)}</span>
      {ended.length === 0 ? null : <Ends ended={ended} />}
      <span className="flex shrink-0 items-center gap-1.5 font-sans text-xs tabular-nums">
        <span className="max-sm:sr-only">{t('compare.runs', { count: node.runs })}</span>
        <Share share={node.runs / Math.max(1, total)} />
        <Pass node={node} />
      </span>
    </>
  );
}

export function nameOf(node: GroupNode): string {
  const [call, ...others] = node.calls;
  if (call === undefined) return t(node.parent === null ? 'timeline.seed' : 'compare.unknownCall');
  const args = call.argumentsJson === null || call.argumentsJson === '{}' ? '' : ` ${call.argumentsJson}`;
  const more = others.length === 0 ? '' : ` ${t('compare.otherCalls', { count: others.length })}`;
  return `${call.toolName}${args}${more}`;
}

/** How many of all runs go through: the bar repeats the number beside it. */
function Share({ share }: { readonly share: number }): ReactNode {
  return (
    <span aria-hidden="true" className="h-2 w-10 rounded-[2px] bg-surface-3 max-sm:hidden">
      <span
        className="block h-2 rounded-[2px] bg-text-3"
        style={{ width: `${String(Math.round(share * 100))}%` }}
      />
    </span>
  );
}

/** `◐ 7/16 0.44`: who passed of those that go through, and what they earned on average. */
export function Pass({ node }: { readonly node: GroupNode }): ReactNode {
  const all = node.passed === node.runs;
  const none = node.passed === 0;
  return (
    <span
      className={cx(
        'inline-flex min-w-[92px] items-center gap-1 rounded-1 px-1',
        all ? 'bg-ok-soft text-ok' : none ? 'bg-err-soft text-err' : 'bg-warn-soft text-warn',
        'on-tint',
      )}
    >
      <span aria-hidden="true">{all ? '✓' : none ? '✕' : '◐'}</span>
      <span className="sr-only">{t('compare.passed', { passed: node.passed, runs: node.runs })}</span>
      <span aria-hidden="true">
        {formatNumber(node.passed)}/{formatNumber(node.runs)}
      </span>
      <span className="ml-auto font-mono">
        <span className="sr-only">{t('compare.meanReward')} </span>
        {node.meanReward === null ? '–' : formatReward(Math.round(node.meanReward * 100) / 100)}
      </span>
    </span>
  );
}

function Ends({ ended }: { readonly ended: readonly GroupRun[] }): ReactNode {
  return (
    <span className="flex shrink-0 items-center gap-0.5 font-sans text-xs max-md:hidden">
      <span className="text-text-2">{t('compare.ended', { count: ended.length })}</span>
      {ended.slice(0, REWARDS).map((run) => (
        <span
          key={run.id}
          className={cx(
            'rounded-[3px] border px-0.5 font-mono',
            run.verdict === 'complete' ? 'border-ok text-ok' : 'border-line-strong text-text-2',
          )}
        >
          {run.reward === null ? '–' : formatReward(run.reward)}
        </span>
      ))}
      {ended.length > REWARDS ? <span className="text-text-2">…</span> : null}
    </span>
  );
}
