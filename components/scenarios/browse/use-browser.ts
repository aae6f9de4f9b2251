'use client';

import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import {
  applyFilter,
  countFacets,
  type FacetCounts,
  type FilterList,
  type FilterToken,
  nextSort,
  parseFilter,
  toggleValue,
} from '../../../lib/domain/filter-query/index.ts';
import { useUrlDraft } from '../../../lib/client/use-url-draft.ts';
import { useMediaQuery } from '../../../lib/client/use-media-query.ts';
import type { FilterHandle } from '../../filter-bar/filter-box.tsx';
import type { RowsHandle } from './virtual-rows.tsx';

/** Room for the list and the peek side by side; below, the peek lies over the list. */
const PEEK_BESIDE = '(min-width: 1080px)';

export interface Browser<T> {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly tokens: readonly FilterToken[];
  readonly list: FilterList<T>;
  readonly shown: readonly T[];
  readonly counts: FacetCounts;
  /** Index in `shown`; -1 where nothing is selected or the selected row is filtered out. */
  readonly selected: number;
  readonly select: (index: number) => void;
  /** Selects a row whose link is being followed: the address must know before it changes. */
  readonly follow: (index: number) => void;
  readonly peeking: boolean;
  readonly setPeeking: (open: boolean) => void;
  /** Selects a row and opens it. */
  readonly peekAt: (index: number) => void;
  readonly isWide: boolean;
  readonly toggleFacet: (field: string, value: string) => void;
  readonly toggleSort: (name: string) => void;
  /** Refs of the two parts that can be given the focus. */
  readonly attachRows: (handle: RowsHandle | null) => void;
  readonly attachFilter: (handle: FilterHandle | null) => void;
  readonly focusRow: (index: number) => void;
  readonly openRow: (index: number) => void;
  readonly focusFilter: () => void;
  readonly range: readonly [number, number];
  readonly onRange: (first: number, last: number) => void;
}

/**
 * The state of a filtered list: filter, selected row and open peek live in the address. Rows are filtered behind the typing
 * (deferred), so that a letter never waits for 10,000 rows.
 */
export function useBrowser<T extends { readonly id: string }>(
  items: readonly T[],
  makeList: (items: readonly T[]) => FilterList<T>,
  facets: readonly string[],
): Browser<T> {
  const [query, setQuery] = useUrlDraft('q');
  const [selectedId, setSelectedId, writeSelected] = useUrlDraft('sel');
  const [peek, setPeek] = useUrlDraft('peek');
  const [range, setRange] = useState<readonly [number, number]>([0, -1]);
  const isWide = useMediaQuery(PEEK_BESIDE);
  const rows = useRef<RowsHandle>(null);
  const filter = useRef<FilterHandle>(null);
  const list = useMemo(() => makeList(items), [makeList, items]);
  const tokens = useMemo(() => parseFilter(query, list), [query, list]);
  const deferred = useDeferredValue(tokens);
  const shown = useMemo(() => applyFilter(items, deferred, list), [items, deferred, list]);
  const counts = useMemo(() => countFacets(items, deferred, list, facets), [items, deferred, list, facets]);
  const selected = useMemo(() => shown.findIndex(({ id }) => id === selectedId), [shown, selectedId]);

  const select = useCallback(
    (index: number) => {
      const item = shown[index];
      if (item !== undefined) setSelectedId(item.id);
    },
    [shown, setSelectedId],
  );
  const attachRows = useCallback((handle: RowsHandle | null) => {
    rows.current = handle;
  }, []);
  const attachFilter = useCallback((handle: FilterHandle | null) => {
    filter.current = handle;
  }, []);
  const onRange = useCallback((first: number, last: number) => setRange([first, last]), []);

  return {
    query,
    setQuery,
    tokens,
    list,
    shown,
    counts,
    selected,
    select,
    follow: (index) => {
      select(index);
      writeSelected();
    },
    peeking: peek === '1' && selected >= 0,
    setPeeking: (open) => {
      if (open && selected < 0) select(0);
      setPeek(open ? '1' : '');
    },
    peekAt: (index) => {
      select(index);
      setPeek('1');
    },
    isWide,
    toggleFacet: (field, value) => setQuery(toggleValue(query, field, value, list)),
    toggleSort: (name) => setQuery(nextSort(query, name, list)),
    attachRows,
    attachFilter,
    focusRow: (index) => rows.current?.focusRow(index),
    openRow: (index) => rows.current?.openRow(index),
    focusFilter: () => filter.current?.focus(),
    range,
    onRange,
  };
}
