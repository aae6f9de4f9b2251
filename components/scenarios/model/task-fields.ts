import { TASK_PARTS } from '../../../lib/contracts/task-statuses.ts';
import type { FilterList } from '../../../lib/domain/filter-query/index.ts';
import { agentRate, humanRate, percent, type TaskEntry } from './entries.ts';
import { FINDING_KINDS } from './finding-kinds.ts';
import { distinct } from './scenario-fields.ts';

export const STATUS_VALUES = ['ok', 'suspect', 'quarantined', 'fixed', 'unchecked'] as const;
export const RECHECK_VALUES = [...TASK_PARTS, 'no'] as const;
export const TASK_FINDING_VALUES: readonly string[] = [...FINDING_KINDS.map(({ slug }) => slug), 'none'];
export const HUMAN_RUN_VALUES = ['3-or-more', '1-2', 'none'] as const;

/** What can be asked of the list of tasks. */
export function taskList(entries: readonly TaskEntry[]): FilterList<TaskEntry> {
  return {
    fields: [
      { kind: 'choice', name: 'status', values: STATUS_VALUES, read: ({ status }) => [status] },
      {
        kind: 'choice',
        name: 'recheck',
        values: RECHECK_VALUES,
        read: ({ said }) => (said === null ? [] : said.recheck.length === 0 ? ['no'] : said.recheck),
      },
      { kind: 'text', name: 'by', read: ({ said }) => said?.by ?? '' },
      {
        kind: 'choice',
        name: 'finding',
        values: TASK_FINDING_VALUES,
        read: ({ slugs, scenario }) =>
          slugs.length > 0 ? slugs : scenario.findings === null ? [] : ['none'],
      },
      {
        kind: 'choice',
        name: 'verifier',
        values: ['code', 'sql', 'none'],
        read: ({ verifiers }) => {
          const kinds = (['code', 'sql'] as const).filter((kind) => verifiers[kind]);
          return kinds.length === 0 ? ['none'] : kinds;
        },
      },
      {
        kind: 'choice',
        name: 'verdict',
        values: ['complete', 'incomplete', 'others', 'error', 'none'],
        read: ({ stats }) => [stats?.best ?? 'none'],
      },
      { kind: 'choice', name: 'human-runs', values: HUMAN_RUN_VALUES, read: (task) => [humanRunsOf(task)] },
      { kind: 'number', name: 'pass.human', read: ({ stats }) => percent(humanRate(stats)) },
      { kind: 'number', name: 'pass.agent', read: ({ stats }) => percent(agentRate(stats)) },
      { kind: 'number', name: 'task', read: ({ index }) => index },
      { kind: 'number', name: 'tools', read: ({ scenario }) => scenario.toolCount },
      { kind: 'number', name: 'tables', read: ({ scenario }) => scenario.tableCount },
      { kind: 'text', name: 'scenario', read: ({ scenario }) => scenario.key },
      {
        kind: 'text',
        name: 'category',
        read: ({ scenario }) => scenario.category ?? '',
        known: distinct(entries.map(({ scenario }) => scenario.category)),
      },
      {
        kind: 'text',
        name: 'pack',
        read: ({ scenario }) => scenario.pack,
        known: distinct(entries.map(({ scenario }) => scenario.pack)),
      },
    ],
    sorts: [
      { name: 'scenario', read: ({ scenario }) => scenario.key },
      { name: 'status', read: ({ status }) => STATUS_VALUES.indexOf(status) },
      { name: 'findings', read: ({ slugs }) => slugs.length },
      { name: 'pass.human', read: ({ stats }) => percent(humanRate(stats)) },
      { name: 'pass.agent', read: ({ stats }) => percent(agentRate(stats)) },
      { name: 'last-run', read: ({ stats }) => stats?.lastRunMs ?? null },
    ],
    text: ({ haystack }) => haystack,
    title: ({ scenario }) => scenario.key,
  };
}

function humanRunsOf({ stats }: TaskEntry): string {
  const runs = stats?.humanRuns ?? 0;
  if (runs === 0) return 'none';
  return runs >= 3 ? '3-or-more' : '1-2';
}
