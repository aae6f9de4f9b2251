'use client';

import type { ReactNode } from 'react';
import type { RowChange, TableChange, TableColumn, WireCell } from '../../lib/contracts/evidence.ts';
import { LoadWhole, useWholeCell, WholeValue } from '../cells/index.ts';
import { cx } from '../ui/cx.ts';
import { Blame } from './blame.tsx';
import { useGrid } from './grid-context.ts';
import { areLongTexts, TextChange, ValueChange } from './value-change.tsx';

/** A changed row in full: every column whole, with who wrote it before. */
export function DetailsLine({
  table,
  row,
}: {
  readonly table: TableChange;
  readonly row: RowChange;
}): ReactNode {
  return (
    <dl className="flex flex-col">
      {table.columns.map((column, index) => (
        <Detail key={column.name} table={table} row={row} column={column} index={index} />
      ))}
    </dl>
  );
}

interface DetailProps {
  readonly table: TableChange;
  readonly row: RowChange;
  readonly column: TableColumn;
  readonly index: number;
}

function Detail({ table, row, column, index }: DetailProps): ReactNode {
  const { viewed, records, range, labels } = useGrid();
  const changed = row.kind === 'updated' && row.changed.includes(index);
  const was = row.before?.[index] ?? null;
  const now = row.after?.[index] ?? null;
  const seq = row.kind === 'deleted' ? range.from : range.to;
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(90px,190px)_minmax(0,1fr)] items-baseline gap-x-3 border-line border-b px-3 py-1 last:border-b-0',
        changed && 'on-tint bg-mod-soft',
      )}
    >
      <dt className="min-w-0">
        <span className="font-mono wrap-anywhere">{column.name}</span>{' '}
        <span className="font-sans text-text-3 text-xs">{column.type.toLowerCase()}</span>
      </dt>
      <dd className="min-w-0">
        {changed ? (
          <Change table={table.name} rowKey={row.key} column={column} was={was} now={now} />
        ) : (
          <WholeValue
            recordId={row.kind === 'deleted' ? records.before : records.after}
            place={{ table: table.name, key: row.key, column: column.name, seq }}
            cell={row.kind === 'deleted' ? was : now}
            column={column}
            labels={labels}
          />
        )}
        {row.kind === 'updated' && changed && viewed !== null ? (
          <div className="mt-1">
            <Blame
              viewed={viewed}
              table={table.name}
              rowKey={row.key}
              column={column}
              before={range.from}
              to={Math.max(range.from, range.to)}
            />
          </div>
        ) : null}
      </dd>
    </div>
  );
}

interface ChangeProps {
  readonly table: string;
  readonly rowKey: string;
  readonly column: TableColumn;
  readonly was: WireCell;
  readonly now: WireCell;
}

function Change({ table, rowKey, column, was, now }: ChangeProps): ReactNode {
  const { records, range } = useGrid();
  const place = { table, key: rowKey, column: column.name };
  const before = useWholeCell(records.before, { ...place, seq: range.from }, was);
  const after = useWholeCell(records.after, { ...place, seq: range.to }, now);
  if (!areLongTexts(was, now)) {
    return (
      <span className="wrap-anywhere">
        <ValueChange was={was} now={now} column={column} />
      </span>
    );
  }
  const both = {
    text: '',
    cut: before.cut || after.cut,
    loading: before.loading || after.loading,
    problem: before.problem ?? after.problem,
    load: () => {
      before.load();
      after.load();
    },
  };
  return (
    <>
      <TextChange was={before.text} now={after.text} />
      <LoadWhole cell={after.cut ? now : was} whole={both} />
    </>
  );
}
