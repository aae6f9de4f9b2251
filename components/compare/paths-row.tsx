import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { StateAt } from '../../lib/client/queries/compare.ts';
import type { RunPath } from '../../lib/contracts/branches.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { markArguments } from './argument-marks.ts';
import { PathCell, StateButton } from './path-cell.tsx';
import { Outcome } from './run-column-head.tsx';
import type { CompareRow } from './use-aligned.ts';

interface PathsRowProps {
  readonly row: CompareRow;
  readonly rowIndex: number;
  readonly paths: readonly RunPath[];
  readonly picked: readonly StateAt[];
  readonly cell: (col: number) => Readonly<Record<'data-row' | 'data-col' | 'tabIndex', number>>;
  readonly onPick: (id: string, seq: number) => void;
  readonly onFold: () => void;
}

const COLUMNS =
  'grid grid-cols-[repeat(var(--runs),minmax(260px,1fr))] md:grid-cols-[repeat(var(--runs),minmax(220px,1fr))]';
const CELL = 'min-w-0 border-line border-r px-2 py-1 text-sm last:border-r-0 focus-visible:-outline-offset-2';

/** The steps of one row, one a run. */
export function PathsRow(props: PathsRowProps): ReactNode {
  const { row, paths, picked, cell, onPick } = props;
  switch (row.kind) {
    case 'folded':
      return (
        <div role="row" aria-rowindex={props.rowIndex + 1} className="border-line border-b bg-surface-2">
          <div
            role="gridcell"
            aria-colspan={paths.length}
            {...cell(0)}
            className="focus-visible:-outline-offset-2"
          >
            <button
              type="button"
              tabIndex={-1}
              aria-expanded={row.open}
              onClick={props.onFold}
              className="sticky left-0 flex h-8 items-center gap-1.5 px-3 text-sm text-text-2 hover:text-text"
            >
              <Icon name="right" className={cx('size-2.5', row.open && 'rotate-90')} />
              <span aria-hidden="true">=</span>
              {t('compare.shared', { count: row.count })}
            </button>
          </div>
        </div>
      );
    case 'seed': {
      const same = new Set(paths.map(({ seed }) => seed)).size === 1;
      return (
        <div role="row" aria-rowindex={props.rowIndex + 1} className={cx(COLUMNS, 'border-line border-b')}>
          {paths.map(({ run }, col) => (
            <div key={run.id} role="gridcell" {...cell(col)} className={cx(CELL, 'flex items-center gap-2')}>
              <StateButton state={{ id: run.id, seq: 0 }} picked={picked} onPick={onPick} />
              <span className="text-text-2">{t('timeline.seed')}</span>
              {same ? null : (
                <span className="text-warn">
                  <span aria-hidden="true">≠ </span>
                  {t('compare.otherSeed')}
                </span>
              )}
            </div>
          ))}
        </div>
      );
    }
    case 'steps': {
      const marks = markArguments(row.steps);
      return (
        <>
          {row.diverges ? (
            <p className="on-tint sticky left-0 border-warn border-t-2 bg-warn-soft px-3 py-0.5 font-medium text-sm text-warn">
              <span aria-hidden="true">≠ </span>
              {t('compare.diverges')}
            </p>
          ) : null}
          <div role="row" aria-rowindex={props.rowIndex + 1} className={cx(COLUMNS, 'border-line border-b')}>
            {row.steps.map((step, col) => {
              const run = paths[col]?.run;
              if (run === undefined) return null;
              return (
                <div
                  key={run.id}
                  role="gridcell"
                  {...cell(col)}
                  className={cx(CELL, step === null && 'bg-surface-2')}
                >
                  {step === null ? (
                    <span className="text-text-3" title={t('compare.noStep')}>
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t('compare.noStep')}</span>
                    </span>
                  ) : (
                    <PathCell
                      run={run}
                      step={step}
                      marks={marks[col] ?? []}
                      quiet={row.same}
                      picked={picked}
                      onPick={onPick}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </>
      );
    }
    case 'end':
      return (
        <div
          role="row"
          aria-rowindex={props.rowIndex + 1}
          className={cx(COLUMNS, 'border-line-strong border-t border-b bg-surface-2')}
        >
          {paths.map(({ run }, col) => (
            <div key={run.id} role="gridcell" {...cell(col)} className={cx(CELL, 'flex flex-col gap-1')}>
              <span className="flex flex-wrap items-center gap-2">
                <span className="text-text-2">{t('compare.end')}</span>
                <Outcome run={run} />
              </span>
              <EndState run={run} paths={paths} />
              {run.answer === null ? null : <span className="wrap-anywhere">“{run.answer}”</span>}
            </div>
          ))}
        </div>
      );
  }
}

/** Which of the other runs ended with the same rows. */
function EndState({
  run,
  paths,
}: {
  readonly run: RunPath['run'];
  readonly paths: readonly RunPath[];
}): ReactNode {
  const own = endOf(paths.find((path) => path.run.id === run.id));
  if (own === null || paths.length < 2) return null;
  const same = paths.filter((path) => path.run.id !== run.id && endOf(path) === own);
  return (
    <span className="text-text-2 text-xs">
      {same.length === 0 ? `≠ ${t('compare.endAlone')}` : `= ${t('compare.endSame', { count: same.length })}`}
    </span>
  );
}

/** Names the last state that is known. */
function endOf(path: RunPath | undefined): string | null {
  if (path === undefined) return null;
  return (
    path.steps.findLast(({ state }) => state !== null)?.state ?? (path.steps.length === 0 ? path.seed : null)
  );
}
