'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { runFacetsQuery } from '../../lib/client/queries/runs.ts';
import { useUrlDraft } from '../../lib/client/use-url-draft.ts';
import type { RunRow } from '../../lib/contracts/runs.ts';
import {
  type FilterList,
  type FilterToken,
  nextSort,
  parseFilter,
  setField,
  toggleValue,
} from '../../lib/domain/filter-query/index.ts';
import { createRunFilter } from '../../lib/domain/run-filter/index.ts';
import type { FilterHandle } from '../filter-bar/filter-box.tsx';
import { withoutOrder } from './model/filter-text.ts';
import { isChosen, NO_CHOICE, type RunChoice, setRuns, toggleRun } from './model/selection.ts';
import { useRunsLook, useRunsUi } from './runs-store.ts';
import { type ColumnName, readColumns } from './table/columns.tsx';
import type { RunTableHandle } from './table/run-table.tsx';
import { type RunList, useRunList } from './use-run-list.ts';

/** Fields and words of the filter, without the values to offer: what it asks for does not hang on them. */
const PLAIN = createRunFilter();

export interface Runs {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly tokens: readonly FilterToken[];
  readonly filter: FilterList<RunRow>;
  /** What is shown, without its order. */
  readonly unordered: string;
  readonly list: RunList;
  readonly columns: readonly ColumnName[];
  readonly cursor: number;
  readonly cursorRun: RunRow | undefined;
  readonly setCursor: (index: number) => void;
  readonly follow: (index: number) => void;
  /** The run that is peeked at. */
  readonly peek: string | null;
  readonly openPeek: (index: number) => void;
  readonly closePeek: () => void;
  readonly move: (by: number) => void;
  readonly choice: RunChoice;
  readonly setChoice: (choice: RunChoice) => void;
  readonly choose: (index: number, extend: boolean) => void;
  readonly extend: (by: 1 | -1) => void;
  readonly toggleFacet: (field: string, value: string) => void;
  readonly toggleSort: (by: string) => void;
  readonly setField: (field: string, value: string) => void;
  readonly attachRows: (handle: RunTableHandle | null) => void;
  readonly attachFilter: (handle: FilterHandle | null) => void;
  readonly focusRow: (index: number) => void;
  readonly openRow: (index: number) => void;
  readonly focusFilter: () => void;
}

/** The state of the run table: filter, cursor and peek live in the address, the selection outlives the page. */
export function useRuns(): Runs {
  const [query, setQuery] = useUrlDraft('q');
  const [cursorId, setCursorId, writeCursor] = useUrlDraft('sel');
  const [peek, setPeek, writePeek] = useUrlDraft('peek');
  const [place, setPlace] = useState<{ readonly id: string; readonly index: number } | null>(null);
  const { choice, setChoice, anchor, setAnchor } = useRunsUi();
  const columns = useRunsLook((look) => look.columns);
  const rows = useRef<RunTableHandle>(null);
  const box = useRef<FilterHandle>(null);
  useEffect(() => void useRunsLook.persist.rehydrate(), []);

  const tokens = useMemo(() => parseFilter(query, PLAIN), [query]);
  const list = useRunList(query);
  const unordered = useMemo(() => withoutOrder(parseFilter(list.shownQuery, PLAIN)), [list.shownQuery]);
  const facets = useQuery({ ...runFacetsQuery(unordered, list.epoch), enabled: list.matched !== null });
  const filter = useMemo(
    () =>
      createRunFilter(
        Object.fromEntries(
          (facets.data?.facets ?? []).map(({ field, values }) => [field, values.map(({ value }) => value)]),
        ),
      ),
    [facets.data],
  );

  // Where the cursor was put, while that row still is the run; else wherever the run is by now.
  const wanted = peek === '' ? cursorId : peek;
  const held = place !== null && place.id === wanted && list.rowAt(place.index)?.id === wanted;
  const cursor = wanted === '' ? -1 : held ? place.index : list.indexOf(wanted);
  const last = (list.matched ?? 0) - 1;

  function setCursor(index: number): void {
    const run = list.rowAt(index);
    if (run === undefined) return;
    setPlace({ id: run.id, index });
    setCursorId(run.id);
    if (peek !== '') setPeek(run.id);
  }

  function focusRow(index: number): void {
    rows.current?.focusRow(Math.max(0, Math.min(last, index)));
  }

  function choose(index: number, extend: boolean): void {
    const run = list.rowAt(index);
    if (run === undefined) return;
    const from = extend && anchor !== null ? list.indexOf(anchor) : -1;
    if (from < 0) {
      setChoice(toggleRun(choice, run.id));
    } else {
      const [low, high] = from < index ? [from, index] : [index, from];
      const between = Array.from({ length: high - low + 1 }, (_, at) => list.rowAt(low + at)?.id);
      setChoice(
        setRuns(
          choice,
          between.filter((id) => id !== undefined),
          true,
        ),
      );
    }
    setAnchor(run.id);
  }

  function extend(by: 1 | -1): void {
    const here = list.rowAt(cursor);
    const to = Math.max(0, Math.min(last, cursor < 0 ? 0 : cursor + by));
    const there = list.rowAt(to);
    const ids = [here?.id, there?.id].filter((id) => id !== undefined);
    // Back over rows that were taken in lets them go again.
    const back =
      here !== undefined && there !== undefined && isChosen(choice, here.id) && isChosen(choice, there.id);
    setChoice(back && here.id !== there.id ? setRuns(choice, [here.id], false) : setRuns(choice, ids, true));
    if (there !== undefined) setAnchor(there.id);
    focusRow(to);
  }

  const attachRows = useCallback((handle: RunTableHandle | null) => {
    rows.current = handle;
  }, []);
  const attachFilter = useCallback((handle: FilterHandle | null) => {
    box.current = handle;
  }, []);

  return {
    query,
    setQuery,
    tokens,
    filter,
    unordered,
    list,
    columns: useMemo(() => readColumns(columns), [columns]),
    cursor,
    cursorRun: cursor < 0 ? undefined : list.rowAt(cursor),
    setCursor,
    follow: (index) => {
      setCursor(index);
      writeCursor();
      writePeek();
    },
    peek: peek === '' ? null : peek,
    openPeek: (index) => {
      const run = list.rowAt(index);
      if (run === undefined) return;
      setPlace({ id: run.id, index });
      setCursorId(run.id);
      setPeek(run.id);
    },
    closePeek: () => setPeek(''),
    move: (by) => focusRow(cursor < 0 ? 0 : cursor + by),
    choice,
    setChoice: (next) => {
      setChoice(next);
      if (next === NO_CHOICE) setAnchor(null);
    },
    choose,
    extend,
    toggleFacet: (field, value) => setQuery(toggleValue(query, field, value, PLAIN)),
    toggleSort: (by) => setQuery(nextSort(query, by, PLAIN)),
    setField: (field, value) => setQuery(setField(query, field, value, PLAIN)),
    attachRows,
    attachFilter,
    focusRow,
    openRow: (index) => rows.current?.openRow(index),
    focusFilter: () => box.current?.focus(),
  };
}
