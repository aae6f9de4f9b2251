'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaskStats } from '../../../lib/contracts/evidence.ts';
import { taskStatsQuery } from '../../../lib/client/queries/evidence.ts';
import { scenarioListQuery } from '../../../lib/client/queries/scenarios.ts';
import { taskStatusesQuery } from '../../../lib/client/queries/outcomes.ts';
import type { TaskStatusEntry } from '../../../lib/contracts/task-statuses.ts';
import { makeEntries, type ScenarioEntry, type TaskEntry } from '../model/entries.ts';

const NO_STATS: readonly TaskStats[] = [];
const NO_STATUSES: readonly TaskStatusEntry[] = [];

/** All scenarios joined with the runs of their tasks and people's word on them; without those until they are there. */
export function useEntries() {
  const list = useQuery(scenarioListQuery());
  const stats = useQuery(taskStatsQuery());
  const scenarios = list.data?.items;
  const statuses = useQuery(taskStatusesQuery());
  const runs = stats.data?.items ?? NO_STATS;
  const said = statuses.data?.items ?? NO_STATUSES;
  const entries = useMemo<readonly ScenarioEntry[]>(
    () => makeEntries(scenarios ?? [], runs, said),
    [scenarios, runs, said],
  );
  return { list, entries };
}

/** The same task by task. */
export function useTaskEntries() {
  const { list, entries } = useEntries();
  const tasks = useMemo<readonly TaskEntry[]>(() => entries.flatMap((entry) => entry.tasks), [entries]);
  return { list, tasks };
}
