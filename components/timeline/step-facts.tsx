'use client';

import type { ReactNode } from 'react';
import { formatAbsolute, formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { parseLossless } from '../../lib/util/lossless-json.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { RowCounts } from './row-counts.tsx';
import { answeredRows, useStepChanges } from './use-step-view.ts';
import { lookOf } from './verdict-look.ts';

export function actorText(human: boolean): string {
  return t(human ? 'timeline.human' : 'timeline.agent');
}

export function timeText(step: LiveStep): string {
  return formatAbsolute(step.startedAtMs);
}

/** Names and values as they were sent, in one line: `sku LB-NEW, quantity 35`. */
export function argumentsText(step: LiveStep): string {
  if (step.arguments === null) return '';
  if (!step.arguments.complete) return step.arguments.text;
  const parsed = parseLossless(step.arguments.text);
  if (typeof parsed !== 'object' || parsed === null) return step.arguments.text;
  return Object.entries(parsed)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

interface EffectFactsProps {
  readonly recordId: string;
  readonly step: LiveStep;
}

/** `+1 ~2 in 3 tables · HTTP 200 · reward 0.0` */
export function EffectFacts({ recordId, step }: EffectFactsProps): ReactNode {
  const changes = useStepChanges(recordId, step, true);
  const rows = effectOf(step) === 'read' ? answeredRows(step) : null;
  const effect =
    changes !== null ? (
      <RowCounts changes={changes} />
    ) : rows !== null ? (
      t('timeline.rows', { count: rows })
    ) : (
      t(step.wrote ? 'timeline.counting' : 'timeline.noChange')
    );
  return (
    <>
      {effect}
      {step.httpStatus === null ? null : ` · ${t('timeline.http', { status: step.httpStatus })}`}
      {step.reward === null ? null : ` · ${t('timeline.reward', { reward: formatReward(step.reward) })}`}
    </>
  );
}

/** What the lane knows of a state, in words. */
export function VerdictFact({ cell }: { readonly cell: LaneCell | undefined }): ReactNode {
  const look = lookOf(cell);
  return (
    <span className={look.ink}>
      <span aria-hidden="true">{look.glyph} </span>
      {verdictText(cell)}
    </span>
  );
}

function verdictText(cell: LaneCell | undefined): string {
  if (cell === undefined) return t('timeline.unknown');
  switch (cell.kind) {
    case 'pending':
      return t('timeline.pending');
    case 'impossible':
      return t('timeline.impossible', { message: cell.message });
    case 'verdict': {
      const { verdict, answer } = cell.verdict;
      const said =
        cell.flippedFrom === null ? verdict : t('timeline.flipped', { from: cell.flippedFrom, to: verdict });
      return answer === ''
        ? t('timeline.verdictWithout', { verdict: said })
        : t('timeline.verdictWith', { verdict: said, answer });
    }
  }
}
