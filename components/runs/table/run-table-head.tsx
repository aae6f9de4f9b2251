import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { type ColumnName, columnOf } from './columns.tsx';

interface RunTableHeadProps {
  readonly columns: readonly ColumnName[];
  readonly tracks: string;
  readonly order: { readonly by: string; readonly reversed: boolean } | null;
  /** What `sort:` understands. */
  readonly sorts: ReadonlySet<string>;
  readonly onSort: (by: string) => void;
  readonly chosen: boolean | 'mixed';
  readonly onChooseAll: () => void;
}

/** Titles of the columns; those that can be ordered by are buttons. */
export function RunTableHead(props: RunTableHeadProps): ReactNode {
  const { order, sorts } = props;
  return (
    <div role="rowgroup" className="sticky top-0 z-20 bg-surface">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-7 items-center border-line border-b pr-3 text-text-2 text-xs"
        style={{ gridTemplateColumns: props.tracks }}
      >
        <span role="columnheader" className="pl-3">
          <Checkbox
            checked={props.chosen}
            onChange={props.onChooseAll}
            label={<span className="sr-only">{t('runs.chooseAll')}</span>}
          />
        </span>
        {props.columns.map((name) => {
          const { label, sort, align } = columnOf(name);
          const by = sort !== undefined && sorts.has(sort) ? sort : null;
          const active = by !== null && order?.by === by ? order : null;
          return (
            <span
              key={name}
              role="columnheader"
              aria-sort={active === null ? undefined : active.reversed ? 'ascending' : 'descending'}
              className={cx(
                'flex min-w-0',
                align === 'center' ? 'justify-center' : 'px-1.5',
                align === 'end' && 'justify-end',
              )}
            >
              {by === null ? (
                <span className="truncate">{t(label)}</span>
              ) : (
                <button
                  type="button"
                  title={t('filter.sortBy', { name: t(label) })}
                  onClick={() => props.onSort(by)}
                  className={cx(
                    'flex min-h-dense min-w-0 items-center gap-0.5 whitespace-nowrap hover:text-text',
                    active !== null && 'font-semibold text-text',
                  )}
                >
                  <span className="truncate">{t(label)}</span>
                  <span aria-hidden="true">{active === null ? '' : active.reversed ? '↑' : '↓'}</span>
                </button>
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}
