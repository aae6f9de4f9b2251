'use client';

import { memo, type ReactNode } from 'react';
import { t } from './messages.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { StepMark } from '../ui/step-mark.tsx';
import { RowCounts } from './row-counts.tsx';
import { shortResult, useStepChanges } from './use-step-view.ts';
import { lookOf } from './verdict-look.ts';

/** `wide`: name and effect in 84 px; `narrow`: the glyph and some numbers in 28 px; `tiny`: the same, below an overview. */
export type Density = 'wide' | 'narrow' | 'tiny';

interface StepCellProps {
  readonly recordId: string;
  /** Null: the seed. */
  readonly step: LiveStep | null;
  readonly shortName: string;
  readonly human: boolean;
  readonly density: Density;
  readonly viewed: boolean;
  /** The newest state of an episode that runs: its link leads to what is live. */
  readonly newest: boolean;
  /** The page compares with the seed, and goes on to do so at another step. */
  readonly sinceStart: boolean;
  /** Undefined with `lane`: nothing is known. */
  readonly cell: LaneCell | undefined;
  readonly lane: boolean;
  readonly numbered: boolean;
  /** Where only the cells in sight are drawn: px from the strip's beginning, and how many there are. */
  readonly left: number | undefined;
  readonly setSize: number | undefined;
}

/** One state in the strip: who, what, and the verdict there. */
export const StepCell = memo(function StepCell(props: StepCellProps): ReactNode {
  const { recordId, step, density, viewed, cell, lane } = props;
  const seq = step?.seq ?? 0;
  const wide = density === 'wide';
  const changes = useStepChanges(recordId, step, wide);
  const flipped = cell?.kind === 'verdict' && cell.flippedFrom !== null;
  return (
    <li
      data-seq={seq}
      style={props.left === undefined ? undefined : { left: props.left }}
      aria-posinset={props.setSize === undefined ? undefined : seq}
      aria-setsize={props.setSize}
      className={cx(
        'shrink-0',
        props.left === undefined ? 'relative' : 'absolute top-0',
        step === null
          ? 'sticky left-0 z-2 w-11 bg-surface pl-2 md:w-[62px] md:pl-0'
          : wide
            ? 'w-7 md:w-[84px]'
            : 'w-7',
      )}
    >
      {flipped ? <Flip /> : null}
      <UrlLink
        set={{ step: props.newest ? null : String(seq), ...(props.sinceStart ? {} : { diff: null }) }}
        data-step={seq}
        tabIndex={viewed ? 0 : -1}
        aria-current={viewed ? 'step' : undefined}
        className={cx(
          'relative grid content-center rounded-1 px-1 text-xs whitespace-nowrap focus-visible:-outline-offset-2',
          density === 'tiny' ? 'h-[24px]' : lane ? 'mt-0.5 h-[41px]' : 'mt-3 h-[41px]',
          viewed ? 'on-tint bg-accent-soft shadow-[inset_0_0_0_1.5px_var(--accent)]' : 'hover:bg-surface-2',
          !wide && step !== null && 'justify-items-center px-0',
        )}
      >
        <span className="sr-only">
          {step === null ? t('timeline.seedName') : nameOf(step, changes, cell)}
        </span>
        <span aria-hidden="true" className="contents">
          {step === null ? (
            <>
              {density === 'tiny' ? null : <span className="font-medium text-sm">0</span>}
              <span className="text-text-2">{t('timeline.seed')}</span>
            </>
          ) : wide ? (
            <WideBody step={step} human={props.human} shortName={props.shortName} changes={changes} />
          ) : (
            <>
              <StepMark effect={effectOf(step)} human={props.human} />
              {density === 'tiny' ? null : (
                <span className="h-4 text-text-2 tabular-nums">{props.numbered ? seq : ''}</span>
              )}
            </>
          )}
        </span>
      </UrlLink>
      {lane ? <LaneMark cell={cell} density={density} seed={step === null} flipped={flipped} /> : null}
    </li>
  );
});

interface WideBodyProps {
  readonly step: LiveStep;
  readonly human: boolean;
  readonly shortName: string;
  readonly changes: ReturnType<typeof useStepChanges>;
}

function WideBody({ step, human, shortName, changes }: WideBodyProps): ReactNode {
  return (
    <>
      <span className="flex min-w-0 items-center gap-[3px] max-md:flex-col max-md:gap-0 md:[&>:first-child]:size-[18px]">
        <StepMark effect={effectOf(step)} human={human} />
        <span className="font-medium text-sm max-md:text-xs">{step.seq}</span>
        <span className="min-w-0 overflow-hidden font-mono text-text-2 tracking-[-.04em] max-md:hidden">
          {changes === null ? shortResult(step) : <RowCounts changes={changes} />}
        </span>
      </span>
      <span className="truncate text-text-2 tracking-[-.02em] max-md:hidden">{shortName}</span>
    </>
  );
}

function LaneMark(props: {
  readonly cell: LaneCell | undefined;
  readonly density: Density;
  readonly seed: boolean;
  readonly flipped: boolean;
}): ReactNode {
  const { cell, density, seed, flipped } = props;
  const wide = density === 'wide';
  const look = lookOf(cell);
  const word = cell?.kind === 'verdict' && wide && (seed || flipped) ? cell.verdict.verdict : null;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'mr-px flex items-center gap-1 overflow-hidden font-semibold text-xs',
        density === 'tiny' ? 'h-4' : 'h-[18px]',
        wide ? 'justify-center md:justify-start md:pl-2' : 'justify-center',
        look.tint,
      )}
    >
      {look.glyph}
      {word === null ? null : <span className="font-normal max-md:hidden">{word}</span>}
    </span>
  );
}

/** The bar before the state at which the verdict became another one. */
function Flip(): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-0 bottom-0 -left-px z-1 w-0.5 bg-text before:absolute before:top-0 before:-left-1 before:border-[5px] before:border-transparent before:border-t-text before:border-b-0"
    />
  );
}

function nameOf(
  step: LiveStep,
  changes: ReturnType<typeof useStepChanges>,
  cell: LaneCell | undefined,
): string {
  const short = changes === null ? shortResult(step) : countsText(changes);
  const details = [
    short === null || short === '' ? null : short,
    cell?.kind === 'verdict' ? `${t('timeline.verdict')} ${cell.verdict.verdict}` : null,
  ].filter((detail) => detail !== null);
  return t('timeline.stepName', {
    seq: step.seq,
    name: stepName(step),
    effect: t(`timeline.effect.${effectOf(step)}`),
    detail: details.length === 0 ? '' : ` ${details.join(', ')}`,
  });
}

function countsText({ inserted, updated, deleted }: NonNullable<ReturnType<typeof useStepChanges>>): string {
  return `+${inserted} ~${updated} −${deleted}`;
}
