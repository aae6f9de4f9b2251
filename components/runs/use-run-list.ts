'use client';

import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSettled } from '../../lib/client/use-settled.ts';
import {
  RUN_WINDOW,
  runKeys,
  runQuery,
  runRevisionQuery,
  type RunWindow,
  runWindowQuery,
} from '../../lib/client/queries/runs.ts';
import type { RunRow } from '../../lib/contracts/runs.ts';
import { currentEpoch, newEpoch } from './model/epoch.ts';
import { windowsOf } from './model/windows.ts';

/** Scrolling goes on: windows that fly by are not asked for. */
const SCROLL_SETTLES_MS = 90;
/** Between letters: a burst of them, as of a paste or a held key, is one question; a page of runs takes about as long. */
const TYPING_SETTLES_MS = 16;
/** Runs in sight whose end is waited for one by one. */
const MAX_WATCHED = 30;

export interface RunList {
  /** Of what is shown: the filter of before, while the answer to the present one is not there. */
  readonly shownQuery: string;
  readonly epoch: number;
  /** Null until anything is there. */
  readonly matched: number | null;
  readonly total: number;
  /** Runs that are in none of these counts, because the person labels them. */
  readonly hidden: number;
  readonly problems: RunWindow['page']['problems'];
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isWaiting: boolean;
  readonly refetch: () => void;
  /** Undefined where its window is not there yet. */
  readonly rowAt: (index: number) => RunRow | undefined;
  /** -1 where it is in none of the windows that are there. */
  readonly indexOf: (id: string) => number;
  readonly range: readonly [first: number, last: number];
  readonly onRange: (first: number, last: number) => void;
  /** How many more match now than when the rows were read; `changed`: anything is other than it was. */
  readonly news: { readonly more: number; readonly changed: boolean };
  readonly showNews: () => void;
}

/** The runs that match, window by window, as they were when the list was first looked at. */
export function useRunList(query: string): RunList {
  const client = useQueryClient();
  const [epoch, setEpoch] = useState(currentEpoch);
  const [range, setRange] = useState<readonly [number, number]>([0, -1]);
  const asked = useSettled(query, TYPING_SETTLES_MS);
  const head = useQuery({ ...runWindowQuery(asked, epoch, 0), placeholderData: keepPreviousData });
  const shown = head.data;
  const page = shown?.page;
  const matched = page?.matched ?? null;
  const settled = useSettled(range, SCROLL_SETTLES_MS);
  const needed = windowsOf(settled[0], settled[1], matched ?? 0, RUN_WINDOW).filter((window) => window > 0);
  const windows = useQueries({
    queries: shown === undefined ? [] : needed.map((window) => runWindowQuery(shown.q, shown.epoch, window)),
  });
  const failed = windows.find(({ isError }) => isError);
  // Read here, so that the rows are drawn when they arrive: of a query's result only what is read counts as a change.
  const arrived = new Map(
    windows.flatMap(({ data }, at) => {
      const window = needed[at];
      return data === undefined || window === undefined ? [] : [[window, data] as const];
    }),
  );

  const windowAt = (window: number): RunWindow | undefined => {
    if (shown === undefined) return undefined;
    if (window === 0) return shown;
    return arrived.get(window) ?? client.getQueryData(runWindowQuery(shown.q, shown.epoch, window).queryKey);
  };
  const listedAt = (index: number): RunRow | undefined =>
    windowAt(Math.floor(index / RUN_WINDOW))?.page.items[index % RUN_WINDOW];

  const inSight = Array.from({ length: Math.max(0, range[1] - range[0] + 1) }, (_, at) =>
    listedAt(range[0] + at),
  );
  const watched = inSight.flatMap((row) => (row?.endReason === null ? [row.id] : [])).slice(0, MAX_WATCHED);
  const running = useQueries({ queries: watched.map((id) => runQuery(id)) });
  const fresh = new Map(running.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data]])));

  const revision = useQuery({ ...runRevisionQuery(shown?.q ?? ''), enabled: shown !== undefined });
  const now = revision.data;
  const news =
    // The rows may have been read later than what was asked of the library.
    now === undefined || page === undefined || head.isPlaceholderData || now.revision <= page.revision
      ? { more: 0, changed: false }
      : { more: (now.matched ?? page.matched) - page.matched, changed: true };

  const onRange = useCallback((first: number, last: number) => setRange([first, last]), []);
  return {
    shownQuery: shown?.q ?? query,
    epoch: shown?.epoch ?? epoch,
    matched,
    total: page?.total ?? 0,
    hidden: page?.hidden ?? 0,
    problems: head.isPlaceholderData ? [] : (page?.problems ?? []),
    error: page === undefined ? head.error : (failed?.error ?? null),
    isPending: head.isPending,
    isWaiting: head.isPlaceholderData || asked !== query,
    refetch: () => {
      void head.refetch();
      for (const window of windows) if (window.isError) void window.refetch();
    },
    rowAt: (index) => {
      const row = listedAt(index);
      return row === undefined ? undefined : (fresh.get(row.id) ?? row);
    },
    indexOf: (id) => {
      const lists = client.getQueriesData<RunWindow>({
        queryKey:
          shown === undefined ? runKeys.lists() : runKeys.window(shown.q, shown.epoch, 0).slice(0, -1),
      });
      for (const [key, data] of lists) {
        const at = data?.page.items.findIndex((row) => row.id === id) ?? -1;
        if (at >= 0) return Number(key.at(-1)) * RUN_WINDOW + at;
      }
      return -1;
    },
    range,
    onRange,
    news,
    showNews: () => setEpoch(newEpoch()),
  };
}
