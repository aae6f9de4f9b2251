'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { changesQuery } from '../../../lib/client/queries/evidence.ts';
import { serverWords } from '../../../lib/client/server-words.ts';
import type { ChangeSet, RowChange, TableChange } from '../../../lib/contracts/evidence.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { CellValue } from '../../cells/index.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { cx } from '../../ui/cx.ts';
import { Loading } from '../../ui/loading.tsx';
import { RowSign } from '../../ui/table.tsx';
import { PeekSection } from './peek-section.tsx';
import { FailedLine } from '../../blind/index.ts';

const SHOWN_TABLES = 4;
const SHOWN_ROWS = 4;
const SHOWN_CELLS = 8;

/** What the run changed, from its first state to its last: the beginning of it. */
export function PeekChanges({ run }: { readonly run: RunRow }): ReactNode {
  const { id, steps, collateral } = run;
  const query = useQuery({ ...changesQuery(id, 0, steps), enabled: steps > 0 });
  const answer = query.data;
  const changes = answer?.state === 'ok' ? answer : null;
  return (
    <PeekSection title={t('runs.peek.changes')} note={noteOf(changes, collateral)}>
      {steps === 0 ? <p className="text-text-2">{t('runs.peek.noSteps')}</p> : null}
      {query.isLoading ? <Loading what={t('runs.peek.changesWhat')} className="text-sm text-text-2" /> : null}
      {query.isError ? (
        <p role="alert" className="wrap-anywhere">
          <span aria-hidden="true" className="text-err">
            ✕{' '}
          </span>
          <FailedLine error={query.error} />
        </p>
      ) : null}
      {answer?.state === 'unavailable' ? <p className="text-text-2">{serverWords(answer)}</p> : null}
      {changes === null ? null : <Tables id={id} steps={steps} changes={changes} />}
    </PeekSection>
  );
}

function noteOf(changes: ChangeSet | null, collateral: number | null): string | undefined {
  const said = collateral === null ? null : t('runs.peek.collateral', { count: collateral });
  if (changes === null) return said ?? undefined;
  const { inserted, updated, deleted } = changes;
  const counts = `+${formatNumber(inserted)} ~${formatNumber(updated)} −${formatNumber(deleted)}`;
  return said === null ? counts : `${counts} · ${said}`;
}

interface TablesProps {
  readonly id: string;
  readonly steps: number;
  readonly changes: ChangeSet;
}

function Tables({ id, steps, changes }: TablesProps): ReactNode {
  const { tables } = changes;
  if (tables.length === 0) return <p className="text-text-2">{t('runs.peek.nothing')}</p>;
  const shown = tables.slice(0, SHOWN_TABLES);
  const rows = tables.reduce((sum, table) => sum + table.inserted + table.deleted + table.updated, 0);
  const seen = shown.reduce((sum, table) => sum + Math.min(SHOWN_ROWS, table.rows.length), 0);
  return (
    <div className="flex flex-col gap-2">
      {shown.map((table) => (
        <TableRows key={table.name} table={table} />
      ))}
      {rows > seen ? (
        <NavLink
          href={`/runs/${id}?tab=changes&diff=0..${String(steps)}`}
          className="self-start text-accent underline"
        >
          {t('runs.peek.moreRows', { count: rows - seen })}
        </NavLink>
      ) : null}
    </div>
  );
}

const CHANGES = { inserted: 'added', updated: 'modified', deleted: 'removed' } as const;
const TINTS = { inserted: 'bg-add-soft', updated: 'bg-mod-soft', deleted: 'bg-del-soft' } as const;

function TableRows({ table }: { readonly table: TableChange }): ReactNode {
  return (
    <div className="border border-line">
      <table aria-label={table.name} className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="h-6 bg-surface-2 text-text-2 text-xs">
            <th scope="col" className="w-6">
              <span className="sr-only">{t('runs.peek.kind')}</span>
            </th>
            <th
              scope="col"
              className="truncate px-1.5 text-left font-mono font-medium text-text"
              title={table.name}
            >
              {table.name}
            </th>
            <th scope="col" className="px-1.5 text-left font-normal">
              {t('ui.was')}
            </th>
            <th scope="col" className="px-1.5 text-left font-normal">
              {t('ui.now')}
            </th>
          </tr>
        </thead>
        {table.rows.slice(0, SHOWN_ROWS).map((row) => (
          <RowCells key={row.key} table={table} row={row} />
        ))}
      </table>
    </div>
  );
}

function RowCells({ table, row }: { readonly table: TableChange; readonly row: RowChange }): ReactNode {
  const { columns } = table;
  const isTime = (at: number): boolean => columns[at]?.rowTimestamp === true;
  const telling = row.changed.filter((at) => !isTime(at));
  const listed = telling.length === 0 ? row.changed : telling;
  const shown = listed.slice(0, SHOWN_CELLS);
  const left = row.changed.length - shown.length;
  const keyAt = columns.findIndex(({ primaryKey }) => primaryKey > 0);
  const key = keyAt < 0 ? undefined : (row.after ?? row.before)?.[keyAt];
  return (
    <tbody className={cx('on-tint border-line border-t', TINTS[row.kind])}>
      {row.kind !== 'updated' || key === undefined ? null : (
        <tr className="h-5">
          <td />
          <td colSpan={3} className="truncate px-1.5 font-mono text-text-2 text-xs">
            {columns[keyAt]?.name} <CellValue cell={key} column={columns[keyAt]} />
          </td>
        </tr>
      )}
      {shown.map((at, index) => (
        <tr key={at} className="h-6">
          <td className="text-center">{index === 0 ? <RowSign change={CHANGES[row.kind]} /> : null}</td>
          <td className="truncate px-1.5" title={columns[at]?.name}>
            {columns[at]?.name}
          </td>
          <td className="truncate px-1.5 text-text-2">
            {row.before === null ? null : <CellValue cell={row.before[at] ?? null} column={columns[at]} />}
          </td>
          <td className="truncate px-1.5 font-semibold">
            {row.after === null ? null : <CellValue cell={row.after[at] ?? null} column={columns[at]} />}
          </td>
        </tr>
      ))}
      {left > 0 ? (
        <tr className="h-5">
          <td />
          <td colSpan={3} className="px-1.5 text-text-2 text-xs">
            {t('runs.peek.moreCells', { count: left })}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
