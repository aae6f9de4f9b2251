'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { rowHistoryQuery } from '../../lib/client/queries/evidence.ts';
import { stepName } from '../../lib/client/step-name.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { RowHistory, TableColumn, WireCell } from '../../lib/contracts/evidence.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import { CellValue } from '../cells/index.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { StepMark } from '../ui/step-mark.tsx';

/** Writes of one cell that a line shows: the first, then the last ones. */
const TRAIL_SHOWN = 5;

interface Write {
  readonly seq: number;
  /** What the cell held afterwards; undefined where its row was deleted. */
  readonly now: WireCell | undefined;
}

/** What was written to one column of a row, oldest first. */
export function trailOf(history: RowHistory, column: string): readonly Write[] {
  return history.entries.flatMap((entry): readonly Write[] => {
    if (entry.change === 'deleted') return [{ seq: entry.seq, now: undefined }];
    const cell = entry.cells.find((candidate) => candidate.column === column);
    return cell === undefined ? [] : [{ seq: entry.seq, now: cell.now }];
  });
}

interface BlameProps {
  readonly viewed: Viewed;
  readonly table: string;
  readonly rowKey: string;
  readonly column: TableColumn;
  /** The state before the change that is looked at: whoever wrote last up to it is named. Null: up to now. */
  readonly before: number | null;
  /** The newer state. */
  readonly to: number;
  /** For links within a grid. */
  readonly tabIndex?: -1;
}

/** Who wrote a cell last, and all that it ever held, each with its step. */
export function Blame({ viewed, table, rowKey, column, before, to, tabIndex }: BlameProps): ReactNode {
  const { data, isError } = useQuery(rowHistoryQuery(viewed.recordId, table, rowKey, to));
  if (isError) return <span className="text-text-2 text-xs">{t('changes.noHistory')}</span>;
  if (data === undefined) return <span className="text-text-3 text-xs">{t('changes.readingHistory')}</span>;
  const trail = trailOf(data, column.name);
  const last = trail.findLast((write) => before === null || write.seq <= before);
  const named = before === null ? 'changes.lastWritten' : 'changes.lastWrittenBefore';
  const seeded = before === null ? 'changes.asSeeded' : 'changes.asSeededBefore';
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 font-sans text-xs">
      {last === undefined ? null : (
        <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5">
          <span className="text-text-2">{t(last.seq === 0 ? seeded : named, { column: column.name })}</span>
          {last.seq === 0 ? null : <StepLink viewed={viewed} seq={last.seq} tabIndex={tabIndex} />}
        </span>
      )}
      <Trail trail={trail} column={column} to={to} tabIndex={tabIndex} />
      {data.skipped.length === 0 ? null : (
        <span className="text-warn">! {t('changes.skippedSteps', { steps: data.skipped.join(', ') })}</span>
      )}
    </span>
  );
}

function Trail({
  trail,
  column,
  to,
  tabIndex,
}: {
  readonly trail: readonly Write[];
  readonly column: TableColumn;
  readonly to: number;
  readonly tabIndex: -1 | undefined;
}): ReactNode {
  if (trail.length < 2) return null;
  const skipped = Math.max(0, trail.length - TRAIL_SHOWN);
  const shown = skipped === 0 ? trail : [...trail.slice(0, 1), ...trail.slice(1 - TRAIL_SHOWN)];
  return (
    <span className="ml-auto inline-flex flex-wrap items-center gap-x-1 text-text-2">
      {shown.map((write, index) => (
        <span key={write.seq} className="inline-flex items-center gap-1 whitespace-nowrap">
          {index === 0 ? null : <span aria-hidden="true">›</span>}
          {index === 1 && skipped > 0 ? (
            <span>
              {t('changes.moreWrites', { count: skipped })} <span aria-hidden="true">›</span>
            </span>
          ) : null}
          <UrlLink
            set={{ step: String(write.seq), diff: null }}
            tabIndex={tabIndex}
            className="no-underline hover:underline"
          >
            {write.seq === 0 ? t('changes.seed') : t('changes.step', { seq: write.seq })}
          </UrlLink>
          <span className={write.seq === to ? 'font-mono font-semibold text-mod' : 'font-mono'}>
            {write.now === undefined ? (
              t('changes.rowDeleted')
            ) : (
              <CellValue
                cell={write.now}
                column={column}
                className="inline-block max-w-40 truncate align-bottom"
              />
            )}
          </span>
        </span>
      ))}
    </span>
  );
}

interface StepLinkProps {
  readonly viewed: Viewed;
  readonly seq: number;
  readonly tabIndex?: -1 | undefined;
}

/** A step's mark, number and name: goes to what it changed. */
export function StepLink({ viewed, seq, tabIndex }: StepLinkProps): ReactNode {
  const step = viewed.steps.find((candidate) => candidate.seq === seq);
  return (
    <UrlLink
      set={{ step: String(seq), diff: null }}
      tabIndex={tabIndex}
      className="inline-flex items-center gap-1.5 whitespace-nowrap no-underline hover:underline"
    >
      {step === undefined ? null : <StepMark effect={effectOf(step)} human={viewed.human} />}
      <b className="font-semibold">{t('changes.step', { seq })}</b>
      {step === undefined ? null : <span className="font-mono">{stepName(step)}</span>}
    </UrlLink>
  );
}
