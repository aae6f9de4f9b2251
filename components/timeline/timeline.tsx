'use client';

import { useSearchParams } from 'next/navigation';
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { t } from './messages.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { shortToolNames } from '../../lib/domain/short-tool-names.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import type { VerdictLane } from '../../lib/contracts/evidence.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Legend } from './legend.tsx';
import { Overview } from './overview.tsx';
import { StepCard, StepReadout } from './step-card.tsx';
import { Strip } from './strip.tsx';
import { usePeek } from './use-peek.ts';
import { useVerdictLane } from './use-verdict-lane.ts';
import { useVisiblePart } from './use-visible-part.ts';

/** Up to so many steps are drawn with their names; up to so many without an overview. */
const WIDE_UP_TO = 15;
const NARROW_UP_TO = 50;

const NO_CELLS: ReadonlyMap<number, LaneCell> = new Map();

interface TimelineProps {
  readonly viewed: Viewed;
  /** The episode runs: its newest state is live. */
  readonly running: boolean;
  /** Looks at a state so many steps on or back; the one that it leads to. */
  readonly onTravel: (steps: number) => number;
  /** At the right end: what can be done at the viewed state. */
  readonly children?: ReactNode;
}

/** The episode's states from the seed on: what each step did, the verdict at each, and the way to any of them. */
export function Timeline({ viewed, running, onTravel, children }: TimelineProps): ReactNode {
  const { recordId, steps, seq, newest, human } = viewed;
  const scroller = useRef<HTMLDivElement>(null);
  const { peek, handlers } = usePeek();
  const { cells, lane: known } = useVerdictLane(viewed, running);
  const lane = known !== null;
  const sinceStart = useSearchParams().get('diff') === 'start';
  const shortNames = useMemo(() => namesOf(steps), [steps]);
  const dense = steps.length > NARROW_UP_TO;
  const visible = useVisiblePart(scroller, dense);
  const peeked = peek === null ? null : stepAt(steps, peek.seq);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -newest, End: newest }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    focusStep(scroller.current, onTravel(by));
  }

  const facts =
    peek === null || peeked === undefined
      ? null
      : { recordId, step: peeked, human, cell: cells.get(peek.seq), lane };

  return (
    <nav
      aria-label={t('timeline.title')}
      className="relative grid h-[68px] shrink-0 grid-cols-[minmax(0,1fr)_auto] border-line-strong border-t bg-surface md:grid-cols-[92px_minmax(0,1fr)_auto]"
    >
      <Labels dense={dense} lane={known} steps={steps} visible={visible} />
      <div className="min-w-0" onKeyDown={onKeyDown}>
        {dense ? (
          <Overview
            steps={steps}
            cells={lane ? cells : NO_CELLS}
            visible={visible}
            viewed={seq}
            onMove={(middle) => centre(scroller.current, middle)}
          />
        ) : null}
        <div {...handlers} className={cx(dense && '-mt-px')}>
          <Strip
            scroller={scroller}
            recordId={recordId}
            steps={steps}
            shortNames={shortNames}
            human={human}
            density={steps.length <= WIDE_UP_TO ? 'wide' : dense ? 'tiny' : 'narrow'}
            viewed={seq}
            liveSeq={running ? newest : null}
            cells={cells}
            lane={lane}
            sinceStart={sinceStart}
            label={t('timeline.steps')}
            end={running ? <LiveTag /> : null}
          />
        </div>
      </div>
      <div className="flex items-center gap-2 px-2 md:px-3">
        <div className="max-lg:hidden">{facts === null ? <Legend /> : <StepReadout {...facts} />}</div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('timeline.previous')}
          focusableWhenDisabled
          disabled={seq === 0}
          onClick={() => onTravel(-1)}
        >
          <Icon name="right" className="rotate-180" />
        </Button>
        <span role="status" className="text-sm text-text-2 tabular-nums">
          {t('timeline.position', { seq, count: newest })}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('timeline.next')}
          focusableWhenDisabled
          disabled={seq === newest}
          onClick={() => onTravel(1)}
        >
          <Icon name="right" />
        </Button>
        {children}
      </div>
      {facts === null || peek?.card !== true ? null : (
        <div
          role="tooltip"
          style={{ left: peek.left, width: peek.width }}
          className="absolute bottom-full z-10 mb-1 rounded-2 border border-line-strong bg-overlay p-3 shadow-2"
        >
          <StepCard {...facts} />
        </div>
      )}
    </nav>
  );
}

function centre(scroller: HTMLElement | null, middle: number): void {
  scroller?.scrollTo({ left: middle * scroller.scrollWidth - scroller.clientWidth / 2 });
}

function focusStep(scroller: HTMLElement | null, seq: number): void {
  // The cell may only be drawn once it is the viewed one.
  requestAnimationFrame(() => {
    requestAnimationFrame(() => scroller?.querySelector<HTMLElement>(`[data-step="${seq}"]`)?.focus());
  });
}

/** Undefined where there is no such state any more. */
function stepAt(steps: readonly LiveStep[], seq: number): LiveStep | null | undefined {
  return seq === 0 ? null : steps.find((step) => step.seq === seq);
}

function namesOf(steps: readonly LiveStep[]): ReadonlyMap<number, string> {
  const short = shortToolNames(steps.flatMap((step) => (step.kind === 'call_tool' ? [stepName(step)] : [])));
  return new Map(steps.map((step) => [step.seq, short.get(stepName(step)) ?? stepName(step)]));
}

function LiveTag(): ReactNode {
  return (
    <li className="flex h-[45px] shrink-0 items-center px-2.5 font-medium text-ok text-xs">
      <span aria-hidden="true">●&nbsp;</span>
      {t('timeline.live')}
    </li>
  );
}

interface LabelsProps {
  readonly dense: boolean;
  readonly lane: VerdictLane | null;
  readonly steps: readonly LiveStep[];
  readonly visible: { readonly from: number; readonly to: number };
}

function Labels({ dense, lane, steps, visible }: LabelsProps): ReactNode {
  const range = {
    from: Math.floor(visible.from * steps.length) + 1,
    to: Math.min(steps.length, Math.ceil(visible.to * steps.length)),
  };
  return (
    <div
      className={cx(
        'grid items-center pl-3 text-text-2 text-xs max-md:hidden',
        dense ? 'grid-rows-[25px_25px_15px]' : lane !== null ? 'grid-rows-[45px_20px]' : 'grid-rows-[65px]',
      )}
    >
      {dense ? <span>{t('timeline.range', { from: 0, to: steps.length })}</span> : null}
      <span>{dense ? t('timeline.range', range) : t('timeline.steps')}</span>
      {lane === null ? null : (
        <span title={laneHint(lane)}>
          {lane.changed === null ? null : (
            <span aria-hidden="true" className="text-warn">
              !{' '}
            </span>
          )}
          {t('timeline.lane')}
          {lane.changed === null ? null : <span className="sr-only">. {laneHint(lane)}</span>}
        </span>
      )}
    </div>
  );
}

function laneHint({ changed }: VerdictLane): string {
  const hint = t('timeline.laneHint');
  return changed === null ? hint : `${t(`timeline.laneChanged.${changed}`)} ${hint}`;
}
