'use client';

import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from './messages.ts';
import { type changesPages, changesPagesOf } from '../../lib/client/queries/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { ChangeSet, RowLabels, TableChange } from '../../lib/contracts/evidence.ts';
import { useRovingGrid, useWidth } from '../cells/index.ts';
import type { DiffRange } from './diff-range.ts';
import { type GridContext, GridProvider, newRowsOf } from './grid-context.ts';
import { type Item, itemsOf } from './items.ts';
import { layoutTable } from './layout.ts';
import { cellsOf, Line, lineClass } from './line.tsx';
import { useChangesView } from './view-store.ts';

interface ChangeGridProps {
  /** The episode of both states. */
  readonly viewed: Viewed;
  readonly range: DiffRange;
  readonly changes: ChangeSet;
  /** What scrolls; the grid stands somewhere in it. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly label: string;
}

interface StatesGridProps extends Omit<ChangeGridProps, 'viewed'> {
  readonly viewed: Viewed | null;
  readonly records: { readonly before: string; readonly after: string };
  /** Further pages of tables' changes. */
  readonly pagesOf: ReturnType<typeof changesPages>;
}

interface Page {
  readonly table: string;
  readonly offset: number;
}

const HEIGHTS: Readonly<Record<Item['kind'], number>> = {
  table: 39,
  columns: 25,
  row: 29,
  blame: 29,
  details: 240,
  more: 37,
  schemaHead: 39,
  schema: 90,
};

/** The changed rows between two states of an episode. */
export function ChangeGrid(props: ChangeGridProps): ReactNode {
  const { viewed, range } = props;
  const { recordId } = viewed;
  const records = useMemo(() => ({ before: recordId, after: recordId }), [recordId]);
  return <StatesGrid {...props} records={records} pagesOf={changesPagesOf(recordId, range)} />;
}

/** The changed rows of all tables as one grid, of which only what is in sight is drawn. */
export function StatesGrid(props: StatesGridProps): ReactNode {
  const { viewed, records, range, changes, scroller, label } = props;
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root);
  const hideTimestamps = useChangesView((state) => state.hideTimestamps);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [pages, setPages] = useState<readonly Page[]>([]);
  const more = useQueries({
    queries: pages.map(({ table, offset }) => props.pagesOf(table, offset)),
    combine: (results) => ({
      sets: results.flatMap(({ data }) => (data?.state === 'ok' ? [data] : [])),
      loading: results.some(({ isLoading }) => isLoading),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
  const loaded = useMemo(() => merge(changes, more.sets), [changes, more.sets]);
  const items = useMemo(() => {
    if (width === 0) return [];
    const options = { width: width - 2, hideTimestamps, labels: loaded.labels };
    const layouts = new Map(
      loaded.tables.map((table) => [table.name, layoutTable(table, table.rows, options)]),
    );
    const blamed = viewed !== null;
    return itemsOf(changes, { tables: loaded.tables, layouts, folded, opened, hideTimestamps, blamed });
  }, [changes, loaded, width, hideTimestamps, folded, opened, viewed]);

  const context: GridContext = useMemo(
    () => ({
      viewed,
      records,
      range,
      labels: loaded.labels,
      newRows: newRowsOf(changes),
      positions: new Map(changes.tables.map(({ name }, position) => [name, position])),
      toggleTable: (name) => setFolded((set) => toggled(set, name)),
      toggleRow: (id) => setOpened((set) => toggled(set, id)),
    }),
    [viewed, records, range, loaded.labels, changes],
  );

  const margin = useOffset(root, scroller);
  // No compiler memoizes here.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHTS[items[index]?.kind ?? 'row'],
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 12,
    scrollMargin: margin,
  });
  const drawn = virtual.getVirtualItems();
  const roving = useRovingGrid({
    rowCount: items.length,
    colCount: (row) => {
      const item = items[row];
      return item === undefined ? 0 : cellsOf(item);
    },
    reveal: (row) => virtual.scrollToIndex(row),
    drawn: { start: drawn[0]?.index ?? 0, end: drawn.at(-1)?.index ?? 0 },
    onKey: (event, place) => {
      const item = items[place.row];
      if (item?.kind !== 'table' || place.col !== 0) return false;
      const folds = (event.key === 'ArrowLeft' && item.open) || (event.key === 'ArrowRight' && !item.open);
      if (folds) context.toggleTable(item.table.name);
      return folds;
    },
  });

  return (
    <GridProvider value={context}>
      <div
        ref={root}
        role="treegrid"
        aria-label={label}
        aria-rowcount={items.length}
        {...roving.gridProps}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {drawn.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute top-0 left-0 flow-root w-full"
              style={{ transform: `translateY(${start - margin}px)` }}
            >
              <div
                role="row"
                aria-rowindex={index + 1}
                aria-level={item.kind === 'table' || item.kind === 'schemaHead' ? 1 : 2}
                aria-expanded={item.kind === 'table' ? item.open : undefined}
                className={lineClass(item)}
                style={templateOf(item)}
              >
                <Line
                  item={item}
                  cell={(col) => roving.cellProps(index, col)}
                  loading={more.loading}
                  onMore={(table, offset) => setPages((list) => [...list, { table, offset }])}
                />
              </div>
            </div>
          );
        })}
      </div>
      {more.error === null ? null : (
        <p role="alert" className="pt-2 text-err text-sm">
          ✕ {t('changes.pageFailed', { message: more.error.message })}
        </p>
      )}
    </GridProvider>
  );
}

function templateOf(item: Item): { gridTemplateColumns: string } | undefined {
  if (item.kind !== 'row' && item.kind !== 'columns') return undefined;
  return item.layout.template === null ? undefined : { gridTemplateColumns: item.layout.template };
}

function toggled(set: ReadonlySet<string>, member: string): ReadonlySet<string> {
  return set.has(member) ? set.difference(new Set([member])) : set.union(new Set([member]));
}

/** The first page of all tables and the further pages of some, as one. */
function merge(
  first: ChangeSet,
  more: readonly ChangeSet[],
): { readonly tables: readonly TableChange[]; readonly labels: RowLabels } {
  if (more.length === 0) return first;
  const labels: Record<string, Record<string, string>> = {};
  for (const set of [first].concat(more)) {
    for (const [table, names] of Object.entries(set.labels))
      labels[table] = Object.assign({}, labels[table], names);
  }
  const tables = first.tables.map((table) => {
    const pages = more.flatMap((set) => set.tables.filter(({ name }) => name === table.name));
    const last = pages.at(-1);
    if (last === undefined) return table;
    return {
      ...table,
      rows: [...table.rows, ...pages.flatMap(({ rows }) => rows)],
      nextOffset: last.nextOffset,
    };
  });
  return { tables, labels };
}

/** How far below the top of what scrolls an element stands, in px; it moves with what is above it. */
function useOffset(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const [inner, outer] = [element.current, scroller.current];
    if (inner === null || outer === null) return;
    const measure = (): void => {
      const top = inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop;
      setOffset(Math.round(top));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    for (const child of outer.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element, scroller]);
  return offset;
}
