'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { useKey } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import { pathsQuery } from '../../lib/client/queries/compare.ts';
import type { RunPath } from '../../lib/contracts/branches.ts';
import { useRovingGrid } from '../cells/index.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { type Address, COLUMNS, pickState, writeStates } from './address.ts';
import { DifferencePanel } from './difference-panel.tsx';
import { PathsRow } from './paths-row.tsx';
import { RunColumnHead } from './run-column-head.tsx';
import { RunPickerButton } from './run-picker.tsx';
import { useAligned } from './use-aligned.ts';
import { FailedNotice } from '../blind/index.ts';

interface PathsViewProps {
  readonly address: Address;
}

/** Up to six runs of a task beside each other. */
export function PathsView({ address }: PathsViewProps): ReactNode {
  const ids = address.ids.slice(0, COLUMNS);
  const query = useQuery({ ...pathsQuery(ids), placeholderData: keepPreviousData });
  if (query.isPending) return <Loading what={t('compare.what')} />;
  if (query.isError) {
    return (
      <FailedNotice
        error={query.error}
        title={t('compare.failed')}
        actions={
          <>
            <Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>
            <Button onClick={() => pushUrl({ ids: null, at: null })}>{t('compare.chooseOthers')}</Button>
          </>
        }
      />
    );
  }
  const paths = query.data.paths.filter(({ run }) => ids.includes(run.id));
  return <Paths address={address} paths={paths} />;
}

function Paths({ address, paths }: PathsViewProps & { readonly paths: readonly RunPath[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const { rows, divergesAt } = useAligned(paths, address.by, unfolded);
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler leaves this component alone, which is right
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'steps' ? 64 : 33),
    overscan: 6,
  });
  const drawn = virtual.getVirtualItems();
  const roving = useRovingGrid({
    rowCount: rows.length,
    colCount: (row) => (rows[row]?.kind === 'folded' ? 1 : paths.length),
    reveal: (row) => virtual.scrollToIndex(row),
    drawn: { start: drawn[0]?.index ?? 0, end: drawn.at(-1)?.index ?? 0 },
  });
  useKey('compare.divergence', () => {
    if (divergesAt !== null) virtual.scrollToIndex(divergesAt, { align: 'center' });
  });
  useKey('compare.align', () => pushUrl({ by: address.by === 'call' ? 'state' : null }));
  useKey('compare.clear', () => pushUrl({ at: null }), { enabled: address.at.length > 0 });

  function pick(id: string, seq: number): void {
    pushUrl({ at: writeStates(pickState(address.at, { id, seq })) });
  }

  const task = taskOf(paths);
  const width = { '--runs': paths.length } as CSSProperties;
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-3 py-1.5 text-sm">
        <Segmented
          label={t('compare.alignBy')}
          value={address.by}
          onChange={(by) => pushUrl({ by: by === 'state' ? 'state' : null })}
          segments={[
            { value: 'call', label: t('compare.byCall') },
            { value: 'state', label: t('compare.byState') },
          ]}
        />
        <span role="status" className="min-w-0 flex-1 text-text-2">
          {paths.length < 2
            ? t('compare.addOne')
            : divergesAt === null
              ? t('compare.neverPart')
              : sharedCount(rows) === 0
                ? t('compare.partAtOnce')
                : t('compare.parted', { count: sharedCount(rows) })}
        </span>
        {task === undefined ? null : (
          <span
            className="min-w-0 basis-full truncate text-text-2 md:max-w-[50%] md:basis-auto"
            title={task.words}
          >
            <span className="text-text">{task.name}</span> {task.words}
          </span>
        )}
        {paths.length < COLUMNS ? <RunPickerButton address={address} like={paths[0]?.run ?? null} /> : null}
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto bg-surface" style={width}>
        <div
          role="grid"
          aria-label={t('compare.grid')}
          aria-rowcount={rows.length}
          {...roving.gridProps}
          className="min-w-max md:min-w-[calc(var(--runs)*220px)]"
        >
          <div
            role="row"
            className="sticky top-0 z-3 grid grid-cols-[repeat(var(--runs),minmax(260px,1fr))] border-line-strong border-b bg-surface md:grid-cols-[repeat(var(--runs),minmax(220px,1fr))]"
          >
            {paths.map(({ run }) => (
              <RunColumnHead key={run.id} run={run} ids={address.ids} />
            ))}
          </div>
          <div className="relative" style={{ height: virtual.getTotalSize() }}>
            {drawn.map(({ index, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <div
                  key={index}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="absolute top-0 left-0 w-full"
                  style={{ transform: `translateY(${String(start)}px)` }}
                >
                  <PathsRow
                    row={row}
                    rowIndex={index}
                    paths={paths}
                    picked={address.at}
                    cell={(col) => roving.cellProps(index, col)}
                    onPick={pick}
                    onFold={() => setUnfolded(!unfolded)}
                  />
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {address.at.length === 0 ? null : <DifferencePanel at={address.at} />}
    </>
  );
}

/** Steps that are the same in all before they part. */
function sharedCount(rows: ReturnType<typeof useAligned>['rows']): number {
  const row = rows.find((one) => one.kind === 'steps' && one.diverges);
  return row?.kind === 'steps' ? row.index : 0;
}

/** What all of them were to do; undefined where no run says. */
function taskOf(paths: readonly RunPath[]): { readonly name: string; readonly words: string } | undefined {
  const run = paths[0]?.run;
  if (run === undefined || run.taskIdx === null) return undefined;
  return { name: `${run.scenario} · ${t('session.task', { index: run.taskIdx })}`, words: run.task ?? '' };
}
