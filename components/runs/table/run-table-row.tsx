import type { CSSProperties, ReactNode } from 'react';
import { t } from '../messages.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { type ColumnName, columnOf } from './columns.tsx';
import { RunLink } from './run-link.tsx';

export interface RunRowProps {
  readonly index: number;
  /** The filter of the list. */
  readonly query: string;
  /** Undefined while its window is on its way. */
  readonly run: RunRow | undefined;
  readonly now: number;
  readonly chosen: boolean;
  readonly isCursor: boolean;
  readonly tabIndex: 0 | -1;
  readonly onChoose: (extend: boolean) => void;
  readonly onFollow: () => void;
  readonly onFocus: () => void;
  readonly onPeek: () => void;
  readonly style: CSSProperties;
}

export function rowLook({ chosen, isCursor }: Pick<RunRowProps, 'chosen' | 'isCursor'>): string {
  return cx(
    'group absolute inset-x-0 border-line border-b',
    chosen || isCursor ? 'on-tint bg-accent-soft' : 'hover:bg-surface-2',
    chosen && 'shadow-[inset_2px_0_var(--accent)] forced-colors:outline-1',
    isCursor &&
      'shadow-[inset_2px_0_var(--accent),inset_0_1px_var(--accent),inset_0_-1px_var(--accent)] forced-colors:outline-2',
  );
}

/** One run as a line of the table. */
export function RunTableRow({
  columns,
  tracks,
  ...props
}: RunRowProps & { readonly columns: readonly ColumnName[]; readonly tracks: string }): ReactNode {
  const { index, run, now, style } = props;
  if (run === undefined) return <Waiting index={index} style={style} />;
  const name = t('runs.named', { id: run.id.slice(0, 6) });
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      className={cx(rowLook(props), 'grid items-start pr-3 text-sm leading-[17px]')}
      style={{ ...style, gridTemplateColumns: tracks }}
    >
      <span role="cell" className="relative z-10 pt-1 pl-3">
        <ChooseBox {...props} name={name} />
      </span>
      {columns.map((column) => {
        const { align, cell } = columnOf(column);
        return (
          <span
            key={column}
            role="cell"
            className={cx(
              'min-w-0 pt-1.5',
              align === 'center' ? 'text-center' : 'px-1.5',
              align === 'end' && 'text-right tabular-nums',
            )}
          >
            {column === 'run' ? (
              <span className="flex flex-col items-start gap-1">
                <RunLink {...props} run={run} />
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={t('filter.peekAt', { name })}
                  title={t('filter.peek')}
                  onClick={props.onPeek}
                  className="relative z-10 flex size-6 items-center justify-center rounded-1 text-text-2 opacity-0 group-hover:opacity-100 hover:bg-surface-3 focus-visible:opacity-100 pointer-coarse:opacity-100"
                >
                  <Icon name="right" className="size-3.5" />
                </button>
              </span>
            ) : (
              cell(run, now)
            )}
          </span>
        );
      })}
    </div>
  );
}

/** The box that selects a run; with Shift from the one before on. */
export function ChooseBox({
  chosen,
  name,
  tabIndex,
  onChoose,
}: Pick<RunRowProps, 'chosen' | 'tabIndex' | 'onChoose'> & { readonly name: string }): ReactNode {
  return (
    <span
      onClickCapture={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        onChoose(true);
      }}
    >
      <Checkbox
        checked={chosen}
        tabIndex={tabIndex}
        onChange={() => onChoose(false)}
        label={<span className="sr-only">{t('runs.choose', { name })}</span>}
      />
    </span>
  );
}

function Waiting({ index, style }: { readonly index: number; readonly style: CSSProperties }): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute inset-x-0 flex items-center gap-4 border-line border-b px-3"
      style={style}
    >
      <span role="cell" className="flex flex-1 gap-4">
        <span className="sr-only">{t('common.loading', { what: t('runs.what') })}</span>
        <span aria-hidden="true" className="h-2.5 w-14 rounded-[2px] bg-surface-3" />
        <span aria-hidden="true" className="h-2.5 flex-1 rounded-[2px] bg-surface-3" />
        <span aria-hidden="true" className="h-2.5 w-40 rounded-[2px] bg-surface-3" />
      </span>
    </div>
  );
}
