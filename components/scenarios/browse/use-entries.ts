'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaskStats } from '../../../lib/contracts/evidence.ts';
import { taskStatsQuery } from '../../../lib/client/queries/evidence.ts';
import { scenarioListQuery } from '../../../lib/client/queries/scenarios.ts';
import { makeEntries, type ScenarioEntry, type TaskEntry } from '../model/entries.ts';

const NO_STATS: readonly TaskStats[] = [];

/** All scenarios joined with the runs of their tasks; without the runs until those are there. */
export function useEntries() {
  const list = useQuery(scenarioListQuery());
  const stats = useQuery(taskStatsQuery());
  const scenarios = list.data?.items;
  const runs = stats.data?.items ?? NO_STATS;
  const entries = useMemo<readonly ScenarioEntry[]>(() => makeEntries(scenarios ?? [], runs), [scenarios, runs]);
  return { list, entries };
}

/** The same task by task. */
export function useTaskEntries() {
  const { list, entries } = useEntries();
  const tasks = useMemo<readonly TaskEntry[]>(() => entries.flatMap((entry) => entry.tasks), [entries]);
  return { list, tasks };
}
